import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Operation } from "../contract/operation";
import { allOperations } from "../contract/operations";
import type { ErrorCode } from "../domain/errors";
import { withCodeSamples } from "./code-samples";
import { ERROR_STATUS } from "./error-status";

const CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const errorSchema = z
  .strictObject({
    error: z.string().describe("One plain sentence for people."),
    code: z.enum(CODES).meta({ id: "ErrorCode", description: "For programs; it decides the status." }),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        "What some codes add: `fields`, each wrong field with a message; `units`, each refused unit with its reason; `errors`, what can't be read in a report.",
      ),
  })
  .meta({ id: "Error" });

/** Every code that a call can answer with. */
export function refusalsOf(op: Operation): ErrorCode[] {
  const hidden: ErrorCode[] = op.path.startsWith("/v1/orgs") ? ["forbidden", "not_found"] : ["not_found"];
  const withBody: ErrorCode[] = op.body ? ["unsupported_media_type", "payload_too_large"] : [];
  const onPost: ErrorCode[] = op.method === "POST" ? ["idempotency_mismatch"] : [];
  const always: ErrorCode[] = ["unauthorized", "invalid_request", "rate_limited", "internal", "unavailable"];
  return [...always, ...hidden, ...withBody, ...onPost, ...(op.refusals ?? [])];
}

const always = {
  "X-Request-Id": z
    .string()
    .meta({ description: "Identifies the request in logs and trail.", header: { id: "RequestId" } }),
};
const retryAfter = z
  .int()
  .positive()
  .meta({ description: "Seconds to wait before asking again.", header: { id: "RetryAfter" } });
/** Statuses that pass by themselves. */
const ONCE_MORE: ReadonlySet<number> = new Set([ERROR_STATUS.rate_limited, ERROR_STATUS.unavailable]);
const replayed = z
  .literal("true")
  .optional()
  .meta({
    description: "Where this is the answer of an earlier request with the same `Idempotency-Key`.",
    header: { id: "IdempotentReplayed" },
  });

function errorResponses(op: Operation): ZodOpenApiOperationObject["responses"] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(op)) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].sort().map(([status, codes]) => [
      String(status) as `${4}${string}`,
      {
        description: codes.map((code) => `\`${code}\``).join(", "),
        headers: z.object(ONCE_MORE.has(status) ? { ...always, "Retry-After": retryAfter } : always),
        content: { "application/json": { schema: errorSchema } },
      },
    ]),
  );
}

const idempotencyHeader = z.strictObject({
  "Idempotency-Key": z.string().min(1).max(255).optional().meta({
    description:
      "Printable ASCII. For 24 hours the same caller, key and body get the first successful answer again, marked `Idempotent-Replayed: true`; another body gets 422. Refusals are not kept.",
  }),
});

/** A name of its own, so that what a generator makes of it has one too. */
const bodyOf = (op: Operation, schema: z.ZodType) =>
  schema.meta({ id: `${op.id.charAt(0).toUpperCase()}${op.id.slice(1)}Body` });

function describeOperation(op: Operation): ZodOpenApiOperationObject {
  const { status, schema } = op.answer;
  const success = status === 204 ? {} : { content: { "application/json": { schema } } };
  const bodyOptional = op.body?.safeParse({}).success ?? false;
  return {
    operationId: op.id,
    tags: [op.tag],
    summary: op.summary,
    description: [op.description, op.permission ? `Permission: \`${op.permission}\`.` : "Any valid key."]
      .filter(Boolean)
      .join("\n\n"),
    security: [{ apiKey: [] }],
    requestParams: {
      path: op.params as z.ZodObject,
      query: op.query as z.ZodObject,
      ...(op.method === "POST" && { header: idempotencyHeader }),
    },
    ...(op.body && {
      requestBody: { required: !bodyOptional, content: { "application/json": { schema: bodyOf(op, op.body) } } },
    }),
    responses: {
      [String(status)]: {
        description: "Done.",
        headers: z.object(op.method === "POST" ? { ...always, "Idempotent-Replayed": replayed } : always),
        ...success,
      },
      ...errorResponses(op),
    },
  };
}

const ABOUT = `Reserve physical GPU units for organizations, sell idle reserved units on the spot market, and take them back.

- Ids are opaque. Times are RFC 3339: answers in UTC with milliseconds, requests with any explicit offset.
- What is absent in an answer has no value: there are no nulls.
- Input is strict: names that a call doesn't know are refused, and nothing is converted.
- What doesn't exist, what is not yours to see and what your key may not do is one and the same 404; on paths of an org,
  keys of others get 403.
- Lists are pages: send \`nextCursor\` as \`cursor\` until there is none.`;

/** In the order in which the reference shows them. */
const TAGS = [
  { name: "Nodes", description: "GPU servers, and what they report about themselves." },
  { name: "Reservations", description: "Exclusive rights over units of a node, for an audience and a term." },
  { name: "Audit", description: "Who did what, when, from where and why." },
  { name: "Catalog", description: "What can be placed now." },
  { name: "Workloads", description: "VMs and pods on whole units." },
  { name: "Organizations", description: "Who there is." },
  { name: "API keys", description: "What programs call with." },
];

function build(serverUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const op of allOperations) {
    paths[op.path] = { ...paths[op.path], [op.method.toLowerCase()]: describeOperation(op) };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Holdfast",
      version: "1",
      description: ABOUT,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", bearerFormat: "vl_…", description: "An API key of an org." },
      },
    },
  });
}

let document: { url: string; text: string } | undefined;

/** The OpenAPI 3.1 document, made from the operation table that validates the requests. */
export function openApiText(serverUrl: string): string {
  if (document?.url !== serverUrl)
    document = { url: serverUrl, text: JSON.stringify(withCodeSamples(build(serverUrl))) };
  return document.text;
}

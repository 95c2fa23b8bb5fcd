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
    error: z.string().meta({ description: "One plain sentence for people." }),
    code: z.enum(CODES),
    details: z.record(z.string(), z.unknown()).optional(),
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

function errorResponses(op: Operation): ZodOpenApiOperationObject["responses"] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(op)) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort()
      .map(([status, codes]) => [
        String(status) as `${4}${string}`,
        { description: codes.join(", "), content: { "application/json": { schema: errorSchema } } },
      ]),
  );
}

const requestIdHeader = {
  "X-Request-Id": z.string().meta({ description: "Identifies the request in logs and trail." }),
};

const idempotencyHeader = z.strictObject({
  "Idempotency-Key": z.string().min(1).max(255).optional().meta({
    description:
      "For 24 hours the same caller, key and body get the first successful answer again, marked `Idempotent-Replayed: true`; another body gets 422. Refusals are not kept.",
  }),
});

function describeOperation(op: Operation): ZodOpenApiOperationObject {
  const { status, schema } = op.answer;
  const success = status === 204 ? {} : { content: { "application/json": { schema } } };
  const bodyOptional = op.body?.safeParse({}).success ?? false;
  return {
    operationId: op.id,
    tags: [op.tag],
    summary: op.summary,
    description: [op.description, op.permission ? `Permission: \`${op.permission}\`.` : undefined]
      .filter(Boolean)
      .join("\n\n"),
    security: [{ apiKey: [] }],
    requestParams: {
      path: op.params as z.ZodObject,
      query: op.query as z.ZodObject,
      ...(op.method === "POST" && { header: idempotencyHeader }),
    },
    ...(op.body && { requestBody: { required: !bodyOptional, content: { "application/json": { schema: op.body } } } }),
    responses: {
      [String(status)]: { description: "Done.", headers: z.object(requestIdHeader), ...success },
      ...errorResponses(op),
    },
  };
}

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
      description:
        "Reserve physical GPU units for organizations, sell idle reserved units on the spot market, and take them back.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    paths,
    components: { securitySchemes: { apiKey: { type: "http", scheme: "bearer", bearerFormat: "vl_…" } } },
  });
}

let document: { url: string; text: string } | undefined;

/** The OpenAPI 3.1 document, made from the operation table that validates the requests. */
export function openApiText(serverUrl: string): string {
  if (document?.url !== serverUrl)
    document = { url: serverUrl, text: JSON.stringify(withCodeSamples(build(serverUrl))) };
  return document.text;
}

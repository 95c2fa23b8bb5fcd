import type { z } from "zod";
import { BODY_LIMIT, type Operation } from "../contract/operation";
import { readPart, shownName } from "../contract/problems";
import { type FieldProblem, invalid, Refusal } from "../domain/errors";
import { parseJson } from "./json";
import type { WireRequest } from "./wire";

const JSON_TYPE = /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?\s*$/i;

/** Query parameters by name; where a list is expected all values, elsewhere a repeated name is a problem. */
function readQuery(op: Operation, query: string): { values: Record<string, unknown>; problems: FieldProblem[] } {
  const shape = (op.query as z.ZodObject).shape as Record<string, z.ZodType>;
  const params = new URLSearchParams(query);
  const values: Record<string, unknown> = Object.create(null);
  const problems: FieldProblem[] = [];
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name);
    const expected = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!expected) problems.push({ field: shownName(name), message: "is not a query parameter that this call knows" });
    else if (expected.safeParse([]).success) values[name] = all;
    else if (all.length > 1) problems.push({ field: name, message: "is repeated" });
    else values[name] = all[0];
  }
  return { values, problems };
}

function refuseContentType(request: WireRequest): void {
  const types = request.header("content-type");
  const encoding = request.header("content-encoding").join(",").trim().toLowerCase();
  const [type] = types;
  if (types.length !== 1 || type === undefined || !JSON_TYPE.test(type)) {
    throw new Refusal("unsupported_media_type", "Send the body as Content-Type: application/json, in UTF-8.");
  }
  if (encoding !== "" && encoding !== "identity") {
    throw new Refusal("unsupported_media_type", "Send the body without a Content-Encoding.");
  }
}

/** The parsed body; an absent one is the empty object, which is right exactly where every field is optional. */
async function readBody(op: Operation, request: WireRequest): Promise<unknown> {
  const limit = op.bodyLimit ?? BODY_LIMIT;
  const bytes = await request.body(limit);
  if (bytes?.length === 0) return {};
  refuseContentType(request);
  if (bytes === undefined) {
    throw new Refusal("payload_too_large", `The body is larger than the ${limit / 1024} KiB that this call takes.`);
  }
  return parseJson(bytes);
}

export interface ReadRequest {
  /** Path, query and body fields together: what the service gets. */
  input: Record<string, unknown>;
  /** The body as sent: what makes two requests the same under an Idempotency-Key. */
  body: unknown;
}

/** Reads and checks everything that a request says beyond its path. Throws 415, 413 or 400 with every problem. */
export async function readRequest(
  op: Operation,
  request: WireRequest,
  params: Record<string, string>,
): Promise<ReadRequest> {
  const { values, problems } = readQuery(op, request.query);
  const body = op.body ? await readBody(op, request) : {};
  const parts = [readPart(op.query, values, "query"), ...(op.body ? [readPart(op.body, body, "body")] : [])];
  const [first, ...rest] = [...problems, ...parts.flatMap((part) => ("problems" in part ? part.problems : []))];
  if (first) throw invalid([first, ...rest]);
  const read = parts.map((part) => ("data" in part ? part.data : {}));
  return { input: Object.assign({}, ...read, params), body };
}

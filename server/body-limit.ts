import type { IncomingMessage } from "node:http";
import { Refusal } from "./domain/errors";
import { newId } from "./ids";
import { errorAnswer } from "./rest/respond";
import type { WireAnswer } from "./rest/wire";

/** A listing of 4 MiB as the console sends it, every line's end as two characters. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * The framework reads a body to its end whoever sends it, and holds all of it: one that says it is too large is refused, one
 * that doesn't say is cut where it gets too large. The API has limits of its own, call by call.
 */
export function limitBody(request: IncomingMessage): WireAnswer | undefined {
  if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES) {
    const refusal = new Refusal("payload_too_large", "The body may be 8 MiB.");
    return errorAnswer(refusal, { "X-Request-Id": newId("req") });
  }
  if (request.headers["transfer-encoding"] === undefined) return undefined;
  let size = 0;
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    size += chunk?.length ?? 0;
    if (size <= MOST_BYTES) return push(chunk, encoding);
    request.destroy();
    return false;
  };
  return undefined;
}

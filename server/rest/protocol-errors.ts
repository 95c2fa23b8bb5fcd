import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorCode, Refusal } from "../domain/errors";
import { newId } from "../ids";
import { splitTarget } from "./node-adapter";
import { errorAnswer } from "./respond";
import { allowHeader, matchPath } from "./router";
import type { WireAnswer } from "./wire";

const REASONS: Record<number, string> = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "Content Too Large",
};

function write(socket: Duplex, reply: WireAnswer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const headers = {
    ...reply.headers,
    "X-Request-Id": newId("req"),
    Connection: "close",
    Date: new Date().toUTCString(),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const length = `Content-Length: ${Buffer.byteLength(reply.body)}`;
  const status = `HTTP/1.1 ${reply.status} ${REASONS[reply.status] ?? "Error"}`;
  socket.end([status, ...lines, length, "", reply.body].join("\r\n"));
}

/** The answer to a method that no path has, on a path that has others. */
function methodAnswer(path: string): WireAnswer {
  const match = matchPath(path);
  if (!match)
    return errorAnswer(new Refusal("not_found", "There is no such path; see /docs for those that there are."));
  const refusal = new Refusal("method_not_allowed", "This path has no such call.");
  return errorAnswer(refusal, { Allow: allowHeader(match.methods) });
}

const MALFORMED = errorAnswer(new Refusal("invalid_request", "The request is not well-formed HTTP."));

/** A host and perhaps a port, and nothing else that an address may hold. */
const isHost = (text: string): boolean => /^[^\s/?#@\\]+$/.test(text) && URL.canParse(`http://${text}`);

function isWellFormed(request: IncomingMessage): boolean {
  const [host, ...more] = request.headersDistinct.host ?? [];
  const isOfOneHost = host === undefined ? request.httpVersion === "1.0" : more.length === 0 && isHost(host);
  return isOfOneHost && splitTarget(request.url ?? "/").path.startsWith("/");
}

/**
 * What is wrong with a request that the HTTP parser lets through: HTTP/1.1 wants exactly one Host, which is one, and a path
 * from `/`. The framework and tRPC fail at a Host like `a:1@2` and at targets like `*v1/orgs` and `mailto:a`.
 */
export function malformedAnswer(request: IncomingMessage): WireAnswer | undefined {
  if (isWellFormed(request)) return undefined;
  return { ...MALFORMED, headers: { ...MALFORMED.headers, "X-Request-Id": newId("req"), Connection: "close" } };
}

const BY_CODE: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: ["payload_too_large", "The request's headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["invalid_request", "The request took too long to arrive."],
};

interface ProtocolError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

function replyTo(error: ProtocolError): WireAnswer {
  if (error.code === "HPE_INVALID_METHOD") {
    const target = /^[!-~]+ (\/[!-~]*) HTTP\/1\.[01]\r\n/.exec(
      error.rawPacket?.toString("latin1", 0, 16_384) ?? "",
    )?.[1];
    if (target?.startsWith("/v1/")) return methodAnswer(splitTarget(target).path);
  }
  const known = error.code === undefined ? undefined : BY_CODE[error.code];
  return known ? errorAnswer(new Refusal(...known)) : MALFORMED;
}

/** Requests that the HTTP parser refuses still get our one error shape: an unknown method is a 405 like any other. */
export function answerProtocolError(error: ProtocolError, socket: Duplex): void {
  if (error.code === "ECONNRESET") socket.destroy();
  else write(socket, replyTo(error));
}

/** CONNECT asks to be a proxy, which we are not. */
export function answerUnknownProtocol(request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  write(socket, methodAnswer(splitTarget(request.url ?? "/").path));
}

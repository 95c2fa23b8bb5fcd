import type { IncomingMessage, ServerResponse } from "node:http";
import { operations } from "./contract/operations";
import { requestLog } from "./log";
import { metrics } from "./metrics";
import type { About } from "./rest/wire";
import { readTraceparent } from "./trace-context";
import { type RequestTrace, tracing } from "./tracing";

const QUIET = new Set(["health", "ready", "metrics", "asset"]);

/** The kind of a request that is no API call. Paths themselves may hold text and tokens, so that none is written down. */
export function kindOf(path: string): string {
  if (["/health", "/ready", "/metrics"].includes(path)) return path.slice(1);
  if (path === "/v1" || path.startsWith("/v1/")) return "unknown";
  if (path.startsWith("/api/")) return "console";
  if (/^\/(_next|docs\/assets|vendor)\//.test(path) || path === "/icon.svg") return "asset";
  return "page";
}

/** What log and metrics call the outcome of an answer that carries no code of ours. */
function outcome(status: number, code: string | undefined): string {
  if (code !== undefined) return code;
  return status < 400 ? "ok" : `status_${Math.min(status, 599)}`;
}

const header = (response: ServerResponse, name: string) => String(response.getHeader(name) ?? "");

interface Watched {
  about: About;
  trace: RequestTrace | undefined;
}

/** Counts a request when its answer has ended, and writes a line about it where that is wanted. */
export function watchRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { path, client, isLogged }: { path: string; client: string; isLogged: boolean },
): Watched {
  const started = performance.now();
  const parent = readTraceparent(request.headersDistinct.traceparent);
  const trace = QUIET.has(kindOf(path)) ? undefined : tracing()?.request(request.method ?? "", parent);
  const watched: Watched = { about: {}, trace };
  response.once("close", () => {
    const { operation: id, keyId, code } = watched.about;
    const isStream = header(response, "content-type").startsWith("text/event-stream");
    const operation = id ?? (isStream ? "stream" : kindOf(path));
    const ms = performance.now() - started;
    const all = metrics();
    const requestId = header(response, "x-request-id") || undefined;
    const route = id && operations[id].path;
    trace?.end({ operation, route, status: response.statusCode, code, requestId });
    all.requests.inc({ operation, code: outcome(response.statusCode, code) });
    if (!isStream) all.requestSeconds.observe({ operation }, ms / 1000);
    if (!isLogged) return;
    const line = {
      method: request.method,
      operation,
      ...(route && { route }),
      status: response.statusCode,
      ...(code && { code }),
      ms: Math.round(ms * 10) / 10,
      requestId,
      traceId: trace?.traceId ?? parent?.traceId,
      keyId,
      peer: client,
      ...(!response.writableFinished && { cut: true }),
    };
    requestLog[QUIET.has(operation) ? "debug" : "info"](line, "request");
  });
  return watched;
}

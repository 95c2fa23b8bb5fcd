import type { IncomingMessage, ServerResponse } from "node:http";
import { nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import compression from "compression";
import { MOST_IN_A_BATCH } from "../contract/batch";
import { streamChanges } from "./change-stream";
import { createTransportContext } from "./init";
import { appRouter } from "./router";

export const CONSOLE_CALLS = "/api/trpc/";
const STREAM = "console.changes";

/** Streams stay as they are: each would keep a quarter of a megabyte for packing a few bytes now and then. */
const pack = compression({
  level: 1,
  filter: (request, response) =>
    !String(response.getHeader("content-type")).startsWith("text/event-stream") &&
    compression.filter(request, response),
});

/** A console call, answered before the framework sees it; `path` is that of the request's target. */
export async function answerConsole(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const call = path.slice(CONSOLE_CALLS.length);
  const answerHeaders = new Headers();
  const createContext = () => createTransportContext(headersOf(request), answerHeaders);
  if (call === STREAM && request.method === "GET") {
    const ctx = await createContext().catch(() => undefined);
    // Without a session, or a database to find it in, the refusal is tRPC's like every other.
    if (ctx?.session) return streamChanges({ ...ctx, session: ctx.session }, response);
  }
  return nodeHTTPRequestHandler({
    router: appRouter,
    req: request,
    res: response,
    path: call,
    maxBatchSize: MOST_IN_A_BATCH,
    middleware: pack as (req: IncomingMessage, res: ServerResponse, next: () => void) => void,
    createContext,
    responseMeta: () => ({ headers: answerHeaders }),
  });
}

function headersOf({ headers }: IncomingMessage): Headers {
  const list = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Headers(list);
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import compression from "compression";
import { INVENTORY_BODY_LIMIT } from "../contract/operation";
import { createTransportContext } from "./init";
import { appRouter } from "./router";

export const CONSOLE_CALLS = "/api/trpc/";
/** What a pasted listing may grow to as a string of JSON. */
const BODY_LIMIT = 2 * INVENTORY_BODY_LIMIT;

/** Streams stay as they are: each would keep a quarter of a megabyte for packing a few bytes now and then. */
const pack = compression({
  level: 1,
  filter: (request, response) =>
    !String(response.getHeader("content-type")).startsWith("text/event-stream") &&
    compression.filter(request, response),
});

/** A console call, answered before the framework sees it; `path` is that of the request's target. */
export function answerConsole(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const answerHeaders = new Headers();
  return nodeHTTPRequestHandler({
    router: appRouter,
    req: request,
    res: response,
    path: path.slice(CONSOLE_CALLS.length),
    maxBodySize: BODY_LIMIT,
    middleware: pack as (req: IncomingMessage, res: ServerResponse, next: () => void) => void,
    createContext: ({ req }) => createTransportContext(new Headers(headersOf(req)), answerHeaders),
    responseMeta: () => ({ headers: answerHeaders }),
  });
}

const headersOf = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

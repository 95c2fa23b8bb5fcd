import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Change } from "../events";
import { log } from "../log";
import { changesFor } from "./changes";
import { type SignedInContext, SSE } from "./init";

const HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};

const texts = new WeakMap<Change, string>();

/** One text for all pages. */
function textOf(change: Change): string {
  const text = texts.get(change) ?? JSON.stringify(change);
  texts.set(change, text);
  return text;
}

/**
 * The stream of `console.changes` in the form that tRPC's own client reads (events `connected`, `ping` and `return`,
 * changes as data with an id), written without the framework's streams: those take half a millisecond and half a
 * megabyte for each open page.
 */
export async function streamChanges(ctx: SignedInContext, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  // Who has gone while her session was looked up has said so before anybody listened.
  if (response.destroyed) return;
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  response.write(`event: connected\ndata: ${JSON.stringify(SSE.client)}\n\n`);
  const ping = setInterval(() => response.write("event: ping\ndata: \n\n"), SSE.pingMs);
  try {
    for await (const { id, change } of changesFor(ctx, gone.signal)) {
      const isTaken = response.write(`data: ${textOf(change)}\nid: ${id}\n\n`);
      if (!isTaken) await once(response, "drain", { signal: gone.signal });
    }
    response.end("event: return\ndata: \n\n");
  } catch (error) {
    if (gone.signal.aborted) return;
    // A page whose stream breaks off opens another, and is told then why it can't where that is so.
    log.warn({ err: error, requestId: ctx.requestId }, "a stream of changes broke off");
    response.destroy();
  } finally {
    clearInterval(ping);
  }
}

import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { WireAnswer } from "./rest/wire";

const METHODS = ["writeHead", "flushHeaders", "write", "end"] as const;
type Methods = Record<(typeof METHODS)[number], (...args: unknown[]) => unknown>;

/**
 * Sends a better answer, where there is one, in place of a failure that somebody is about to write: the framework answers a
 * page that failed with a page of its own and 500, and has no place where another answer could be given.
 */
export function replaceFailure(
  response: ServerResponse,
  better: () => WireAnswer | undefined,
  send: (answer: WireAnswer) => void,
): void {
  const before: OutgoingHttpHeaders = { ...response.getHeaders() };
  const own = Object.fromEntries(METHODS.map((name) => [name, response[name].bind(response)])) as Methods;
  let decided: { answer: WireAnswer | undefined } | undefined;
  const isReplaced = (status = response.statusCode) => {
    decided ??= { answer: status >= 500 ? better() : undefined };
    return decided.answer !== undefined;
  };
  const sendInstead = () => {
    // Whoever has put something before these methods meanwhile, as a compressor does, has no part in it.
    Object.assign(response, own);
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    for (const [name, value] of Object.entries(before)) if (value !== undefined) response.setHeader(name, value);
    if (decided?.answer) send(decided.answer);
  };
  let isSent = false;
  const replaced: Methods = {
    writeHead: (...args) => (isReplaced(Number(args[0])) ? response : own.writeHead(...args)),
    flushHeaders: () => (isReplaced() ? undefined : own.flushHeaders()),
    write: (...args) => (isReplaced() ? true : own.write(...args)),
    end: (...args) => {
      if (!isReplaced()) return own.end(...args);
      if (!isSent) sendInstead();
      isSent = true;
      return response;
    },
  };
  Object.assign(response, replaced);
}

import { Refusal } from "../domain/errors";
import { newId } from "../ids";
import { runtime } from "../runtime";
import { health, ready } from "./health";
import { openApiText } from "./openapi";
import { errorAnswer } from "./respond";
import type { WireAnswer } from "./wire";

function openApi(): WireAnswer {
  return {
    status: 200,
    headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-cache" },
    body: openApiText(runtime().env.publicUrl),
  };
}

const PLAIN: Record<string, () => WireAnswer | Promise<WireAnswer>> = {
  "/health": health,
  "/ready": () => ready(runtime().db),
  "/openapi.json": openApi,
};

/** Answers of the paths that need no key; undefined for every other path. */
export function answerPlain(path: string, method: string): Promise<WireAnswer> | undefined {
  const make = Object.hasOwn(PLAIN, path) ? PLAIN[path] : undefined;
  if (!make) return undefined;
  const isRead = method === "GET" || method === "HEAD";
  const reply = isRead
    ? make()
    : errorAnswer(new Refusal("method_not_allowed", "This path can only be read."), { Allow: "GET, HEAD" });
  return Promise.resolve(reply).then((done) => ({
    ...done,
    headers: { ...done.headers, "X-Request-Id": newId("req") },
  }));
}

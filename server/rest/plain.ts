import { Refusal } from "../domain/errors";
import { newId } from "../ids";
import { runtime } from "../runtime";
import { health, ready } from "./health";
import { mayReadMetrics, metricsAnswer } from "./metrics";
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

/** Answers of the paths beside the API; undefined for every other path, and for metrics that the caller may not read. */
export function answerPlain(
  path: string,
  method: string,
  authorization: string | undefined,
): Promise<WireAnswer> | undefined {
  const metrics = path === "/metrics" && mayReadMetrics(authorization) ? metricsAnswer : undefined;
  const make = Object.hasOwn(PLAIN, path) ? PLAIN[path] : metrics;
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

import type { Done, History } from "./history";

/** How often each act was answered how: a race in which nothing was fought over proves nothing. */
export function tally(histories: readonly History[]): Record<string, number> {
  const changed = new Set(histories.flatMap((history) => history.trail.map((entry) => entry.requestId)));
  const outcome = ({ status, body, requestId }: Done) =>
    status >= 300 ? (body as { code: string }).code : changed.has(requestId) ? "changed" : "answered";
  const counts = new Map<string, number>();
  for (const done of histories.flatMap((history) => history.done)) {
    const key = `${done.act.do} ${outcome(done)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

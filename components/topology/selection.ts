/** What may be selected: `true`, or the sentence that says why not. */
export type Selectable = true | string;

export interface Dropped {
  id: string;
  reason: string;
}

export type Judge = (id: string) => Selectable;

const GONE = "It is not in the machine's last report.";

/** Ids from one to the other in the order drawn, both included, whichever comes first. */
export function between(order: readonly string[], from: string, to: string): string[] {
  const [a, b] = [order.indexOf(from), order.indexOf(to)];
  if (a === -1 || b === -1) return b === -1 ? [] : [to];
  return order.slice(Math.min(a, b), Math.max(a, b) + 1);
}

export function toggled(selected: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** What was selected before the range began, and everything in the range that may be selected. */
export function withRange(
  base: ReadonlySet<string>,
  order: readonly string[],
  from: string,
  to: string,
  judge: Judge,
): Set<string> {
  return new Set([...base, ...between(order, from, to).filter((id) => judge(id) === true)]);
}

export function everything(order: readonly string[], judge: Judge): Set<string> {
  return new Set(order.filter((id) => judge(id) === true));
}

export function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}

/** Holds a selection against a changed machine: what stays, and what dropped out and why. */
export function reconcile(
  selected: ReadonlySet<string>,
  order: readonly string[],
  judge: Judge,
): { selected: Set<string>; dropped: Dropped[] } {
  const present = new Set(order);
  const dropped: Dropped[] = [];
  const kept = new Set<string>();
  for (const id of selected) {
    const verdict = present.has(id) ? judge(id) : GONE;
    if (verdict === true) kept.add(id);
    else dropped.push({ id, reason: verdict });
  }
  return { selected: kept, dropped };
}

/** Where focus goes when its unit is gone: the next one that was drawn after it and still is, else the last before it. */
export function successor(
  before: readonly string[],
  id: string | undefined,
  now: readonly string[],
): string | undefined {
  const present = new Set(now);
  if (id !== undefined && present.has(id)) return id;
  const at = id === undefined ? -1 : before.indexOf(id);
  if (at === -1) return now[0];
  return (
    before.slice(at).find((other) => present.has(other)) ??
    before.slice(0, at).findLast((o) => present.has(o)) ??
    now[0]
  );
}

/** A release or a reclaim, as the trail has it. */
export interface ReleaseEvent {
  at: Date;
  kind: "release" | "reclaim";
  unitIds: readonly string[];
}

export interface TimeSpan {
  from: Date;
  /** Null: it goes on. */
  to: Date | null;
}

/** While a reservation holds one unit. */
export interface Hold extends TimeSpan {
  unitId: string;
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a === null ? b : b === null ? a : a < b ? a : b);

/**
 * When a held unit was on the spot market: from each release of it to the reclaim that took it back, or to the end of
 * the hold. Events in the order in which they happened. A release before the term begins counts at once (contract,
 * section 4: a pending, released unit is for spot).
 */
export function releaseSpans(hold: Hold, events: readonly ReleaseEvent[]): TimeSpan[] {
  const spans: TimeSpan[] = [];
  let since: Date | undefined;
  const close = (at: Date | null) => {
    const to = earlier(at, hold.to);
    if (since && (to === null || since < to)) spans.push({ from: since, to });
    since = undefined;
  };
  for (const event of events.filter(({ unitIds }) => unitIds.includes(hold.unitId))) {
    if (event.kind === "release") since ??= event.at;
    else close(event.at);
  }
  close(null);
  return spans;
}

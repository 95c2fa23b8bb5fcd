import type { DrawnState } from "@/components/topology/state-look";
import type { UnitView } from "@/server/contract/console";
import type { TimelineHold, TimelineRun, TimelineView } from "@/server/contract/timeline";
import type { Busy } from "./drag";
import type { Span } from "./scale";

/** One bar of a lane: a reservation's hold of the unit, or a workload that ran outside of any. */
export type Bar = { id: string; span: Span } & (
  | { hold: TimelineHold; run?: never }
  | { run: TimelineRun; hold?: never }
);

/** A unit over time. */
export interface Lane {
  unitId: string;
  /** Undefined: the machine no longer reports it. */
  unit: UnitView | undefined;
  /** By start; what the arrow keys go along. */
  bars: Bar[];
  /** Every workload, within a reservation or not. */
  runs: TimelineRun[];
  /** What a new reservation can't overlap. */
  busy: Busy[];
}

export const spanOf = ({ from, to }: { from: string; to?: string }): Span => ({
  from: Date.parse(from),
  to: to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to),
});

/** A workload that still runs has run until now; how long it will is nobody's to know. */
export const spanOfRun = (run: TimelineRun, now: number): Span =>
  run.to === undefined ? { from: Date.parse(run.from), to: Math.max(now, Date.parse(run.from) + 1) } : spanOf(run);

export const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

const LIVE = new Set(["pending", "active", "needs-review"]);

function laneOf(unitId: string, unit: UnitView | undefined, view: TimelineView, now: number): Lane {
  const holds = view.holds.filter((hold) => hold.unitId === unitId);
  const runs = view.runs.filter((run) => run.unitId === unitId);
  const spans = holds.map(spanOf);
  const bars: Bar[] = [
    ...holds.map((hold, index): Bar => ({ id: `hold ${hold.id}`, span: spans[index] as Span, hold })),
    ...runs
      .map((run) => ({ run, span: spanOfRun(run, now) }))
      .filter((each) => !spans.some((span) => overlap(span, each.span)))
      .map(({ run, span }): Bar => ({ id: `run ${run.id}`, span, run })),
  ];
  bars.sort((a, b) => a.span.from - b.span.from || (a.id < b.id ? -1 : 1));
  return { unitId, unit, bars, runs, busy: holds.filter((hold) => LIVE.has(hold.status)).map(spanOf) };
}

/** One lane a unit, in the order of the machine; units that are gone come last, where something held them. */
export function lanesOf(units: readonly UnitView[], view: TimelineView, now: number): Lane[] {
  const known = new Set(units.map((unit) => unit.id));
  const gone = new Set([...view.holds, ...view.runs].map((each) => each.unitId).filter((id) => !known.has(id)));
  return [
    ...units.map((unit) => laneOf(unit.id, unit, view, now)),
    ...[...gone].sort().map((id) => laneOf(id, undefined, view, now)),
  ];
}

/** A workload as its unit's state: sold at spot, its audience's, left over, or nobody's reservation. */
export function runState(run: TimelineRun, lane: Lane, now: number): DrawnState {
  if (run.tier === "spot") return "spot";
  const span = spanOfRun(run, now);
  const hold = lane.bars.find((bar) => bar.hold && overlap(bar.span, span))?.hold;
  if (!hold) return "in-use";
  return hold.audience.some((org) => org.id === run.org.id) ? "audience" : "holdover";
}

/** Workloads of a lane that a bar's time had. */
export const runsWithin = (lane: Lane, bar: Bar, now: number): TimelineRun[] =>
  lane.runs.filter((run) => overlap(spanOfRun(run, now), bar.span));

/** Where the focus is: a lane's unit, or one of its bars. */
export interface Place {
  unitId: string;
  barId: string | undefined;
}

/** The bar that is nearest in time to an instant. */
function nearest(lane: Lane, at: number): Bar | undefined {
  const distance = ({ span }: Bar) => Math.max(span.from - at, at - span.to, 0);
  return [...lane.bars].sort((a, b) => distance(a) - distance(b))[0];
}

const within = (index: number, length: number): number => Math.min(Math.max(index, 0), length - 1);

/** Where a key leads: along a lane from its unit through its bars, and to the nearest bar of the lanes above and below. */
export function movedBy(key: string, place: Place, lanes: readonly Lane[], view: Span): Place | undefined {
  const row = lanes.findIndex((lane) => lane.unitId === place.unitId);
  const lane = lanes[row];
  if (!lane) return undefined;
  const column = lane.bars.findIndex((bar) => bar.id === place.barId);
  const along = (to: number): Place => ({
    unitId: lane.unitId,
    barId: lane.bars[within(to + 1, lane.bars.length + 1) - 1]?.id,
  });
  const across = (to: number): Place => {
    const other = lanes[within(to, lanes.length)] ?? lane;
    if (column < 0 || other === lane) return { unitId: other.unitId, barId: other === lane ? place.barId : undefined };
    const at = Math.min(Math.max(lane.bars[column]?.span.from ?? view.from, view.from), view.to);
    return { unitId: other.unitId, barId: nearest(other, at)?.id };
  };
  switch (key) {
    case "ArrowRight":
      return along(column + 1);
    case "ArrowLeft":
      return along(column - 1);
    case "Home":
      return along(-1);
    case "End":
      return along(lane.bars.length - 1);
    case "ArrowDown":
      return across(row + 1);
    case "ArrowUp":
      return across(row - 1);
    default:
      return undefined;
  }
}

import { DAY_MS, HOUR_MS, lengthOf, type Span } from "./scale";
import { dayLines, dayStart } from "./ticks";

const MINUTE_MS = 60_000;

/** A stretch that is taken; an open end is infinite. */
export type Busy = Span;

/** A term that was drawn: from now where it has no beginning, until cancelled where it has no end. */
export interface DrawnTerm {
  from: number | undefined;
  to: number | undefined;
}

/** How fine a term is drawn at this zoom; days are those of the zone, whatever their length. */
export function snapStep(span: Span): number | "day" {
  const length = lengthOf(span);
  if (length <= 2 * DAY_MS) return 15 * MINUTE_MS;
  return length <= 10 * DAY_MS ? HOUR_MS : "day";
}

const nextDay = (ms: number, zone: string): number =>
  dayLines({ from: ms + 1, to: ms + 3 * DAY_MS }, zone)[0] ?? ms + DAY_MS;

export function snapDown(ms: number, step: number | "day", zone: string): number {
  const day = dayStart(ms, zone);
  return step === "day" ? day : day + Math.floor((ms - day) / step) * step;
}

export function snapUp(ms: number, step: number | "day", zone: string): number {
  const down = snapDown(ms, step, zone);
  if (down === ms) return ms;
  const next = nextDay(ms, zone);
  return step === "day" ? next : Math.min(down + step, next);
}

interface Drag {
  /** Where the pointer went down, and where it is. */
  anchor: number;
  at: number;
  busy: readonly Busy[];
  now: number;
  step: number | "day";
  zone: string;
}

/**
 * The term that a drag over free time means: whole steps, within the gap where it began, and nothing that is past.
 * Undefined where it means none. Forms know minutes, so that an edge between two of them moves into the gap.
 */
export function drawnTerm({ anchor, at, busy, now, step, zone }: Drag): { from: number; to: number } | undefined {
  if (busy.some((each) => each.from <= anchor && anchor < each.to)) return undefined;
  const before = Math.max(...busy.filter((each) => each.to <= anchor).map((each) => each.to), now);
  const after = Math.min(
    ...busy.filter((each) => each.from > anchor).map((each) => each.from),
    Number.POSITIVE_INFINITY,
  );
  const start = snapDown(Math.min(anchor, at), step, zone);
  const end = Math.min(snapUp(Math.max(anchor, at), step, zone), Math.floor(after / MINUTE_MS) * MINUTE_MS);
  const from = start >= before ? start : before === now ? now : Math.ceil(before / MINUTE_MS) * MINUTE_MS;
  return from < end ? { from, to: end } : undefined;
}

/** The first time from now on that is free, to the next reservation. */
export function firstFree(busy: readonly Busy[], now: number): DrawnTerm {
  const rising = busy.filter((each) => each.to > now).sort((a, b) => a.from - b.from);
  let from = now;
  for (const each of rising) {
    if (each.from > from) {
      return { from: from === now ? undefined : from, to: Math.floor(each.from / MINUTE_MS) * MINUTE_MS };
    }
    from = Math.max(from, Math.ceil(each.to / MINUTE_MS) * MINUTE_MS);
  }
  return { from: from === now || !Number.isFinite(from) ? undefined : from, to: undefined };
}

import type { FieldProblem } from "./errors";

/** A half-open span of time `[startsAt, endsAt)` to the millisecond; `endsAt` null is open-ended (contract, sections 1 and 2). */
export interface Term {
  startsAt: Date;
  endsAt: Date | null;
}

/** A start up to this long past counts as now: the client's clock is a little behind (contract, section 7). */
export const START_GRACE_MS = 5 * 60 * 1000;

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FIRST_INSTANT = Date.UTC(1970, 0, 1);
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function daysInMonth(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return leap ? 29 : (DAYS[month - 1] ?? 0);
}

/** Minutes east of UTC; undefined where malformed. `-00:00` says "zone unknown" and is not taken for UTC. */
function offsetMinutes(text: string): number | undefined {
  if (text === "Z") return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 23 || minutes > 59 || text === "-00:00") return undefined;
  return (text.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Reads an RFC 3339 instant with an explicit offset, cut to the millisecond. Undefined for everything else: no zone,
 * impossible dates, leap seconds, years outside 1970–9999 in UTC (contract, section 7, "Input is strict").
 */
export function parseInstant(text: string): Date | undefined {
  const match = INSTANT.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = offsetMinutes(match[8] ?? "");
  if (offset === undefined || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const millis = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  const instant = Date.UTC(year, month - 1, day, hour, minute, second, millis) - offset * 60_000;
  // Date.UTC reads the years 0–99 as 1900–1999; they lie before the first instant either way.
  if (year < 100 || instant < FIRST_INSTANT || instant > LAST_INSTANT) return undefined;
  return new Date(instant);
}

export function overlaps(a: Term, b: Term): boolean {
  const aBeforeBEnds = b.endsAt === null || a.startsAt < b.endsAt;
  const bBeforeAEnds = a.endsAt === null || b.startsAt < a.endsAt;
  return aBeforeBEnds && bBeforeAEnds;
}

export const laterOf = (a: Date, b: Date): Date => new Date(Math.max(a.getTime(), b.getTime()));

export function covers(term: Term, instant: Date): boolean {
  return term.startsAt <= instant && (term.endsAt === null || instant < term.endsAt);
}

/**
 * The term that a caller asked for, at the database's `now`: no start is now, a start a little past counts as now.
 * Problems name `startsAt` or `endsAt` (contract, section 7).
 */
export function askedTerm(
  asked: { startsAt?: Date | undefined; endsAt?: Date | undefined },
  now: Date,
): { term: Term } | { problem: FieldProblem } {
  if (asked.startsAt && asked.startsAt.getTime() < now.getTime() - START_GRACE_MS) {
    return {
      problem: { field: "startsAt", message: "lies more than 5 minutes in the past; leave it out to start now" },
    };
  }
  const startsAt = asked.startsAt && asked.startsAt > now ? asked.startsAt : now;
  const endsAt = asked.endsAt ?? null;
  const problem = endProblem(endsAt, startsAt, now);
  // A start that was sent and lies after the end is reversed even where grace moved it to now.
  if (!problem && endsAt && asked.startsAt && endsAt <= asked.startsAt) {
    return { problem: { field: "endsAt", message: "must be after startsAt" } };
  }
  return problem ? { problem } : { term: { startsAt, endsAt } };
}

/** What is wrong with an end: it must lie after now and after the start; null (open-ended) is always right. */
export function endProblem(endsAt: Date | null, startsAt: Date, now: Date): FieldProblem | undefined {
  if (endsAt === null) return undefined;
  if (endsAt <= now) return { field: "endsAt", message: "must lie in the future" };
  if (endsAt <= startsAt) return { field: "endsAt", message: "must be after startsAt" };
  return undefined;
}

import { CalendarDate, CalendarDateTime, toZoned, type ZonedDateTime } from "@internationalized/date";
import { dateLabel, durationLabel, instantLabel, offsetLabel, timeLabel, utcLabel, wallTime } from "../ui/time-format";

/**
 * From what a person types to the instants that are sent. Dates are text and not spinning segments: what was typed is
 * kept and refused as it stands, and never bent to the nearest thing that exists (fault case 19).
 */
export interface EdgeInput {
  /** As typed: `2031-05-01` or `1 May 2031`. */
  date: string;
  /** As typed: `23:30`. Not read when terms are whole days. */
  time: string;
  /** Which of the two, where a local time happens twice. */
  occurrence: "first" | "second";
}

export interface TermInput {
  zone: string;
  wholeDays: boolean;
  /** `now` is left to the server: nothing is sent. A number is a stored start that stays as it is. */
  start: EdgeInput | "now" | number;
  /** `open`: no end, until cancelled. */
  end: EdgeInput | "open";
}

export type EdgeField = "date" | "time";

export interface EdgeProblem {
  field: EdgeField;
  message: string;
}

export interface EdgeReading {
  /** Undefined: not yet, or wrong; or a start that is now. */
  at?: number;
  problem?: EdgeProblem;
  /** Nothing is typed. Wrong only once it is sent. */
  isEmpty?: boolean;
  /** The local time happens twice: both offsets, the first one first. */
  twice?: { first: string; second: string };
  /** What the person should know about this edge, beside the exact instant. */
  note?: string;
}

export interface TermReading {
  start: EdgeReading;
  end: EdgeReading;
  /** The whole can be sent. */
  isComplete: boolean;
  /** What is sent; absent means now, and open. */
  startsAt?: string;
  endsAt?: string;
  /** Real time from start to end: `23 h` across a clock change. */
  duration?: string;
}

export const emptyEdge: EdgeInput = { date: "", time: "", occurrence: "first" };

/** What a form begins with: from now on, no end. */
export const openTerm = (zone: string): TermInput => ({ zone, wholeDays: true, start: "now", end: "open" });

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const MONTH_NAMES = MONTHS.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
const MAX_YEAR = 9999;
/** The server takes a start up to five minutes past as now (contract, section 7). */
const NOW_REACHES_BACK_MS = 5 * 60 * 1000;

const problem = (field: EdgeField, message: string): EdgeProblem => ({ field, message });
const pad = (value: number) => String(value).padStart(2, "0");

function twoWays(text: string): string {
  const [, first = "", second = "", year = ""] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  if (!year) return "Write the date as 2031-05-01 or 1 May 2031.";
  const [a, b] = [Number(first), Number(second)];
  const ways = [
    [a, b],
    [b, a],
  ].filter(([month = 0, day = 0]) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
  const written = [...new Set(ways.map(([month = 0, day = 0]) => `${year}-${pad(month)}-${pad(day)}`))];
  if (written.length === 0) return "Write the date as 2031-05-01 or 1 May 2031.";
  const meant = written.join(" or ");
  return written.length > 1 ? `${text} can be read two ways. Write ${meant}.` : `Write this date as ${meant}.`;
}

function dayOf(year: number, month: number, day: number): CalendarDate | string {
  if (month < 1 || month > 12) return `There is no month ${month}.`;
  if (year < 1 || year > MAX_YEAR) return `Write a year from 1 to ${MAX_YEAR}.`;
  const length = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  if (day < 1 || day > length)
    return `There is no ${day} ${MONTH_NAMES[month - 1]} ${year}: the month has ${length} days.`;
  return new CalendarDate(year, month, day);
}

/** A calendar day, or the sentence that says what is wrong with the text. */
export function parseDay(typed: string): CalendarDate | string {
  const text = typed.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})$/i.exec(text);
  const month = named ? MONTHS.findIndex((name) => name.startsWith((named[2] ?? "").toLowerCase())) : -1;
  if (named && month >= 0) return dayOf(Number(named[3]), month + 1, Number(named[1]));
  return twoWays(text);
}

/** Hours and minutes of the 24-hour clock, or what is wrong. */
export function parseTime(typed: string): { hour: number; minute: number } | string {
  const match = /^(\d{1,2}):(\d{2})$/.exec(typed.trim());
  if (!match) return "Write the time as 09:30 or 23:30, on the 24-hour clock.";
  const [hour, minute] = [Number(match[1]), Number(match[2])];
  if (hour === 24 && minute === 0) return "A day ends at 00:00 of the next day: write the next day and 00:00.";
  if (hour > 23 || minute > 59) return `There is no ${match[0]} on the 24-hour clock.`;
  return { hour, minute };
}

const sameWall = (zoned: ZonedDateTime, wall: CalendarDateTime) =>
  zoned.hour === wall.hour && zoned.minute === wall.minute && zoned.day === wall.day;

const at = (zoned: ZonedDateTime) => zoned.toDate().getTime();

/** `01:30`, with its date where that is not the day that was written: a clock that goes forward at midnight. */
function withinDay(ms: number, zone: string, { year, month, day }: CalendarDateTime): string {
  const there = wallTime(ms, zone);
  const isSame = there.year === year && there.month === month && there.day === day;
  return isSame ? timeLabel(ms, zone) : `${timeLabel(ms, zone)} on ${dateLabel(ms, zone)}`;
}

/** The instant of a local time: refused where it doesn't exist, both offsets told where it happens twice. */
function localInstant(wall: CalendarDateTime, zone: string, occurrence: EdgeInput["occurrence"]): EdgeReading {
  const [earlier, later] = [toZoned(wall, zone, "earlier"), toZoned(wall, zone, "later")];
  const said = `${pad(wall.hour)}:${pad(wall.minute)}`;
  if (!sameWall(earlier, wall)) {
    const [before, after] = [at(earlier), at(later)].map((ms) => withinDay(ms, zone, wall));
    const message = `${said} does not exist on ${dateLabel(at(later), zone)} in ${zone}: the clock goes forward over it. Write ${before} or ${after}.`;
    return { problem: problem("time", message) };
  }
  if (at(earlier) === at(later)) return { at: at(earlier) };
  const twice = { first: offsetLabel(at(earlier), zone), second: offsetLabel(at(later), zone) };
  return { at: at(occurrence === "first" ? earlier : later), twice };
}

/** The first instant of a day: midnight, or what follows it where the clock goes forward at midnight. */
function firstInstant(day: CalendarDate, zone: string): number {
  return at(toZoned(new CalendarDateTime(day.year, day.month, day.day), zone, "compatible"));
}

/** A day as an edge: its first instant, or that of a day some days on. */
export function readDayEdge(edge: EdgeInput, zone: string, addDays: number): EdgeReading {
  if (edge.date.trim() === "") return { isEmpty: true };
  const day = parseDay(edge.date);
  if (typeof day === "string") return { problem: problem("date", day) };
  const bound = day.add({ days: addDays });
  if (bound.year > MAX_YEAR) return { problem: problem("date", `Choose a day before the end of ${MAX_YEAR}.`) };
  return { at: firstInstant(bound, zone) };
}

/** A day and a time as an edge. */
export function readTimedEdge(edge: EdgeInput, zone: string): EdgeReading {
  if (edge.date.trim() === "" && edge.time.trim() === "") return { isEmpty: true };
  if (edge.date.trim() === "") return { problem: problem("date", "Write a date too.") };
  const day = parseDay(edge.date);
  if (typeof day === "string") return { problem: problem("date", day) };
  if (edge.time.trim() === "") return { isEmpty: true };
  const time = parseTime(edge.time);
  if (typeof time === "string") return { problem: problem("time", time) };
  return localInstant(
    new CalendarDateTime(day.year, day.month, day.day, time.hour, time.minute),
    zone,
    edge.occurrence,
  );
}

function readStart(input: TermInput, now: number): EdgeReading {
  if (input.start === "now") return {};
  if (typeof input.start === "number") return { at: input.start };
  const read = input.wholeDays ? readDayEdge(input.start, input.zone, 0) : readTimedEdge(input.start, input.zone);
  if (read.at === undefined || read.at > now) return read;
  const dayEnd = input.wholeDays ? readDayEdge(input.start, input.zone, 1).at : undefined;
  if (dayEnd !== undefined && dayEnd > now) return { note: "This day has begun: the term starts when you confirm." };
  if (!input.wholeDays && read.at > now - NOW_REACHES_BACK_MS)
    return { twice: read.twice, note: "This is now: the term starts when you confirm." };
  const over = `${instantLabel(read.at, input.zone)} is past. Choose a later time, or start now.`;
  return { problem: problem("date", input.wholeDays ? "This day is over. Choose a later day, or start now." : over) };
}

function readEnd(input: TermInput, now: number, start: number | undefined): EdgeReading {
  if (input.end === "open") return {};
  const read = input.wholeDays ? readDayEdge(input.end, input.zone, 1) : readTimedEdge(input.end, input.zone);
  if (read.at === undefined) return read;
  if (start !== undefined && read.at <= start) {
    const message = input.wholeDays ? "The last day is before the first." : "The end must be after the start.";
    return { ...read, at: undefined, problem: problem("date", message) };
  }
  if (read.at <= now) return { ...read, at: undefined, problem: problem("date", "The end is past.") };
  return read;
}

/** What was typed, read at the server's `now`. Pure: the same input and the same now read the same. */
export function readTerm(input: TermInput, now: number): TermReading {
  const start = readStart(input, now);
  const end = readEnd(input, now, start.at);
  const isRead = (edge: EdgeReading) => !edge.problem && !edge.isEmpty;
  const isComplete = isRead(start) && isRead(end);
  return {
    start,
    end,
    isComplete,
    startsAt: start.at === undefined ? undefined : new Date(start.at).toISOString(),
    endsAt: end.at === undefined ? undefined : new Date(end.at).toISOString(),
    duration: isComplete && end.at !== undefined ? durationLabel(start.at ?? now, end.at) : undefined,
  };
}

/** The reading with what is missing named as a problem, for the moment of sending. */
export function insisted(reading: TermReading, wholeDays: boolean): TermReading {
  const insist = (edge: EdgeReading, missing: string): EdgeReading =>
    edge.isEmpty ? { problem: problem("date", missing) } : edge;
  return {
    ...reading,
    start: insist(
      reading.start,
      wholeDays ? "Write the first day, or start now." : "Write date and time, or start now.",
    ),
    end: insist(
      reading.end,
      wholeDays ? "Write the last day, or choose no end." : "Write date and time, or choose no end.",
    ),
  };
}

/** `1 May 2031 00:00 Europe/Berlin · 2031-04-30T22:00:00Z`, the offset beside the zone where a time happens twice. */
export function edgeLabel(ms: number, zone: string, isTwice = false): string {
  const offset = isTwice ? ` (${offsetLabel(ms, zone)})` : "";
  return `${instantLabel(ms, zone)}${offset} · ${utcLabel(ms)}`;
}

/** An instant as it is typed, in a zone: to fill a form with a stored term. */
export function edgeOf(ms: number, zone: string): EdgeInput {
  const { year, month, day, hour, minute } = wallTime(ms, zone);
  const first = localInstant(new CalendarDateTime(year, month, day, hour, minute), zone, "first");
  const isSecond = first.twice && first.at !== Math.floor(ms / 60_000) * 60_000;
  return {
    date: `${String(year).padStart(4, "0")}-${pad(month)}-${pad(day)}`,
    time: `${pad(hour)}:${pad(minute)}`,
    occurrence: isSecond ? "second" : "first",
  };
}

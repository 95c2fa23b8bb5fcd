import { CalendarDate, CalendarDateTime, fromAbsolute, toCalendarDate, toZoned } from "@internationalized/date";
import { dateLabel, timeLabel, wallTime } from "../ui/time-format";
import { DAY_MS, HOUR_MS, lengthOf, type Span } from "./scale";

export interface Tick {
  at: number;
  /** Empty where there is no room for the whole of it: half a word says less than the line alone. */
  label: string;
}

export interface Ticks {
  /** What the lower ones are part of: days over hours, months over days, years over months. */
  upper: Tick[];
  lower: Tick[];
  /** Where days begin, where there is room to draw them. */
  days: number[];
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LEAST_DAY_PX = 7;

/** The first instant of a calendar day: usually midnight, later where the clock skips that. */
const startOf = (day: CalendarDate, zone: string): number => toZoned(day, zone, "compatible").toDate().getTime();

const dayAt = (ms: number, zone: string): CalendarDate => toCalendarDate(fromAbsolute(ms, zone));

/** Where the day that an instant is in began. */
export const dayStart = (ms: number, zone: string): number => startOf(dayAt(ms, zone), zone);

/** Where the days within [from, to] begin: 23, 24 or 25 hours apart, as the zone's clock has it. */
export function dayLines({ from, to }: Span, zone: string): number[] {
  const lines: number[] = [];
  for (let day = dayAt(from, zone), at = startOf(day, zone); at <= to; at = startOf(day, zone)) {
    // A zone may have skipped a whole day: its line is the next one's.
    if (at >= from && at !== lines.at(-1)) lines.push(at);
    day = day.add({ days: 1 });
  }
  return lines;
}

function hourLines(span: Span, zone: string, step: number): number[] {
  const lines: number[] = [];
  for (const start of [dayStart(span.from, zone), ...dayLines(span, zone)]) {
    const day = dayAt(start, zone);
    for (let hour = 0; hour < 24; hour += step) {
      const at = toZoned(new CalendarDateTime(day.year, day.month, day.day, hour), zone, "earlier")
        .toDate()
        .getTime();
      const isThere = wallTime(at, zone).hour === hour;
      if (isThere && at >= span.from && at <= span.to && at > (lines.at(-1) ?? Number.NEGATIVE_INFINITY))
        lines.push(at);
    }
  }
  return lines;
}

function monthLines({ from, to }: Span, zone: string, step: number): number[] {
  const lines: number[] = [];
  const { year, month } = dayAt(from, zone);
  for (let first = new CalendarDate(year, month - ((month - 1) % step), 1); ; first = first.add({ months: step })) {
    const at = startOf(first, zone);
    if (at > to) return lines;
    if (at >= from) lines.push(at);
  }
}

const mondays = (span: Span, zone: string): number[] =>
  dayLines(span, zone).filter((at) => weekday(at, zone) === "Mon");

function weekday(ms: number, zone: string): string {
  const { year, month, day } = wallTime(ms, zone);
  return DAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? "";
}

const monthName = (ms: number, zone: string) => MONTHS[wallTime(ms, zone).month - 1] ?? "";
const monthAndYear = (ms: number, zone: string) => `${monthName(ms, zone)} ${wallTime(ms, zone).year}`;
const dayNumber = (ms: number, zone: string) => String(wallTime(ms, zone).day);
const fullDay = (ms: number, zone: string) => `${weekday(ms, zone)} ${dateLabel(ms, zone)}`;
const shortDay = (ms: number, zone: string) => `${weekday(ms, zone)} ${dayNumber(ms, zone)}`;
const yearName = (ms: number, zone: string) => String(wallTime(ms, zone).year);

interface Step {
  /** About how long it is, and how much room its label needs. */
  ms: number;
  px: number;
  lines: (span: Span, zone: string) => number[];
  label: (ms: number, zone: string) => string;
  upper: (span: Span, zone: string) => number[];
  /** The first one that has room is taken. */
  upperLabels: readonly ((ms: number, zone: string) => string)[];
}

const hours = (step: number): Step => ({
  ms: step * HOUR_MS,
  // A day's own label stands above, with its year.
  px: step === 12 ? 50 : 42,
  lines: (span, zone) => hourLines(span, zone, step),
  label: timeLabel,
  upper: dayLines,
  upperLabels: [fullDay, shortDay],
});
const byMonth = {
  upper: (span: Span, zone: string) => monthLines(span, zone, 1),
  upperLabels: [monthAndYear, monthName],
};
const STEPS: readonly Step[] = [
  ...[1, 2, 3, 6, 12].map(hours),
  {
    ms: DAY_MS,
    px: 46,
    lines: dayLines,
    label: shortDay,
    ...byMonth,
  },
  { ms: DAY_MS, px: 22, lines: dayLines, label: dayNumber, ...byMonth },
  { ms: 7 * DAY_MS, px: 22, lines: mondays, label: dayNumber, ...byMonth },
  {
    ms: 30 * DAY_MS,
    px: 30,
    lines: (span, zone) => monthLines(span, zone, 1),
    label: monthName,
    upper: (span, zone) => monthLines(span, zone, 12),
    upperLabels: [yearName],
  },
];
const COARSEST: Step = {
  ms: 90 * DAY_MS,
  px: 0,
  lines: (span, zone) => monthLines(span, zone, 3),
  label: monthName,
  upper: (span, zone) => monthLines(span, zone, 12),
  upperLabels: [yearName],
};

/** About the most that a letter of the small type takes, and the gap to the line before it. */
const LETTER_PX = 6;
const GAP_PX = 5;
const fits = (label: string, px: number): boolean => label.length * LETTER_PX + GAP_PX <= px;

/** Each label has the room to the next line, the last one to the edge. */
function labelled(
  lines: readonly number[],
  end: number,
  pxPerMs: number,
  labelsOf: (at: number) => readonly string[],
): Tick[] {
  return lines.map((at, index) => {
    const room = ((lines[index + 1] ?? end) - at) * pxPerMs;
    return { at, label: labelsOf(at).find((label) => fits(label, room)) ?? "" };
  });
}

/** The finest lines whose labels have room, on a drawing of this width. */
export function ticks(span: Span, zone: string, width: number): Ticks {
  const pxPerMs = width / lengthOf(span);
  const step = STEPS.find(({ ms, px }) => ms * pxPerMs >= px) ?? COARSEST;
  // What the left edge is in the middle of is said there, too.
  const upper = [span.from, ...step.upper(span, zone).filter((at) => at > span.from)];
  return {
    upper: labelled(upper, span.to, pxPerMs, (at) => step.upperLabels.map((labelOf) => labelOf(at, zone))),
    lower: labelled(step.lines(span, zone), span.to, pxPerMs, (at) => [step.label(at, zone)]),
    days: DAY_MS * pxPerMs >= LEAST_DAY_PX ? dayLines(span, zone) : [],
  };
}

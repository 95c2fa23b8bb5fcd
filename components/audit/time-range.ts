import { parseAbsolute, toCalendarDate } from "@internationalized/date";
import { type EdgeReading, readDayEdge, readTimedEdge } from "@/components/patterns/term-input";

export interface Range {
  from: string | undefined;
  to: string | undefined;
}

const HOUR_MS = 60 * 60 * 1000;
export const PRESETS = [
  ["hour", "Last hour"],
  ["day", "Last 24 hours"],
  ["today", "Today"],
  ["yesterday", "Yesterday"],
  ["week", "Last 7 days"],
  ["month", "Last 30 days"],
  ["any", "Any time"],
] as const;
export type Preset = (typeof PRESETS)[number][0];

const HOURS: Partial<Record<Preset, number>> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 };

/** A span as it is meant at an instant in a zone; from then on it stays where it is, so that a link means the same. */
export function presetRange(preset: Preset, now: number, zone: string): Range {
  const iso = (ms: number) => new Date(ms).toISOString();
  const hours = HOURS[preset];
  if (hours !== undefined) return { from: iso(now - hours * HOUR_MS), to: undefined };
  if (preset === "any") return { from: undefined, to: undefined };
  const today = toCalendarDate(parseAbsolute(iso(now), zone));
  const midnight = today.toDate(zone).toISOString();
  if (preset === "today") return { from: midnight, to: undefined };
  return { from: today.subtract({ days: 1 }).toDate(zone).toISOString(), to: midnight };
}

export interface TypedEdge {
  date: string;
  time: string;
}

/** What a person typed: a day alone means the whole of it, no day at all leaves that side open. */
export function readRange(from: TypedEdge, to: TypedEdge, zone: string): { from: EdgeReading; to: EdgeReading } {
  const read = ({ date, time }: TypedEdge, addDays: number): EdgeReading => {
    const edge = { date, time, occurrence: "first" as const };
    return time.trim() === "" ? readDayEdge(edge, zone, addDays) : readTimedEdge(edge, zone);
  };
  const [start, end] = [read(from, 0), read(to, 1)];
  const isTurned = start.at !== undefined && end.at !== undefined && end.at <= start.at;
  if (isTurned) return { from: start, to: { problem: { field: "date", message: "This must be after the start." } } };
  return { from: start, to: end };
}

import { beginsDay, dateLabel, timeLabel } from "@/components/ui/time-format";

const DAY_MS = 24 * 60 * 60 * 1000;

function edge(ms: number, zone: string): string {
  return beginsDay(ms, zone) ? dateLabel(ms, zone) : `${dateLabel(ms, zone)} ${timeLabel(ms, zone)}`;
}

/** A span of time in a few words: `Any time`, `29 Nov 2026`, `Since 1 Nov 2026`, `28 Nov 2026 09:00 to 29 Nov 2026`. */
export function rangeLabel(from: string | undefined, to: string | undefined, zone: string): string {
  const [start, end] = [from, to].map((time) => (time === undefined ? undefined : Date.parse(time)));
  if (start === undefined && end === undefined) return "Any time";
  if (start === undefined) return `Before ${edge(end ?? 0, zone)}`;
  if (end === undefined) return `Since ${edge(start, zone)}`;
  // A day has 23 to 25 hours.
  const isOneDay = beginsDay(start, zone) && beginsDay(end, zone) && Math.abs(end - start - DAY_MS) <= DAY_MS / 24;
  return isOneDay ? dateLabel(start, zone) : `${edge(start, zone)} to ${edge(end, zone)}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const pad = (value: number, width = 2) => String(value).padStart(width, "0");

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    calendar: "gregory",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(zone, made);
  return made;
}

/** What a clock on the wall shows in a zone at an instant. */
export function wallTime(ms: number, zone: string): WallTime {
  const parts = Object.fromEntries(
    formatter(zone)
      .formatToParts(ms)
      .map((part) => [part.type, Number(part.value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

/** The instant begins a day on the zone's clock: at midnight, or later where clocks that are set forward skip it. */
export function beginsDay(ms: number, zone: string): boolean {
  return wallTime(ms, zone).day !== wallTime(ms - 1, zone).day;
}

/** Minutes east of UTC in a zone at an instant. */
function offsetMinutes(ms: number, zone: string): number {
  const wall = wallTime(ms, zone);
  const asUtc = new Date(0);
  asUtc.setUTCFullYear(wall.year, wall.month - 1, wall.day);
  asUtc.setUTCHours(wall.hour, wall.minute, wall.second);
  return Math.round((asUtc.getTime() - Math.floor(ms / SECOND) * SECOND) / MINUTE);
}

/** `+02:00`, `-07:00`, `+00:00`. */
export function offsetLabel(ms: number, zone: string): string {
  const minutes = offsetMinutes(ms, zone);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** `1 May 2031`: no order of numbers that could be read two ways. */
export function dateLabel(ms: number, zone: string): string {
  const wall = wallTime(ms, zone);
  return `${wall.day} ${MONTHS[wall.month - 1]} ${wall.year}`;
}

/** `00:00`, or `00:00:00`. */
export function timeLabel(ms: number, zone: string, withSeconds = false): string {
  const wall = wallTime(ms, zone);
  return `${pad(wall.hour)}:${pad(wall.minute)}${withSeconds ? `:${pad(wall.second)}` : ""}`;
}

/** `1 May 2031 00:00 Europe/Berlin`. */
export function instantLabel(ms: number, zone: string): string {
  return `${dateLabel(ms, zone)} ${timeLabel(ms, zone)} ${zone}`;
}

/** `2031-04-30T22:00:00Z`, with milliseconds only where there are some. */
export function utcLabel(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

/** A sentence of the server with its instants as a person in this zone reads them. */
export const inZone = (sentence: string, zone: string): string =>
  sentence.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (iso) => instantLabel(Date.parse(iso), zone));

function sizeLabel(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  const days = Math.floor(ms / DAY);
  return days < 731 ? `${days} days` : `${Math.floor(days / 365.25)} years`;
}

/** `5 min ago`, `in 3 days`, `now`: whole units that have passed or are left. */
export function relativeLabel(ms: number, now: number): string {
  const distance = ms - now;
  if (Math.abs(distance) < SECOND) return "now";
  return distance > 0 ? `in ${sizeLabel(distance)}` : `${sizeLabel(-distance)} ago`;
}

const WHOLE_DAYS_FROM = 90;

/** How much real time lies between two instants: `23 h`, `30 days 1 h`, `1 h 30 min`. */
export function durationLabel(from: number, to: number): string {
  const minutes = Math.floor((to - from) / MINUTE);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  // Up to two days in hours: 23 and 25 hours are what a day with a clock change really has.
  const parts: [number, string][] =
    minutes < 2 * 1440
      ? [
          [Math.floor(minutes / 60), "h"],
          [rest, "min"],
        ]
      : [
          [days, "days"],
          [hours, "h"],
          [rest, "min"],
        ];
  if (days >= WHOLE_DAYS_FROM) parts.length = 1;
  const said = parts.filter(([count]) => count !== 0).map(([count, unit]) => `${count} ${unit}`);
  return said.length > 0 ? said.join(" ") : "less than a minute";
}

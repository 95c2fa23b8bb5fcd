import fc from "fast-check";
import { expect, test } from "vitest";
import { wallTime } from "../ui/time-format";
import { DAY_MS, HOUR_MS, type Span } from "./scale";
import { dayLines, dayStart, ticks } from "./ticks";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Havana",
  "Asia/Beirut",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Pacific/Apia",
] as const;

const at = (iso: string) => Date.parse(iso);
const hoursBetween = (lines: readonly number[]) =>
  lines.slice(1).map((line, index) => (line - (lines[index] ?? 0)) / HOUR_MS);

test("the day the clock goes forward has 23 hours, the one it goes back 25", () => {
  const spring = dayLines(
    { from: at("2031-03-29T00:00:00+01:00"), to: at("2031-04-01T00:00:00+02:00") },
    "Europe/Berlin",
  );
  expect(hoursBetween(spring)).toEqual([24, 23, 24]);
  const autumn = dayLines(
    { from: at("2031-10-25T00:00:00+02:00"), to: at("2031-10-28T00:00:00+01:00") },
    "Europe/Berlin",
  );
  expect(hoursBetween(autumn)).toEqual([24, 25, 24]);
});

test("where the clock skips midnight the day begins when it goes on", () => {
  const midday = at("2022-03-27T12:00:00+03:00");
  expect(new Date(dayStart(midday, "Asia/Beirut")).toISOString()).toBe("2022-03-26T22:00:00.000Z");
  expect(wallTime(dayStart(midday, "Asia/Beirut"), "Asia/Beirut").hour).toBe(1);
});

test("hours that don't exist have no line, and one that comes twice has one", () => {
  const day = { from: at("2031-03-30T00:00:00+01:00"), to: at("2031-03-30T06:00:00+02:00") };
  const hourNames = (span: Span) =>
    ticks(span, "Europe/Berlin", 1000)
      .lower.filter(({ at }) => at < span.to)
      .map((tick) => tick.label);
  expect(hourNames(day)).toEqual(["00:00", "01:00", "03:00", "04:00", "05:00"]);
  const back = { from: at("2031-10-26T00:00:00+02:00"), to: at("2031-10-26T04:00:00+01:00") };
  expect(hourNames(back)).toEqual(["00:00", "01:00", "02:00", "03:00"]);
});

test.each([
  [1, "Sat 1 Mar 2031", "12:00"],
  [7, "Sat 1", "12:00"],
  [14, "Mar 2031", "Sun 2"],
  [30, "Mar 2031", "2"],
  [90, "Mar 2031", "3"],
  [365, "2031", "Apr"],
])("%i days are labelled with what fits", (days, upper, lower) => {
  const from = at("2031-03-01T12:00:00Z");
  const drawn = ticks({ from, to: from + days * DAY_MS }, "UTC", 1000);
  expect(drawn.upper[0]).toEqual({ at: from, label: upper });
  expect(drawn.lower[0]?.label).toBe(lower);
});

test("a label that the next line or the edge would cut is short, or left out", () => {
  const from = at("2031-02-28T12:00:00Z");
  const { upper, lower } = ticks({ from, to: from + 7 * DAY_MS }, "UTC", 230);
  expect(upper.map(({ label }) => label)).toEqual(["", "Mar 2031"]);
  expect(lower.map(({ label }) => label)).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  const later = ticks({ from: from - 2 * DAY_MS, to: from + 4.6 * DAY_MS }, "UTC", 230);
  expect(later.upper.map(({ label }) => label)).toEqual(["Feb 2031", "Mar 2031"]);
  expect(later.lower.at(-1)?.label).toBe("");
});

const spans = fc
  .record({
    from: fc.integer({ min: at("2005-01-01T00:00:00Z"), max: at("2036-01-01T00:00:00Z") }),
    hours: fc.integer({ min: 6, max: 400 * 24 }),
    zone: fc.constantFrom(...ZONES),
    width: fc.integer({ min: 200, max: 2400 }),
  })
  .map(({ from, hours, zone, width }) => ({ span: { from, to: from + hours * HOUR_MS }, zone, width }));

test("in every zone each day of the view has one line, at its first instant", () => {
  fc.assert(
    fc.property(spans, ({ span, zone }) => {
      const dateOf = (ms: number) => {
        const { year, month, day } = wallTime(ms, zone);
        return `${year}-${month}-${day}`;
      };
      const lines = dayLines(span, zone);
      for (const line of lines) {
        expect(line).toBeGreaterThanOrEqual(span.from);
        expect(line).toBeLessThanOrEqual(span.to);
        expect(dateOf(line - 1)).not.toBe(dateOf(line));
      }
      // Half of a day after each line it is still that day, and no other line was passed.
      expect(new Set(lines.map(dateOf)).size).toBe(lines.length);
      for (const hours of hoursBetween(lines)) expect(hours).toBeGreaterThanOrEqual(23);
      for (const hours of hoursBetween(lines)) expect(hours).toBeLessThanOrEqual(25);
    }),
    { numRuns: 60 },
  );
});

test("ticks rise, stay within the view, and their labels have room", () => {
  fc.assert(
    fc.property(spans, ({ span, zone, width }) => {
      const { lower, upper, days } = ticks(span, zone, width);
      for (const lines of [lower.map((tick) => tick.at), upper.map((tick) => tick.at), days]) {
        expect(lines.every((line) => line >= span.from && line <= span.to)).toBe(true);
        expect(lines.every((line, index) => index === 0 || line > (lines[index - 1] ?? 0))).toBe(true);
      }
      const pxPerMs = width / (span.to - span.from);
      expect(lower.length, "lines at all").toBeGreaterThanOrEqual(
        Math.min(2, Math.floor((span.to - span.from) / (100 * DAY_MS))),
      );
      const gaps = lower.slice(1).map((tick, index) => (tick.at - (lower[index]?.at ?? 0)) * pxPerMs);
      // A day of 23 hours is a little narrower than its label was given.
      for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(20 * 0.9);
    }),
    { numRuns: 60 },
  );
});

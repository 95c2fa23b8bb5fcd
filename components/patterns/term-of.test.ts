import fc from "fast-check";
import { expect, test } from "vitest";
import { readTerm } from "./term-input";
import { termOf, toldIn } from "./term-of";

const at = (iso: string) => Date.parse(iso);
const NOW = at("2031-03-01T12:00:00Z");
const MINUTE = 60_000;

test("whole days are said as days, by the last one", () => {
  const term = termOf(at("2031-03-30T00:00:00+01:00"), at("2031-04-02T00:00:00+02:00"), "Europe/Berlin");
  expect(term).toMatchObject({ wholeDays: true, start: { date: "2031-03-30" }, end: { date: "2031-04-01" } });
});

test("a day begins where its midnight is skipped, and once where it comes twice", () => {
  const skipped = termOf(at("2031-09-02T00:00:00-04:00"), at("2031-09-07T01:00:00-03:00"), "America/Santiago");
  expect(skipped).toMatchObject({ wholeDays: true, start: { date: "2031-09-02" }, end: { date: "2031-09-06" } });
  const [first, second] = [at("2031-11-02T00:00:00-04:00"), at("2031-11-02T00:00:00-05:00")];
  expect(termOf(first, at("2031-11-03T00:00:00-05:00"), "America/Havana").wholeDays).toBe(true);
  expect(termOf(second, at("2031-11-03T00:00:00-05:00"), "America/Havana").wholeDays).toBe(false);
});

test("from now with no end leaves the end to be chosen", () => {
  expect(termOf(undefined, undefined, "UTC")).toMatchObject({ start: "now", wholeDays: true, end: { date: "" } });
});

test("the form says the very instants, in every zone and across clock changes", () => {
  // What is not after now is now to the form.
  const minutes = fc.integer({ min: NOW / MINUTE + 1, max: at("2033-01-01T00:00:00Z") / MINUTE });
  const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu");
  fc.assert(
    fc.property(minutes, fc.integer({ min: 1, max: 100_000 }), zones, fc.boolean(), (start, length, zone, isNow) => {
      const [from, to] = [start * MINUTE, (start + length) * MINUTE];
      const reading = readTerm(termOf(isNow ? undefined : from, to, zone), NOW);
      expect(reading.endsAt).toBe(new Date(to).toISOString());
      expect(reading.startsAt).toBe(isNow ? undefined : new Date(from).toISOString());
    }),
  );
});

test("whole days told to the minute and back are the same days, across clock changes", () => {
  const days = fc.integer({ min: 0, max: 700 });
  const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago");
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 90 }), zones, (first, more, zone) => {
      const day = (n: number) => new Date(NOW + (n + 1) * 1440 * MINUTE).toISOString().slice(0, 10);
      const edge = (date: string) => ({ date, time: "", occurrence: "first" as const });
      const term = { zone, wholeDays: true, start: edge(day(first)), end: edge(day(first + more)) };
      const minutes = toldIn(term, false);
      const [then, now] = [readTerm(term, NOW), readTerm(minutes, NOW)];
      expect([now.startsAt, now.endsAt]).toEqual([then.startsAt, then.endsAt]);
      expect(toldIn(minutes, true)).toMatchObject({ start: { date: day(first) }, end: { date: day(first + more) } });
    }),
  );
});

test("an end within a day makes that day the last one, and what is open or not yet typed stays", () => {
  const term = { zone: "UTC", wholeDays: false, start: "now" as const, end: edgeAt("2031-12-31", "18:30") };
  expect(toldIn(term, true)).toMatchObject({ start: "now", end: { date: "2031-12-31" } });
  const midnight = { ...term, end: edgeAt("2031-12-31", "00:00") };
  expect(toldIn(midnight, true)).toMatchObject({ end: { date: "2031-12-30" } });
  expect(toldIn({ ...term, end: "open" }, true).end).toBe("open");
  expect(toldIn({ ...term, end: edgeAt("31 foo", "") }, true)).toMatchObject({ end: { date: "31 foo" } });
});

function edgeAt(date: string, time: string) {
  return { date, time, occurrence: "first" as const };
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { readTerm } from "./term-input";
import { termOf } from "./term-of";

const at = (iso: string) => Date.parse(iso);
const NOW = at("2031-03-01T12:00:00Z");
const MINUTE = 60_000;

test("whole days are said as days, by the last one", () => {
  const term = termOf(at("2031-03-30T00:00:00+01:00"), at("2031-04-02T00:00:00+02:00"), "Europe/Berlin");
  expect(term).toMatchObject({ wholeDays: true, start: { date: "2031-03-30" }, end: { date: "2031-04-01" } });
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

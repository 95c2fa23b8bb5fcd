import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawnTerm, firstFree, snapDown, snapStep, snapUp } from "./drag";
import { DAY_MS, HOUR_MS } from "./scale";

const at = (iso: string) => Date.parse(iso);
const NOW = at("2031-03-01T12:00:30Z");
const utc = { now: NOW, step: HOUR_MS, zone: "UTC", busy: [] };

describe("the term that a drag means", () => {
  test("is made of whole steps, whichever way the pointer went", () => {
    const [a, b] = [at("2031-03-02T09:20:00Z"), at("2031-03-02T14:40:00Z")];
    const term = { from: at("2031-03-02T09:00:00Z"), to: at("2031-03-02T15:00:00Z") };
    expect(drawnTerm({ ...utc, anchor: a, at: b })).toEqual(term);
    expect(drawnTerm({ ...utc, anchor: b, at: a })).toEqual(term);
  });

  test("stays in the gap where it began", () => {
    const busy = [
      { from: at("2031-03-01T13:00:00Z"), to: at("2031-03-02T08:30:20Z") },
      { from: at("2031-03-02T12:45:40Z"), to: Number.POSITIVE_INFINITY },
    ];
    const drag = { ...utc, busy, anchor: at("2031-03-02T10:00:00Z") };
    expect(drawnTerm({ ...drag, at: at("2031-03-05T00:00:00Z") })?.to).toBe(at("2031-03-02T12:45:00Z"));
    expect(drawnTerm({ ...drag, at: at("2031-03-01T00:00:00Z") })?.from).toBe(at("2031-03-02T08:31:00Z"));
    expect(drawnTerm({ ...drag, anchor: at("2031-03-02T08:00:00Z"), at: at("2031-03-02T10:00:00Z") })).toBeUndefined();
  });

  test("begins now where it was drawn from the past, and is none where all of it is past", () => {
    const drag = { ...utc, anchor: at("2031-03-01T10:00:00Z") };
    expect(drawnTerm({ ...drag, at: at("2031-03-01T14:30:00Z") })).toEqual({
      from: NOW,
      to: at("2031-03-01T15:00:00Z"),
    });
    expect(drawnTerm({ ...drag, at: at("2031-03-01T11:00:00Z") })).toBeUndefined();
  });

  test("has days of the zone, across a clock change too", () => {
    const drag = { ...utc, step: "day" as const, zone: "Europe/Berlin", anchor: at("2031-03-30T10:00:00Z") };
    const term = drawnTerm({ ...drag, at: at("2031-03-30T11:00:00Z") });
    expect(term).toEqual({ from: at("2031-03-30T00:00:00+01:00"), to: at("2031-03-31T00:00:00+02:00") });
    expect(((term?.to ?? 0) - (term?.from ?? 0)) / HOUR_MS).toBe(23);
  });
});

test("steps get coarser as more is in view", () => {
  expect([1, 7, 30].map((days) => snapStep({ from: 0, to: days * DAY_MS }))).toEqual([15 * 60_000, HOUR_MS, "day"]);
});

const instants = fc.integer({ min: NOW - 40 * DAY_MS, max: NOW + 40 * DAY_MS });
const steps = fc.constantFrom(15 * 60_000, HOUR_MS, "day" as const);
const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu");
const busyList = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 4 * DAY_MS }), fc.integer({ min: 1, max: 4 * DAY_MS })), { maxLength: 8 })
  .map((parts) => {
    let end = NOW - 20 * DAY_MS;
    return parts.map(([gap, length]) => {
      const from = end + gap;
      end = from + length;
      return { from, to: end };
    });
  });

test("a snapped instant is no further than a step away, and snapping again keeps it", () => {
  fc.assert(
    fc.property(instants, steps, zones, (ms, step, zone) => {
      const [down, up] = [snapDown(ms, step, zone), snapUp(ms, step, zone)];
      expect(down).toBeLessThanOrEqual(ms);
      expect(up).toBeGreaterThanOrEqual(ms);
      expect(up - down).toBeLessThanOrEqual(step === "day" ? 25 * HOUR_MS : step);
      expect(snapDown(down, step, zone)).toBe(down);
      expect(snapUp(up, step, zone)).toBe(up);
    }),
  );
});

test("whatever is drawn is free and to come", () => {
  fc.assert(
    fc.property(instants, instants, busyList, steps, zones, (anchor, end, busy, step, zone) => {
      const term = drawnTerm({ anchor, at: end, busy, now: NOW, step, zone });
      if (!term) return;
      expect(term.from).toBeGreaterThanOrEqual(NOW);
      expect(term.to).toBeGreaterThan(term.from);
      expect(busy.some((each) => each.from < term.to && term.from < each.to)).toBe(false);
    }),
  );
});

test("the first free time meets nothing, and nothing earlier was free", () => {
  fc.assert(
    fc.property(busyList, (busy) => {
      const { from = NOW, to = Number.POSITIVE_INFINITY } = firstFree(busy, NOW);
      expect(busy.some((each) => each.from < to && from < each.to)).toBe(false);
      if (from > NOW) expect(busy.some((each) => each.from <= NOW && NOW < each.to)).toBe(true);
    }),
  );
});

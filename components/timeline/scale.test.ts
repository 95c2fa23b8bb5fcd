import fc from "fast-check";
import { expect, test } from "vitest";
import {
  DAY_MS,
  instantAt,
  LONGEST_MS,
  lengthOf,
  panned,
  placeOf,
  revealing,
  SHORTEST_MS,
  spanAround,
  visiblePart,
  zoomed,
} from "./scale";

const NOW = Date.UTC(2031, 2, 1, 12);
const spans = fc
  .record({
    from: fc.integer({ min: NOW - 900 * DAY_MS, max: NOW + 900 * DAY_MS }),
    days: fc.double({ min: 0.25, max: 400, noNaN: true }),
  })
  .map(({ from, days }) => ({ from, to: Math.round(from + days * DAY_MS) }));
const bars = fc
  .tuple(
    fc.integer({ min: NOW - 2_000 * DAY_MS, max: NOW + 2_000 * DAY_MS }),
    fc.integer({ min: 1, max: 900 * DAY_MS }),
  )
  .map(([from, length]) => ({ from, to: from + length }));

test("a week around now has a seventh of its past behind it", () => {
  const week = spanAround(NOW, 7);
  expect(lengthOf(week)).toBe(7 * DAY_MS);
  expect(placeOf(NOW, week)).toBeCloseTo(0.15);
});

test("zooming keeps what is under the pointer, in and out again is the same view", () => {
  fc.assert(
    fc.property(spans, fc.double({ min: 0, max: 1, noNaN: true }), (span, place) => {
      const closer = zoomed(span, 2, place);
      expect(lengthOf(closer)).toBeGreaterThanOrEqual(SHORTEST_MS);
      expect(Math.abs(instantAt(place, closer) - instantAt(place, span))).toBeLessThanOrEqual(1);
      const wider = zoomed(span, 1 / 3, place);
      expect(lengthOf(wider)).toBeLessThanOrEqual(LONGEST_MS);
      expect(Math.abs(instantAt(place, wider) - instantAt(place, span))).toBeLessThanOrEqual(1);
    }),
  );
});

test("panning there and back is the same view, and never changes its length", () => {
  fc.assert(
    fc.property(spans, fc.double({ min: -2, max: 2, noNaN: true }), (span, share) => {
      const back = panned(panned(span, share), -share);
      expect(Math.abs(back.from - span.from)).toBeLessThanOrEqual(1);
      expect(Math.abs(lengthOf(panned(span, share)) - lengthOf(span))).toBeLessThanOrEqual(1);
    }),
  );
});

test("a bar is in view after it was revealed, and a view that has it stays", () => {
  fc.assert(
    fc.property(spans, bars, (span, bar) => {
      const moved = revealing(span, bar);
      expect(visiblePart(bar, moved)).toBeDefined();
      if (visiblePart(bar, span)) expect(moved).toEqual(span);
    }),
  );
});

test("what is drawn of a bar lies within the view", () => {
  fc.assert(
    fc.property(spans, bars, (span, bar) => {
      const part = visiblePart(bar, span);
      if (!part) return;
      expect(part.left).toBeGreaterThanOrEqual(0);
      expect(part.width).toBeGreaterThan(0);
      expect(part.left + part.width).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

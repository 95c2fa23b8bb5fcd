import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ReleaseEvent, releaseSpans } from "./release-spans";

const at = (hour: number) => new Date(Date.UTC(2031, 2, 1, hour));
const event = (hour: number, kind: ReleaseEvent["kind"], ...unitIds: string[]): ReleaseEvent => ({
  at: at(hour),
  kind,
  unitIds,
});
const hold = (from: number, to: number | null) => ({ unitId: "a", from: at(from), to: to === null ? null : at(to) });

describe("when a unit was on the spot market", () => {
  it("from its release to its reclaim, each time", () => {
    const events = [
      event(1, "release", "a", "b"),
      event(2, "reclaim", "a"),
      event(3, "release", "a"),
      event(4, "reclaim", "a"),
    ];
    expect(releaseSpans(hold(0, null), events)).toEqual([
      { from: at(1), to: at(2) },
      { from: at(3), to: at(4) },
    ]);
  });

  it("still, where nobody took it back", () => {
    expect(releaseSpans(hold(0, null), [event(1, "release", "a")])).toEqual([{ from: at(1), to: null }]);
  });

  it("no longer than the reservation holds it", () => {
    expect(releaseSpans(hold(0, 3), [event(1, "release", "a")])).toEqual([{ from: at(1), to: at(3) }]);
    expect(releaseSpans(hold(0, 3), [event(4, "release", "a")])).toEqual([]);
  });

  it("never by what was done with other units, or by a reclaim of what was not released", () => {
    expect(releaseSpans(hold(0, null), [event(1, "release", "b"), event(2, "reclaim", "a")])).toEqual([]);
  });

  it("before its term too", () => {
    expect(releaseSpans(hold(5, 9), [event(1, "release", "a"), event(7, "reclaim", "a")])).toEqual([
      { from: at(1), to: at(7) },
    ]);
  });

  it("spans come in order, apart from each other, and end within the hold", () => {
    const step = fc.record({
      kind: fc.constantFrom("release" as const, "reclaim" as const),
      unitIds: fc.subarray(["a", "b"]),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.option(fc.integer({ min: 1, max: 14 })), (steps, end) => {
        const events = steps.map((each, hour) => ({ ...each, at: at(hour) }));
        const spans = releaseSpans(hold(0, end), events);
        spans.forEach((span, index) => {
          expect(span.to === null || span.from < span.to).toBe(true);
          const next = spans[index + 1];
          if (next) expect(span.to !== null && span.to <= next.from).toBe(true);
          if (end !== null) expect(span.to !== null && span.to <= at(end)).toBe(true);
        });
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askedTerm, covers, endProblem, laterOf, overlaps, START_GRACE_MS, type Term } from "./term";

const T0 = Date.UTC(2031, 2, 1, 12);
const tick = (ms: number) => new Date(T0 + ms);

/** Terms with all their ends on seven neighbouring milliseconds, so that touching and sharing an end are common. */
const term: fc.Arbitrary<Term> = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }))
  .map(([start, length]) => ({ startsAt: tick(start), endsAt: length === null ? null : tick(start + length) }));

/** The slow model: a term is the set of its instants. */
const instants = Array.from({ length: 20 }, (_, index) => tick(index - 2));
const isIn = (t: Term, instant: Date): boolean => {
  if (instant.getTime() < t.startsAt.getTime()) return false;
  return t.endsAt === null || !(instant.getTime() >= t.endsAt.getTime());
};

describe("terms, section 2: half-open and kept to the millisecond", () => {
  it("cover what lies from the start up to, not including, the end", () => {
    const hour: Term = { startsAt: tick(0), endsAt: tick(3_600_000) };
    expect([-1, 0, 1, 3_599_999, 3_600_000, 3_600_001].map((ms) => covers(hour, tick(ms)))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(covers({ startsAt: tick(0), endsAt: null }, new Date(8_000_000_000_000))).toBe(true);
  });

  it("that end exactly when another starts do not overlap it; one millisecond more does", () => {
    const first: Term = { startsAt: tick(-1000), endsAt: tick(0) };
    expect(overlaps(first, { startsAt: tick(0), endsAt: tick(1000) })).toBe(false);
    expect(overlaps(first, { startsAt: tick(-1), endsAt: tick(1) })).toBe(true);
    expect(overlaps(first, { startsAt: tick(-1), endsAt: null })).toBe(true);
  });

  it("overlap where containing, contained, sharing one end or equal", () => {
    const outer: Term = { startsAt: tick(0), endsAt: tick(4) };
    for (const [start, end] of [
      [0, 2],
      [2, 4],
      [1, 3],
      [-1, 5],
      [0, 4],
    ] as const) {
      expect(overlaps(outer, { startsAt: tick(start), endsAt: tick(end) })).toBe(true);
    }
  });

  it("agree with the sets of their instants", () => {
    fc.assert(
      fc.property(term, term, (a, b) => {
        expect(overlaps(a, b)).toBe(instants.some((instant) => isIn(a, instant) && isIn(b, instant)));
        expect(overlaps(b, a)).toBe(overlaps(a, b));
        expect(overlaps(a, a)).toBe(true);
        for (const instant of instants) expect(covers(a, instant)).toBe(isIn(a, instant));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the asked term, section 7", () => {
  const now = tick(0);
  const problemOf = (startsAt?: Date, endsAt?: Date) => {
    const asked = askedTerm({ startsAt, endsAt }, now);
    return "problem" in asked ? asked.problem.field : undefined;
  };
  const termOf = (startsAt?: Date, endsAt?: Date) => {
    const asked = askedTerm({ startsAt, endsAt }, now);
    return "term" in asked ? asked.term : undefined;
  };

  it("is now and open-ended where nothing is said", () => {
    expect(termOf()).toEqual({ startsAt: now, endsAt: null });
  });

  it("counts a start up to 5 minutes past as now; older is a problem", () => {
    expect(termOf(tick(-START_GRACE_MS))).toEqual({ startsAt: now, endsAt: null });
    expect(termOf(tick(-2000), tick(3_600_000))).toEqual({ startsAt: now, endsAt: tick(3_600_000) });
    expect(problemOf(tick(-START_GRACE_MS - 1))).toBe("startsAt");
    expect(problemOf(tick(-315_360_000_000), tick(3_600_000))).toBe("startsAt");
  });

  it("keeps a start to come", () => {
    expect(termOf(tick(1))).toEqual({ startsAt: tick(1), endsAt: null });
  });

  it("has an end after its start and after now", () => {
    expect(problemOf(undefined, now)).toBe("endsAt");
    expect(problemOf(undefined, tick(-3_600_000))).toBe("endsAt");
    expect(termOf(undefined, tick(1))).toEqual({ startsAt: now, endsAt: tick(1) });
    expect(problemOf(tick(10), tick(10))).toBe("endsAt");
    expect(problemOf(tick(10), tick(9))).toBe("endsAt");
    expect(termOf(tick(10), tick(11))).toEqual({ startsAt: tick(10), endsAt: tick(11) });
  });

  it("never is empty, begins in the past or differs from what was asked beyond the grace", () => {
    const moment = fc.integer({ min: -400_000, max: 400_000 }).map(tick);
    const maybe = fc.option(moment, { nil: undefined });
    fc.assert(
      fc.property(maybe, maybe, (startsAt, endsAt) => {
        const asked = askedTerm({ startsAt, endsAt }, now);
        const tooOld = startsAt !== undefined && startsAt.getTime() < T0 - START_GRACE_MS;
        const badEnd =
          endsAt !== undefined && (endsAt.getTime() <= T0 || (startsAt !== undefined && endsAt <= startsAt));
        expect("problem" in asked).toBe(tooOld || badEnd);
        if ("problem" in asked) return;
        expect(asked.term.startsAt.getTime()).toBe(Math.max(T0, startsAt?.getTime() ?? T0));
        expect(asked.term.endsAt).toEqual(endsAt ?? null);
        expect(asked.term.endsAt === null || asked.term.endsAt > asked.term.startsAt).toBe(true);
      }),
    );
  });

  it("may be opened, and moved but not before now", () => {
    expect(endProblem(null, tick(-5), now)).toBeUndefined();
    expect(endProblem(tick(1), tick(-5), now)).toBeUndefined();
    expect(endProblem(now, tick(-5), now)?.field).toBe("endsAt");
    expect(endProblem(tick(5), tick(5), now)?.field).toBe("endsAt");
  });

  it("begins at the later of two instants", () => {
    expect(laterOf(tick(1), tick(2))).toEqual(tick(2));
    expect(laterOf(tick(2), tick(1))).toEqual(tick(2));
  });
});

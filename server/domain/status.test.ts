import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isLive,
  nextBoundary,
  RESERVATION_ACTIONS,
  RESERVATION_STATUSES,
  type ReservationAction,
  type ReservationStatus,
  reservationStatus,
  type StatusFacts,
  whyNot,
} from "./status";

const T0 = Date.UTC(2031, 2, 1, 12);
const tick = (ms: number) => new Date(T0 + ms);
const facts = (change: Partial<StatusFacts> = {}): StatusFacts => ({
  startsAt: tick(0),
  endsAt: tick(10),
  cancelledAt: null,
  topologyGen: 1,
  ...change,
});

describe("status, section 2: computed, first match wins", () => {
  it("turns at the millisecond", () => {
    const at = (ms: number) => reservationStatus(facts(), 1, tick(ms));
    expect([-1, 0, 9, 10, 11].map(at)).toEqual(["pending", "active", "active", "expired", "expired"]);
    expect(reservationStatus(facts({ endsAt: null }), 1, new Date(Date.UTC(9999, 0)))).toBe("active");
  });

  it("cancelled comes before everything, expired before needs-review, needs-review before pending and active", () => {
    const cancelled = facts({ cancelledAt: tick(3) });
    for (const ms of [-5, 5, 20])
      for (const gen of [1, 2]) expect(reservationStatus(cancelled, gen, tick(ms))).toBe("cancelled");
    expect(reservationStatus(facts(), 2, tick(10))).toBe("expired");
    expect(reservationStatus(facts(), 2, tick(9))).toBe("needs-review");
    expect(reservationStatus(facts(), 2, tick(-9))).toBe("needs-review");
  });

  it("is needs-review on any generation but its own", () => {
    expect(reservationStatus(facts({ topologyGen: 3 }), 2, tick(5))).toBe("needs-review");
    expect(reservationStatus(facts({ topologyGen: 3 }), 3, tick(5))).toBe("active");
  });

  it("is what the table says, asked row by row", () => {
    const rows: [ReservationStatus, (f: StatusFacts, gen: number, now: number) => boolean][] = [
      ["cancelled", (f) => f.cancelledAt instanceof Date],
      ["expired", (f, _gen, now) => f.endsAt instanceof Date && f.endsAt.getTime() <= now],
      ["needs-review", (f, gen) => f.topologyGen !== gen],
      ["pending", (f, _gen, now) => now < f.startsAt.getTime()],
      ["active", () => true],
    ];
    const ms = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(
        ms,
        fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
        fc.boolean(),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: -2, max: 10 }),
        (start, length, cancelled, own, node, now) => {
          const given = facts({
            startsAt: tick(start),
            endsAt: length === null ? null : tick(start + length),
            cancelledAt: cancelled ? tick(0) : null,
            topologyGen: own,
          });
          const expected = rows.find(([, when]) => when(given, node, T0 + now))?.[0];
          expect(reservationStatus(given, node, tick(now))).toBe(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("pending, active and needs-review are live", () => {
    expect(RESERVATION_STATUSES.filter(isLive)).toEqual(["pending", "active", "needs-review"]);
  });
});

/** Sections 3 and 5, as far as the platform org and the owner of the node are concerned. */
const ALLOWED: Record<ReservationAction, ReservationStatus[]> = {
  release: ["pending", "active"],
  reclaim: ["pending", "active", "needs-review"],
  cancel: ["pending", "active", "needs-review", "cancelled"],
  change: ["pending", "active"],
  reaffirm: ["needs-review"],
};

describe("which status allows which action, section 5", () => {
  it("is decided for every pair", () => {
    expect(Object.keys(ALLOWED).sort()).toEqual([...RESERVATION_ACTIONS].sort());
  });

  for (const action of RESERVATION_ACTIONS) {
    it(`${action}: ${ALLOWED[action].join(", ")}`, () => {
      expect(RESERVATION_STATUSES.filter((status) => whyNot(action, status) === undefined)).toEqual(
        RESERVATION_STATUSES.filter((status) => ALLOWED[action].includes(status)),
      );
    });
  }

  it("says why not in one plain sentence", () => {
    for (const action of RESERVATION_ACTIONS) {
      for (const status of RESERVATION_STATUSES) expect(whyNot(action, status) ?? "A reason.").toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe("the next instant at which the clock alone changes a status", () => {
  const term = (from: number, to: number | null) => ({ startsAt: tick(from), endsAt: to === null ? null : tick(to) });

  it("is the first start or end after now, and none where nothing is to come", () => {
    const terms = [term(0, 10), term(20, null), term(-5, 3)];
    expect([-6, -5, 0, 3, 9, 10, 20].map((ms) => nextBoundary(terms, tick(ms))?.getTime())).toEqual(
      [-5, 0, 3, 10, 10, 20, undefined].map((ms) => (ms === undefined ? undefined : T0 + ms)),
    );
    expect(nextBoundary([], tick(0))).toBeUndefined();
  });

  it("comes after no other change, and with one", () => {
    const ms = fc.integer({ min: -20, max: 20 });
    const anyTerm = fc
      .tuple(ms, fc.option(fc.integer({ min: 1, max: 20 })))
      .map(([from, long]) => term(from, long === null ? null : from + long));
    fc.assert(
      fc.property(fc.array(anyTerm, { maxLength: 5 }), ms, (terms, now) => {
        const statuses = (at: Date) => terms.map((each) => reservationStatus(facts(each), 1, at)).join();
        const next = nextBoundary(terms, tick(now));
        const last = next ? next.getTime() - 1 - T0 : 100;
        for (let at = now; at <= last; at += 1) expect(statuses(tick(at))).toBe(statuses(tick(now)));
        if (next) expect(statuses(next)).not.toBe(statuses(tick(now)));
      }),
    );
  });
});

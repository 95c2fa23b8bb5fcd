import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NodeState, ReservationFacts, UnitFacts } from "./facts";
import { conflicting, whyNotReservable } from "./reservable";
import type { Term } from "./term";

const T0 = Date.UTC(2031, 2, 1, 12);
const tick = (ms: number) => new Date(T0 + ms);
const span = (start: number, end: number | null): Term => ({
  startsAt: tick(start),
  endsAt: end === null ? null : tick(end),
});

const unit: UnitFacts = {
  id: "u1",
  allocClass: "vfio-group",
  sellable: true,
  notSellableReason: null,
  sellableGpus: 1,
  gpuModelId: "h100",
  numa: 0,
  gpuBdfs: ["u1"],
  gpuUuids: [""],
};

const reservation = (term: Term, change: Partial<ReservationFacts> = {}): ReservationFacts => ({
  id: "res_1",
  ...term,
  cancelledAt: null,
  topologyGen: 1,
  allowedOrgIds: ["alpha"],
  platformNamed: false,
  managingOrgIds: [],
  units: [{ unitId: "u1", released: false, allocClass: "vfio-group", gpuBdfs: ["u1"], gpuUuids: [""] }],
  ...change,
});

const state = (reservations: ReservationFacts[] = [], node: Partial<NodeState["node"]> = {}): NodeState => ({
  now: tick(0),
  node: { id: "n", organizationId: "provider", pool: "community", status: "online", topologyGen: 1, ...node },
  units: [unit],
  reservations,
  claims: [],
});

describe("why a unit can't be reserved for a term, section 7", () => {
  it("a free unit can, and so can one in use: reserving stops nothing (section 4)", () => {
    const inUse = state();
    const claims = [
      {
        unitId: "u1",
        workloadId: "vm_1",
        kind: "vm" as const,
        organizationId: "beta",
        tier: "community" as const,
        status: "running" as const,
        gpuBdfs: ["u1"],
        gpuUuids: [""],
      },
    ];
    expect(whyNotReservable(unit, span(0, null), state())).toBeUndefined();
    expect(whyNotReservable(unit, span(0, null), { ...inUse, claims })).toBeUndefined();
  });

  it("units of a node that is not online can't", () => {
    for (const status of ["draining", "maintenance", "removed"] as const) {
      const why = whyNotReservable(unit, span(0, null), state([], { status }));
      expect(why).toMatchObject({ code: "unit_not_reservable", reason: expect.stringContaining(status) });
    }
  });

  it("a unit that can't be sold can't, and the reason names what is in the way", () => {
    const shared = {
      ...unit,
      sellable: false,
      sellableGpus: 0,
      notSellableReason: "It also holds 0000:05:00.0 (NIC).",
    };
    expect(whyNotReservable(shared, span(0, null), state())).toEqual({
      code: "unit_not_reservable",
      reason: "The unit can't be sold: It also holds 0000:05:00.0 (NIC).",
    });
  });

  it("says who holds it and until when", () => {
    expect(whyNotReservable(unit, span(0, null), state([reservation(span(5, 10))]))).toEqual({
      code: "reservation_overlap",
      reason: `Reserved from ${tick(5).toISOString()} until ${tick(10).toISOString()} by res_1.`,
      reservationId: "res_1",
    });
    expect(whyNotReservable(unit, span(0, null), state([reservation(span(5, null))]))?.reason).toContain("with no end");
  });

  it("terms that touch are no obstacle, nor is one that is over", () => {
    const held = state([reservation(span(5, 10))]);
    expect(whyNotReservable(unit, span(0, 5), held)).toBeUndefined();
    expect(whyNotReservable(unit, span(10, null), held)).toBeUndefined();
    expect(whyNotReservable(unit, span(0, 6), held)?.code).toBe("reservation_overlap");
    expect(whyNotReservable(unit, span(9, null), held)?.code).toBe("reservation_overlap");
    expect(whyNotReservable(unit, span(0, null), state([reservation(span(-10, 0))]))).toBeUndefined();
    expect(
      whyNotReservable(unit, span(0, null), state([reservation(span(-10, null), { cancelledAt: tick(-1) })])),
    ).toBeUndefined();
  });

  it("a reservation in review holds as any live one, by silicon too (section 6)", () => {
    const elsewhere = [
      { unitId: "gone", released: true, allocClass: "vfio-group" as const, gpuBdfs: ["u1"], gpuUuids: [""] },
    ];
    const held = state([reservation(span(-5, null), { units: elsewhere })], { topologyGen: 2 });
    expect(whyNotReservable(unit, span(0, null), held)?.code).toBe("reservation_overlap");
  });

  it("does not count the reservation that asks", () => {
    expect(conflicting(unit, span(0, null), state([reservation(span(0, null))]), "res_1")).toBeUndefined();
  });

  it("agrees with looking at every millisecond of the term", () => {
    const terms = fc
      .tuple(fc.integer({ min: -4, max: 6 }), fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }))
      .map(([start, length]) => [start, length === null ? 99 : start + length] as const);
    fc.assert(
      fc.property(
        fc.array(terms, { maxLength: 4 }),
        fc.nat(5),
        fc.integer({ min: 1, max: 6 }),
        (held, from, length) => {
          const given = state(held.map(([start, end], index) => reservation(span(start, end), { id: `r${index}` })));
          let taken = false;
          for (let ms = from; ms < from + length; ms += 1)
            taken ||= held.some(([start, end]) => start <= ms && ms < end);
          expect(whyNotReservable(unit, span(from, from + length), given) !== undefined).toBe(taken);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

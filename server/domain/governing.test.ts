import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NodeState, ReservationFacts, UnitFacts } from "./facts";
import { governing } from "./governing";

const T0 = Date.UTC(2031, 2, 1, 12);
const tick = (ms: number) => new Date(T0 + ms);

const unit: UnitFacts = {
  id: "u1",
  allocClass: "vfio-group",
  sellable: true,
  notSellableReason: null,
  sellableGpus: 1,
  gpuModelId: "h100",
  numa: 0,
  gpuBdfs: ["u1"],
  gpuUuids: ["GPU-1"],
};

interface Given {
  start: number;
  length: number | null;
  gen: number;
  holds: "name" | "uuid" | "nothing";
  released: boolean;
}

const reservation = (given: Partial<Given>, id: string): ReservationFacts => {
  const { start = 0, length = null, gen = 1, holds = "name", released = false } = given;
  const name = holds === "name" ? "u1" : "elsewhere";
  return {
    id,
    startsAt: tick(start),
    endsAt: length === null ? null : tick(start + length),
    cancelledAt: null,
    topologyGen: gen,
    allowedOrgIds: ["alpha"],
    platformNamed: false,
    managingOrgIds: [],
    units: [
      {
        unitId: name,
        released,
        allocClass: "vfio-group",
        gpuBdfs: [name],
        gpuUuids: [holds === "uuid" ? "GPU-1" : "GPU-0"],
      },
    ],
  };
};

const state = (reservations: ReservationFacts[], now = 0, topologyGen = 1): NodeState => ({
  now: tick(now),
  node: { id: "n", organizationId: "provider", pool: "community", status: "online", topologyGen },
  units: [unit],
  reservations,
  claims: [],
});

describe("the governing reservation, section 4", () => {
  it("is the live one whose term covers now, else the earliest to come, else none", () => {
    const now = reservation({ start: 0, length: 10 }, "now");
    const soon = reservation({ start: 10, length: 5 }, "soon");
    const later = reservation({ start: 20 }, "later");
    const at = (ms: number) => governing(unit, state([later, soon, now], ms))?.reservation.id;
    expect([-1, 0, 9, 10, 14, 15, 19, 20].map(at)).toEqual([
      "now",
      "now",
      "now",
      "soon",
      "soon",
      "later",
      "later",
      "later",
    ]);
    expect(governing(unit, state([now], 10))).toBeUndefined();
    expect(governing(unit, state([reservation({ holds: "nothing" }, "other")]))).toBeUndefined();
  });

  it("can be in review, begun or not, by name or by silicon", () => {
    expect(governing(unit, state([reservation({}, "r")], 0, 2))?.status).toBe("needs-review");
    expect(governing(unit, state([reservation({ start: 5 }, "r")], 0, 2))?.status).toBe("needs-review");
    expect(governing(unit, state([reservation({ holds: "uuid" }, "r")], 0, 2))?.status).toBe("needs-review");
  });

  it("tells whether it put the unit on the market, and only this unit", () => {
    expect(governing(unit, state([reservation({ released: true }, "r")]))?.released).toBe(true);
    expect(governing(unit, state([reservation({ released: true, holds: "uuid" }, "r")]))?.released).toBe(false);
  });

  it("agrees with a search through all, and ends of doubt withhold", () => {
    const given = fc.record({
      start: fc.integer({ min: -3, max: 5 }),
      length: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
      gen: fc.constantFrom(1, 2),
      holds: fc.constantFrom("name" as const, "uuid" as const, "nothing" as const),
      released: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(given, { maxLength: 5 }), (list) => {
        const reservations = list.map((one, index) => reservation(one, `r${index}`));
        const live = list
          .map((one, index) => ({ ...one, id: `r${index}` }))
          .filter((one) => one.holds !== "nothing" && (one.length === null || one.start + one.length > 0));
        const begun = live.filter((one) => one.start <= 0);
        const earliest = Math.min(...live.map((one) => one.start));
        const candidates = begun.length > 0 ? begun : live.filter((one) => one.start === earliest);

        const answer = governing(unit, state(reservations));
        expect(answer === undefined).toBe(candidates.length === 0);
        if (answer === undefined) return;
        const chosen = candidates.find((one) => one.id === answer.reservation.id);
        expect(chosen).toBeDefined();
        const inReview = candidates.some((one) => one.gen === 2);
        expect(answer.status).toBe(inReview ? "needs-review" : begun.length > 0 ? "active" : "pending");
        // Whatever order they come in.
        const turned = governing(unit, state([...reservations].reverse()));
        expect(turned?.reservation.id).toBe(answer.reservation.id);
      }),
      { numRuns: 2000 },
    );
  });
});

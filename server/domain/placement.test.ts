import { describe, expect, it } from "vitest";
import type { ClaimFacts, NodeState, ReservationFacts, UnitFacts } from "./facts";
import { offered, type PlacementRequest, placeable } from "./placement";

const now = new Date("2031-03-01T10:00:00.000Z");
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

const unit: UnitFacts = {
  id: "0000:04:00.0",
  allocClass: "vfio-group",
  sellable: true,
  notSellableReason: null,
  sellableGpus: 1,
  gpuModelId: "h100",
  numa: 0,
  gpuBdfs: ["0000:04:00.0"],
  gpuUuids: ["GPU-1"],
};

const reservation = (change: Partial<ReservationFacts> = {}, released = false): ReservationFacts => ({
  id: "res_1",
  startsAt: at(-1),
  endsAt: null,
  cancelledAt: null,
  topologyGen: 1,
  allowedOrgIds: ["alpha", "platform"],
  platformNamed: false,
  managingOrgIds: [],
  units: [{ unitId: unit.id, released, allocClass: "vfio-group", gpuBdfs: unit.gpuBdfs, gpuUuids: unit.gpuUuids }],
  ...change,
});

const claim: ClaimFacts = {
  unitId: unit.id,
  workloadId: "vm_1",
  kind: "vm",
  organizationId: "beta",
  tier: "community",
  status: "running",
  gpuBdfs: unit.gpuBdfs,
  gpuUuids: unit.gpuUuids,
};

function state(change: Partial<NodeState> = {}, node: Partial<NodeState["node"]> = {}): NodeState {
  return {
    now,
    node: { id: "node_1", organizationId: "provider", pool: "community", status: "online", topologyGen: 1, ...node },
    units: [unit],
    reservations: [],
    claims: [],
    ...change,
  };
}

const request = (change: Partial<PlacementRequest> = {}): PlacementRequest => ({
  orgId: "alpha",
  isPlatform: false,
  tier: "community",
  gpuModelId: "h100",
  allocClass: "vfio-group",
  ...change,
});

const says = (given: NodeState, asked: PlacementRequest, which: UnitFacts = given.units[0] ?? unit) => {
  const verdict = placeable(which, asked, given);
  return verdict.placeable ? verdict.preference : verdict.reason;
};

describe("placement, section 4", () => {
  it("takes free sellable units of the model and class on online nodes", () => {
    expect(says(state(), request())).toBe(2);
    for (const status of ["draining", "maintenance", "removed"] as const) {
      expect(says(state({}, { status }), request())).toBe("node-not-online");
    }
    expect(says(state({ units: [{ ...unit, sellable: false, sellableGpus: 0 }] }), request())).toBe("not-sellable");
    expect(says(state(), request({ gpuModelId: "a100" }))).toBe("other-model");
    expect(says(state(), request({ allocClass: "device-request" }))).toBe("other-class");
  });

  it("without a reservation sells community and spot on any pool, verified on the verified one", () => {
    const answers = (pool: "community" | "verified") =>
      (["community", "verified", "spot"] as const).map((tier) => says(state({}, { pool }), request({ tier })));
    expect(answers("community")).toEqual([2, "pool-not-verified", 2]);
    expect(answers("verified")).toEqual([2, 2, 2]);
  });

  it("keeps an active reservation's units for its audience, at any tier and in any pool", () => {
    const reserved = state({ reservations: [reservation()] });
    for (const tier of ["community", "verified", "spot"] as const) {
      expect(says(reserved, request({ tier }))).toBe(0);
      expect(says(reserved, request({ tier, orgId: "beta" }))).toBe("not-in-audience");
    }
  });

  it("keeps a pending reservation's units from everybody", () => {
    const pending = state({ reservations: [reservation({ startsAt: at(2) })] });
    expect(says(pending, request())).toBe("not-begun");
    expect(says(pending, request({ orgId: "beta", tier: "spot" }))).toBe("not-begun");
  });

  it("sells released units at spot only, the audience included, begun or not", () => {
    for (const startsAt of [at(-1), at(2)]) {
      const released = state({ reservations: [reservation({ startsAt }, true)] });
      for (const orgId of ["alpha", "beta"]) {
        expect(says(released, request({ orgId, tier: "spot" }))).toBe(1);
        expect(says(released, request({ orgId }))).toBe("released-for-spot-only");
      }
    }
  });

  it("places nobody on units in review, by their silicon too", () => {
    const review = reservation({ topologyGen: 1 }, true);
    const regrouped = { ...unit, id: "0000:03:00.0", gpuBdfs: ["0000:03:00.0", "0000:04:00.0"], gpuUuids: ["", ""] };
    const moved = { ...unit, id: "0000:09:00.0", gpuBdfs: ["0000:09:00.0"] };
    for (const given of [unit, regrouped, moved]) {
      const node = state({ units: [given], reservations: [review] }, { topologyGen: 2 });
      expect(says(node, request({ tier: "spot" }))).toBe("needs-review");
    }
  });

  it("counts the platform org as named only where the creator named it", () => {
    const asPlatform = request({ orgId: "platform", isPlatform: true });
    expect(says(state({ reservations: [reservation()] }), asPlatform)).toBe(3);
    expect(says(state({ reservations: [reservation({ platformNamed: true })] }), asPlatform)).toBe(0);
  });

  it("lets the reservation whose term covers now govern, else the earliest to come", () => {
    const later = reservation({ id: "res_2", startsAt: at(5), allowedOrgIds: ["beta"] });
    const covering = reservation({ endsAt: at(5) });
    expect(says(state({ reservations: [later, covering] }), request())).toBe(0);
    const soon = reservation({ id: "res_3", startsAt: at(1), endsAt: at(2) }, true);
    expect(says(state({ reservations: [later, soon] }), request({ tier: "spot" }))).toBe(1);
    expect(says(state({ reservations: [reservation({ endsAt: now }), later] }), request())).toBe("not-begun");
  });

  it("finds a unit claimed by name and by silicon, and counts it as offered all the same", () => {
    const elsewhere = { ...claim, unitId: "0000:99:00.0" };
    for (const held of [claim, { ...elsewhere, gpuUuids: [""] }, { ...elsewhere, gpuBdfs: ["0000:99:00.0"] }]) {
      const claimed = state({ claims: [held] });
      expect(says(claimed, request())).toBe("claimed");
      expect(offered(unit, request(), claimed)).toEqual({ placeable: true, preference: 2 });
    }
  });
});

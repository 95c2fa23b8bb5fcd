import { describe, expect, it } from "vitest";
import type { ClaimFacts, NodeState, ReservedUnit, UnitFacts } from "./facts";
import { planReclaim } from "./reclaim-plan";

const unit = (id: string, gpuBdfs = [id]): UnitFacts => ({
  id,
  allocClass: "vfio-group",
  sellable: true,
  notSellableReason: null,
  sellableGpus: gpuBdfs.length,
  gpuModelId: "h100",
  numa: 0,
  gpuBdfs,
  gpuUuids: gpuBdfs.map(() => ""),
});

const claim = (unitId: string, workloadId: string, change: Partial<ClaimFacts> = {}): ClaimFacts => ({
  unitId,
  workloadId,
  kind: "vm",
  organizationId: "beta",
  tier: "spot",
  status: "running",
  gpuBdfs: [unitId],
  gpuUuids: [""],
  ...change,
});

const reserved = (unitId: string, released = true): ReservedUnit => ({
  unitId,
  released,
  allocClass: "vfio-group",
  gpuBdfs: [unitId],
  gpuUuids: [""],
});

const state = (units: UnitFacts[], claims: ClaimFacts[]): NodeState => ({
  now: new Date(0),
  node: { id: "node_1", organizationId: "provider", pool: "community", status: "online", topologyGen: 1 },
  units,
  reservations: [],
  claims,
});

const units = ["u1", "u2", "u3", "u4", "u5", "u6"].map((id) => unit(id));

describe("the reclaim plan, section 5", () => {
  it("ends what is at spot on the named units and nothing else (fault case 09)", () => {
    const claims = [
      claim("u1", "s1"),
      claim("u3", "s2"),
      claim("u2", "s3"),
      claim("u4", "s3"),
      claim("u5", "s4"),
      claim("u6", "o1", { tier: "community" }),
    ];
    const plan = planReclaim(state(units, claims), [reserved("u1"), reserved("u2", false)], ["u1", "u2"]);
    expect(plan).toEqual({ terminate: ["s1", "s3"], skip: [], unrelease: ["u1"] });
  });

  it("names a workload once, in one list, and leaves alone what is ordinary or ending already", () => {
    const claims = [
      claim("u1", "s1"),
      claim("u2", "s1"),
      claim("u3", "o1", { tier: "verified" }),
      claim("u4", "s2", { status: "terminating" }),
    ];
    const all = ["u1", "u2", "u3", "u4"];
    const plan = planReclaim(
      state(units, claims),
      all.map((id) => reserved(id)),
      all,
    );
    expect(plan).toEqual({ terminate: ["s1"], skip: ["o1", "s2"], unrelease: all });
  });

  it("touches only the units that were named", () => {
    const claims = [claim("u1", "s1"), claim("u2", "s2")];
    const plan = planReclaim(state(units, claims), [reserved("u1"), reserved("u2")], ["u2"]);
    expect(plan).toEqual({ terminate: ["s2"], skip: [], unrelease: ["u2"] });
  });

  it("follows the silicon after a topology change", () => {
    const regrouped = [unit("u1", ["u1", "u2"])];
    // On the reserved card under a unit id that is gone, and on a card that is part of the named unit now.
    const claims = [claim("u9", "s1", { gpuBdfs: ["u1"] }), claim("u2", "s2"), claim("u5", "s3")];
    const plan = planReclaim(state(regrouped, claims), [reserved("u1")], ["u1"]);
    expect(plan.terminate).toEqual(["s1", "s2"]);
    const gone = planReclaim(state([], claims), [reserved("u1")], ["u1"]);
    expect(gone.terminate).toEqual(["s1"]);
  });
});

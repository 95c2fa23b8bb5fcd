import { describe, expect, it } from "vitest";
import type { Operation } from "./operation";
import { type OperationId, operations } from "./operations";

function body(id: OperationId, value: unknown) {
  const op: Operation = operations[id];
  return op.body?.safeParse(value) ?? { success: false, data: undefined };
}
const query = (id: OperationId, value: unknown) => (operations[id] as Operation).query.safeParse(value);

const reservation = { unitIds: ["u1"], allowedOrgIds: ["org_1"] };

describe("what a create takes, section 7 and fault case 15", () => {
  it("needs units and an audience, and nothing else", () => {
    expect(body("createReservation", reservation).success).toBe(true);
    expect(body("createReservation", {}).success).toBe(false);
    expect(body("createReservation", { unitIds: ["u1"] }).success).toBe(false);
    for (const allowedOrgIds of [null, [], [""], ["org_1", "org_1"], "org_1", [{ id: "org_1" }]]) {
      expect(body("createReservation", { ...reservation, allowedOrgIds }).success).toBe(false);
    }
    for (const unitIds of [null, [], [[]], [null], [""], "u1", { 0: "u1" }, [1], [true], ["u1", "u1"]]) {
      expect(body("createReservation", { ...reservation, unitIds }).success).toBe(false);
    }
  });

  it("counts null as absent, and takes no managing org as well as none named", () => {
    const nulls = { managingOrgIds: null, contractRef: null, reason: null, startsAt: null, endsAt: null };
    expect(body("createReservation", { ...reservation, ...nulls }).data).toEqual({
      ...reservation,
      managingOrgIds: undefined,
      contractRef: undefined,
      reason: undefined,
      startsAt: undefined,
      endsAt: undefined,
    });
    expect(body("createReservation", { ...reservation, managingOrgIds: [] }).success).toBe(true);
  });

  it("refuses what only the product decides (fault case 11)", () => {
    for (const name of ["id", "nodeId", "status", "createdBy", "topologyGen", "releasedUnitIds", "platformNamed"]) {
      expect(body("createReservation", { ...reservation, [name]: "x" }).success).toBe(false);
    }
  });
});

describe("a dry run, fault case 08: misspelt it must never become a real reclaim", () => {
  const units = { unitIds: ["u1"] };

  it("is true or false, by its one name", () => {
    expect(body("reclaimUnits", { ...units, dryRun: true }).data).toMatchObject({ dryRun: true });
    expect(body("reclaimUnits", { ...units, dryRun: false }).data).toMatchObject({ dryRun: false });
    expect(body("reclaimUnits", units).success).toBe(true);
  });

  it.each(["dry_run", "dryrun", "DryRun", "dryRun ", "dry-run", "options"])(
    "refuses %j in reclaim and release",
    (name) => {
      for (const value of [true, { dryRun: true }]) {
        expect(body("reclaimUnits", { ...units, [name]: value }).success).toBe(false);
        expect(body("releaseUnits", { ...units, [name]: value }).success).toBe(false);
      }
    },
  );

  it.each(["true", 1, null, [true], {}, 0, ""])("refuses the value %j", (dryRun) => {
    expect(body("reclaimUnits", { ...units, dryRun }).success).toBe(false);
  });

  it("is no part of release, nor of a query", () => {
    expect(body("releaseUnits", { ...units, dryRun: true }).success).toBe(false);
    expect(query("reclaimUnits", { dryRun: "true" }).success).toBe(false);
  });
});

describe("the other bodies, section 7", () => {
  it("change opens a term by null and leaves alone what is not named", () => {
    expect(body("changeReservation", { endsAt: null }).data).toHaveProperty("endsAt", null);
    expect(body("changeReservation", {}).data).not.toHaveProperty("endsAt");
    expect(body("changeReservation", { allowedOrgIds: null }).data).toMatchObject({ allowedOrgIds: undefined });
    expect(body("changeReservation", { allowedOrgIds: [] }).success).toBe(false);
    expect(body("changeReservation", { managingOrgIds: [] }).success).toBe(true);
    expect(body("changeReservation", { startsAt: "2031-03-01T10:00:00Z" }).success).toBe(false);
    expect(body("changeReservation", { unitIds: ["u1"] }).success).toBe(false);
  });

  it("cancel and reaffirm may be empty; the list of units may not", () => {
    for (const id of ["cancelReservation", "reaffirmReservation"] as const) {
      expect(body(id, {}).success).toBe(true);
      expect(body(id, { unitIds: null, reason: "  " }).data).toEqual({ unitIds: undefined, reason: undefined });
      expect(body(id, { unitIds: [] }).success).toBe(false);
    }
  });

  it("a workload asks for a whole number of GPUs from 1 on, at a tier there is", () => {
    const workload = { name: "train", gpuModelId: "10de-2330", gpuCount: 2 };
    expect(body("createVm", workload).success).toBe(true);
    for (const gpuCount of [0, -1, 1.5, "2", null, 1025, Number.MAX_SAFE_INTEGER]) {
      expect(body("createVm", { ...workload, gpuCount }).success).toBe(false);
    }
    expect(body("createPod", { ...workload, tier: "gold" }).success).toBe(false);
    expect(body("createPod", { ...workload, unitIds: ["u1"] }).success).toBe(false);
    expect(body("createPod", { ...workload, reservationId: "res_1" }).success).toBe(false);
    expect(body("createVm", { ...workload, name: " " }).success).toBe(false);
  });

  it("a key has a name, permissions there are, each once, and a life longer than nothing", () => {
    const key = { name: "ci", permissions: ["vm.read"] };
    expect(body("createApiKey", key).success).toBe(true);
    for (const permissions of [[], ["vm.read", "vm.read"], ["*"], ["vm.readx"], "vm.read", null]) {
      expect(body("createApiKey", { ...key, permissions }).success).toBe(false);
    }
    for (const expiresInSeconds of [0, -1, 1.5, "60", 1e12]) {
      expect(body("createApiKey", { ...key, expiresInSeconds }).success).toBe(false);
    }
    for (const name of ["userId", "organizationId", "role", "prefix", "remaining", "metadata", "rateLimitEnabled"]) {
      expect(body("createApiKey", { ...key, [name]: "x" }).success).toBe(false);
    }
  });

  it("an inventory comes as a report or as text, never both or neither", () => {
    const inventory = { version: 1, source: "lspci", devices: [] };
    for (const id of ["putInventory", "previewInventory"] as const) {
      expect(body(id, { inventory }).success).toBe(true);
      expect(body(id, { text: "" }).success).toBe(true);
      expect(body(id, { inventory, text: "x" }).success).toBe(false);
      expect(body(id, {}).success).toBe(false);
      expect(body(id, { inventory: null, text: null }).success).toBe(false);
    }
    for (const acceptPartial of ["true", 1, null]) {
      expect(body("putInventory", { text: "x", acceptPartial }).success).toBe(false);
    }
    expect(body("putInventory", { text: "x", reportedAt: "2031-03-01T10:00:00" }).success).toBe(false);
  });

  it("lists are filtered by statuses there are, the calling org's audience, and times with an offset", () => {
    expect(query("listNodeReservations", { status: ["active", "needs-review"] }).success).toBe(true);
    expect(query("listNodeReservations", { status: ["activ"] }).success).toBe(false);
    expect(query("listReservations", { role: "audience" }).success).toBe(true);
    expect(query("listReservations", { role: "owner" }).success).toBe(false);
    expect(query("listReservations", { endsBefore: "2031-03-01" }).success).toBe(false);
    expect(query("listUnits", { startsAt: "2031-03-01T10:00:00Z", endsAt: "2031-03-01T11:00:00Z" }).success).toBe(true);
    expect(query("getGpuAvailability", { tier: "gold" }).success).toBe(false);
  });
});

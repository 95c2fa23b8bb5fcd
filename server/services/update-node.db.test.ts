import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, U } from "./testing/house";
import { call } from "./testing/world";

describe("changing a node, section 7", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("nodes");
  });
  afterAll(() => house.close());

  it("registers it online, in the community pool, with nothing on it", async () => {
    const orgId = house.orgs.provider.id;
    const made = await call(house.provider, "createNode", { orgId, hostname: " gpu-1 ", locationCity: "Oslo" });
    expect(made).toEqual({
      id: made.id,
      hostname: " gpu-1 ",
      organizationId: orgId,
      pool: "community",
      status: "online",
      topologyGen: 1,
      gpus: [],
      createdAt: expect.any(String),
      locationCity: "Oslo",
    });
    expect(await call(house.provider, "getNode", { nodeId: made.id })).toEqual(made);
    expect(await house.trail(made.id)).toEqual([["node.create", "done"]]);
  });

  it("moves between its states and back, and only news is an entry", async () => {
    const nodeId = await house.node(1);
    for (const status of ["draining", "draining", "maintenance", "removed", "online"] as const) {
      expect(await call(house.provider, "updateNode", { nodeId, status })).toMatchObject({ status });
      const [unit] = await house.units(nodeId);
      expect(unit?.reservable).toBe(status === "online");
      if (status !== "online") expect(unit?.notReservableReason).toContain(status);
    }
    await call(house.platform, "updateNode", { nodeId, pool: "verified" });
    expect(await call(house.provider, "updateNode", { nodeId })).toMatchObject({ pool: "verified" });
    expect(await house.trail(nodeId)).toHaveLength(5);
  });

  it("touches nothing that runs or is reserved", async () => {
    const nodeId = await house.node([{ id: U[0], model: "alone" }]);
    const order = { orgId: house.orgs.beta.id, name: "w", gpuModelId: "alone", gpuCount: 1 };
    const vm = await call(house.beta, "createVm", order);
    const r = await house.reserve(nodeId);
    await call(house.provider, "updateNode", { nodeId, status: "removed" });
    expect(await call(house.beta, "getVm", { workloadId: vm.id })).toMatchObject({ status: "running" });
    expect(await house.reservationOf(nodeId, r.id)).toEqual(r);
  });
});

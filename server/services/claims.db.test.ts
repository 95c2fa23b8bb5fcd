import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type House, openHouse, U } from "./testing/house";
import { reportOf, type Told } from "./testing/reports";
import { call, refusal } from "./testing/world";

const card = (index: number, uuid: string): Told => ({ bdf: U[index] ?? "", uuid: `GPU-${uuid}` });

/** Section 6: units that are gone stay in history; their claims stay readable, and what holds silicon goes on holding it. */
describe("claims on the silicon of units that changed", () => {
  let house: House;
  let nodeId: string;
  beforeAll(async () => {
    house = await openHouse("claims");
  });
  beforeEach(async () => {
    nodeId = (await call(house.provider, "createNode", { orgId: house.orgs.provider.id, hostname: "gpu-1" })).id;
  });
  afterAll(() => house.close());

  const report = (...groups: Told[][]) => call(house.provider, "putInventory", { nodeId, inventory: reportOf(groups) });
  const place = (gpuCount: number) =>
    call(house.beta, "createVm", { orgId: house.orgs.beta.id, name: "w", gpuModelId: "10de-2330", gpuCount });
  const shown = async () =>
    (await house.units(nodeId)).map((unit) =>
      [unit.id, unit.state, unit.claimedBy].filter((each) => each !== undefined),
    );
  const catalog = async () => {
    const lines = await call(house.beta, "getGpuAvailability", {});
    return lines.find((line) => line.gpuModelId === "10de-2330")?.vm;
  };

  it("a unit that swallowed one in use is in use, until the workload is gone", async () => {
    await report([card(1, "b")]);
    const vm = await place(1);
    expect(vm.unitIds).toEqual([U[1]]);
    await report([card(0, "a"), card(1, "b")]);
    expect(await shown()).toEqual([[U[0], "claimed", `vm:${vm.id}`]]);
    expect(await call(house.beta, "getVm", { workloadId: vm.id })).toMatchObject({
      status: "running",
      unitIds: [U[1]],
    });
    expect(await catalog()).toEqual({ totalGpus: 2, freeGpus: 0, maxPlaceableGpus: 0, placeableGpuCounts: [] });
    await expect(place(2)).rejects.toMatchObject({ code: "no_capacity" });
    await call(house.beta, "terminateVm", { workloadId: vm.id });
    expect(await shown()).toEqual([[U[0], "free"]]);
    const pair = await place(2);
    expect(pair.unitIds).toEqual([U[0]]);
    await call(house.beta, "terminateVm", { workloadId: pair.id });
    await call(house.provider, "updateNode", { nodeId, status: "removed" });
  });

  it("both halves of a pair in use stay in use, and a card in use is so at its new address", async () => {
    await report([card(0, "a"), card(1, "b")]);
    const vm = await place(2);
    await report([card(0, "a")], [card(1, "b")], [card(2, "c")]);
    expect(await shown()).toEqual([
      [U[0], "claimed", `vm:${vm.id}`],
      [U[1], "claimed", `vm:${vm.id}`],
      [U[2], "free"],
    ]);
    await report([card(0, "a")], [card(2, "c")], [card(3, "b")]);
    expect((await shown()).filter(([, state]) => state === "claimed").map(([id]) => id)).toEqual([U[0], U[3]]);
    await call(house.beta, "terminateVm", { workloadId: vm.id });
    expect((await shown()).every(([, state]) => state === "free")).toBe(true);
    await call(house.provider, "updateNode", { nodeId, status: "removed" });
  });

  it("who reclaims a unit ends the spot workload on its silicon, also under another name", async () => {
    await report([card(0, "a")], [card(1, "b")]);
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1]] });
    const at = { nodeId, reservationId: r.id };
    await call(house.platform, "releaseUnits", { ...at, unitIds: [U[0], U[1]] });
    const order = { orgId: house.orgs.beta.id, name: "w", gpuModelId: "10de-2330", gpuCount: 1, tier: "spot" } as const;
    const [one, two] = [await call(house.beta, "createVm", order), await call(house.beta, "createVm", order)];
    await report([card(0, "a"), card(1, "b")]);
    const reclaimed = await call(house.provider, "reclaimUnits", { ...at, unitIds: [U[1]] });
    const onSecond = [one, two].find((vm) => vm.unitIds.includes(U[1]));
    expect(reclaimed).toMatchObject({ terminated: [onSecond?.id], skipped: [], releasedUnitIds: [U[0]] });
    const changed = await refusal(house.provider, "releaseUnits", { ...at, unitIds: [U[1]] });
    expect(changed.code).toBe("wrong_status");
    await call(house.provider, "updateNode", { nodeId, status: "removed" });
  });
});

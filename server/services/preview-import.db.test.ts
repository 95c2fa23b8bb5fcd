import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { previewImport } from "./console/preview-import";
import { type House, openHouse } from "./testing/house";
import { H100, reportOf, type Told } from "./testing/reports";
import { call } from "./testing/world";

const [A, B, C, D] = ["0000:01:00.0", "0000:02:00.0", "0000:03:00.0", "0000:04:00.0"] as const;
const cards = (...bdfs: string[]): Told[][] => bdfs.map((bdf) => [{ bdf }]);
const paste = (groups: readonly (readonly Told[])[]) => JSON.stringify(reportOf(groups), null, 1);

describe("what an import would do, section 6", () => {
  let house: House;
  const newNode = async () => {
    const { id } = await call(house.provider, "createNode", { orgId: house.orgs.provider.id, hostname: "import" });
    return id;
  };
  const storedNode = async () => {
    const nodeId = await newNode();
    await call(house.provider, "putInventory", { nodeId, inventory: reportOf(cards(A, B, C)) });
    return nodeId;
  };
  beforeAll(async () => {
    house = await openHouse("import");
  });
  afterAll(() => house.close());

  it("draws a node that has reported nothing yet, and stores nothing", async () => {
    const nodeId = await newNode();
    const preview = await previewImport(house.provider, { nodeId, text: paste(cards(A, B)) });
    expect(preview).toMatchObject({ accept: "yes", isFirst: true, before: [], intoReview: [], workloads: [] });
    expect(preview.after.node.topologyGen).toBe(1);
    expect(preview.after.units.map((unit) => [unit.id, unit.state, unit.gpuModelId])).toEqual([
      [A, "free", "10de-2330"],
      [B, "free", "10de-2330"],
    ]);
    expect(await house.units(nodeId)).toEqual([]);
  });

  it("names the reservations that go into review and the workloads on what changes", async () => {
    const nodeId = await storedNode();
    const here = await house.reserve(nodeId, { unitIds: [A], contractRef: "C-7" });
    const wish = { orgId: house.orgs.alpha.id, name: "train", gpuModelId: H100.replace(":", "-"), gpuCount: 1 };
    const vm = await call(house.alpha, "createVm", wish);
    expect(vm).toMatchObject({ nodeId, unitIds: [A] });
    const preview = await previewImport(house.provider, {
      nodeId,
      text: paste([[{ bdf: A }, { bdf: D }], ...cards(B)]),
    });
    expect(preview.difference).toMatchObject({ changed: true, new: [], gone: [C], reservationIds: [here.id] });
    expect(preview.intoReview.map((each) => [each.contractRef, each.status])).toEqual([["C-7", "needs-review"]]);
    expect(preview.workloads.map((each) => each.name)).toEqual(["train"]);
    expect(preview.after.node.topologyGen).toBe(2);
    expect(preview.after.units.map((unit) => [unit.id, unit.state])).toEqual([
      [A, "needs-review"],
      [B, "free"],
    ]);
    expect(preview.before.map((unit) => unit.id)).toEqual([A, B, C]);
    expect((await house.reservationOf(nodeId, here.id)).status).toBe("active");
    expect(await house.trail(nodeId)).toEqual([
      ["workload.create", "done"],
      ["reservation.create", "done"],
      ["node.inventory", "done"],
      ["node.create", "done"],
    ]);
  });

  it("puts nothing into review where the same machine reports again", async () => {
    const nodeId = await storedNode();
    await house.reserve(nodeId, { unitIds: [B] });
    const preview = await previewImport(house.platform, { nodeId, text: paste(cards(A, B, C)) });
    expect(preview.difference.changed).toBe(false);
    expect(preview.intoReview).toEqual([]);
    expect(preview.after.node.topologyGen).toBe(1);
  });

  it("is not there for those who may not operate the node", async () => {
    const nodeId = await storedNode();
    await house.reserve(nodeId, { unitIds: [B], managingOrgIds: [house.orgs.manager.id] });
    for (const stranger of [house.manager, house.alpha]) {
      await expect(previewImport(stranger, { nodeId, text: "" })).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

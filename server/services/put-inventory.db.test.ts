import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "@/db/client";
import { readInventory, replaceUnits } from "@/db/queries/inventory";
import { type House, openHouse, U } from "./testing/house";
import { A100, nothingFound, reportOf, type Told, withoutGroups } from "./testing/reports";
import { call, refusal } from "./testing/world";

const card = (index: number, uuid?: string): Told => ({ bdf: U[index] ?? "", ...(uuid && { uuid: `GPU-${uuid}` }) });
const FOUR = [[card(0)], [card(1)], [card(2)], [card(3)]];

describe("storing what a node reports, section 6", () => {
  let house: House;
  let nodeId: string;
  beforeAll(async () => {
    house = await openHouse("inventory");
  });
  beforeEach(async () => {
    await house.goTo(0);
    const orgId = house.orgs.provider.id;
    nodeId = (await call(house.provider, "createNode", { orgId, hostname: "gpu-1" })).id;
  });
  afterAll(() => house.close());

  type Report = Parameters<typeof call<"putInventory">>[2]["inventory"];
  const put = (inventory: Report, more = {}) => call(house.provider, "putInventory", { nodeId, inventory, ...more });
  const refused = (inventory: Report, more = {}) =>
    refusal(house.provider, "putInventory", { nodeId, inventory, ...more });
  const ids = async () => (await house.units(nodeId)).map((unit) => unit.id);
  const gen = async () => (await call(house.provider, "getNode", { nodeId })).topologyGen;

  it("a node has no units before its first report, which is generation 1", async () => {
    expect(await call(house.provider, "getNode", { nodeId })).toMatchObject({
      topologyGen: 1,
      gpus: [],
      status: "online",
    });
    expect(await house.units(nodeId)).toEqual([]);
    const answer = await put(reportOf([[card(0), card(1)], [card(2)]]));
    expect(answer).toMatchObject({ changed: true, node: { topologyGen: 1, reportedAt: "2031-03-01T12:00:00.000Z" } });
    expect(answer.node.gpus).toEqual([{ gpuModelId: "10de-2330", gpuModelName: expect.any(String), quantity: 3 }]);
    expect((await house.units(nodeId)).map((unit) => [unit.id, unit.sellableGpus])).toEqual([
      [U[0], 2],
      [U[2], 1],
    ]);
  });

  it("the same again changes nothing but the time of the report, and is no entry", async () => {
    await put(reportOf(FOUR));
    const before = await house.units(nodeId);
    await house.goTo(1000);
    const again = await put(reportOf([...FOUR].reverse()));
    expect(again).toMatchObject({ changed: false, node: { topologyGen: 1, reportedAt: "2031-03-01T12:00:01.000Z" } });
    expect(await house.units(nodeId)).toEqual(before);
    expect(await house.trail(nodeId)).toEqual([
      ["node.inventory", "done"],
      ["node.create", "done"],
    ]);
  });

  it("renumbered groups are no change: a kernel upgrade touches no hardware", async () => {
    await put(reportOf(FOUR));
    expect(await put(reportOf(FOUR, { from: 77 }))).toMatchObject({ changed: false, node: { topologyGen: 1 } });
  });

  it.each([
    ["a card that is gone", reportOf(FOUR.slice(1))],
    ["a card that is new", reportOf([...FOUR, [card(4)]])],
    ["two units that became one", reportOf([[card(0), card(1)], [card(2)], [card(3)]])],
    ["a unit that can't be sold any more", reportOf(FOUR, { nicIn: 2 })],
    ["another class", withoutGroups(card(0), card(1), card(2), card(3))],
    ["another model in a slot", reportOf([[{ ...card(0), device: A100 }], ...FOUR.slice(1)])],
  ])("the generation rises by one with %s", async (_, inventory) => {
    await put(reportOf(FOUR));
    const r = await house.reserve(nodeId, { unitIds: [U[3] ?? ""] });
    expect(await put(inventory)).toMatchObject({ changed: true, node: { topologyGen: 2 } });
    expect(await house.reservationOf(nodeId, r.id)).toMatchObject({ status: "needs-review", topologyGen: 1 });
    expect(await put(inventory)).toMatchObject({ changed: false, node: { topologyGen: 2 } });
    // Back as it was is another change, and no way around the review.
    expect(await put(reportOf(FOUR))).toMatchObject({ changed: true, node: { topologyGen: 3 } });
    expect((await house.reservationOf(nodeId, r.id)).status).toBe("needs-review");
  });

  it("UUIDs told later are no change; a plain lspci does not forget them; a card exchanged is one", async () => {
    await put(reportOf(FOUR));
    const told = [[card(0, "a")], [card(1, "b")], [card(2, "c")], [card(3, "d")]];
    expect((await put(reportOf(told))).changed).toBe(false);
    expect((await put(reportOf(FOUR))).units.map((unit) => unit.gpus[0]?.uuid)).toEqual([
      "GPU-a",
      "GPU-b",
      "GPU-c",
      "GPU-d",
    ]);
    expect((await put(reportOf([[card(0, "z")], ...told.slice(1)]))).changed).toBe(true);
  });

  it("never reads nothing as no GPUs", async () => {
    await put(reportOf(FOUR));
    expect((await refused(nothingFound())).code).toBe("invalid_request");
    for (const text of ["", "  \n", "no devices were found", "00:1f.0 ISA bridge [0601]: Intel Corporation"]) {
      const no = await refusal(house.provider, "putInventory", { nodeId, text });
      expect(no.code).toBe("invalid_request");
      expect(no.details?.errors).toEqual([expect.any(String)]);
    }
    expect([await ids(), await gen()]).toEqual([U.slice(0, 4), 1]);
  });

  it("refuses what is older than the last one taken, or from the future", async () => {
    await put(reportOf(FOUR), { reportedAt: house.at(-1000) });
    expect((await refused(reportOf(FOUR.slice(1)), { reportedAt: house.at(-1001) })).code).toBe("invalid_request");
    expect((await refused(reportOf(FOUR.slice(1)), { reportedAt: house.at(3_600_000) })).code).toBe("invalid_request");
    expect([await ids(), await gen()]).toEqual([U.slice(0, 4), 1]);
    expect((await put(reportOf(FOUR), { reportedAt: house.at(-1000) })).changed).toBe(false);
  });

  it("stores a partial one only where that is accepted", async () => {
    const partial = { ...reportOf(FOUR), devices: [{ ...reportOf(FOUR).devices[0], count: 6 }] } as Report;
    const no = await refused(partial);
    expect(no.message).toMatch(/acceptPartial: true/);
    expect(no.details?.errors).toEqual([expect.stringContaining("count 6")]);
    expect(await ids()).toEqual([]);
    expect((await refused(partial, { acceptPartial: false })).code).toBe("invalid_request");
    expect((await put(partial, { acceptPartial: true })).changed).toBe(true);
    expect(await ids()).toEqual(U.slice(0, 4));
  });

  it("a text is read like a report", async () => {
    const text = `${U[0]} 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)`;
    const answer = await call(house.provider, "putInventory", { nodeId, text });
    expect(answer.units).toMatchObject([{ id: U[0], allocClass: "device-request", gpuModelId: "10de-2330" }]);
  });

  it("units that are gone stay in history: reservations on them stay readable, and they are not listed", async () => {
    await put(reportOf(FOUR));
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1]] });
    await put(reportOf(FOUR.slice(1)));
    expect(await ids()).toEqual(U.slice(1, 4));
    expect((await house.reservationOf(nodeId, r.id)).reservedUnitIds).toEqual([U[0], U[1]]);
    const no = await refusal(house.platform, "createReservation", {
      nodeId,
      unitIds: [U[0]],
      allowedOrgIds: [house.orgs.alpha.id],
    });
    expect(no.code).toBe("invalid_request");
    await put(reportOf(FOUR));
    expect((await house.units(nodeId)).find((unit) => unit.id === U[0])).toMatchObject({
      reservationId: r.id,
      reservable: false,
    });
  });

  it("says in the preview what storing it would change, and writes nothing", async () => {
    await put(reportOf([[card(0, "a")], [card(1, "b")], [card(2, "c")]]));
    const r = await house.reserve(nodeId);
    const inventory = reportOf([[card(1, "b"), card(2, "c")], [card(3, "a")]]);
    const preview = await call(house.provider, "previewInventory", { nodeId, inventory });
    expect(preview).toMatchObject({ accept: "yes", errors: [] });
    expect(preview.difference).toEqual({
      changed: true,
      new: [U[3]],
      gone: [U[0], U[2]],
      kept: [U[1]],
      regrouped: [{ unitId: U[1], before: [U[1]], after: [U[1], U[2]] }],
      altered: [],
      moved: [{ uuid: "GPU-a", from: U[0], to: U[3] }],
      reservationIds: [r.id],
    });
    expect(await house.reservationOf(nodeId, r.id)).toEqual(r);
    const same = await call(house.provider, "previewInventory", {
      nodeId,
      inventory: reportOf([[card(0)], [card(1)], [card(2)]]),
    });
    expect(same.difference).toMatchObject({ changed: false, reservationIds: [] });
    const elsewhere = await call(house.beta, "previewInventory", { inventory });
    expect(elsewhere).not.toHaveProperty("difference");
    expect((await refusal(house.beta, "previewInventory", { nodeId, inventory })).code).toBe("not_found");
    expect((await call(house.provider, "previewInventory", { inventory: nothingFound() })).accept).toBe("no");
    expect(await house.trail(nodeId)).toHaveLength(3);
  });

  it("holds whatever a pasted document says, or says what is wrong with it", async () => {
    const told = reportOf([[card(0, "11111111")], [card(1)]]);
    const paste = (report: object) => call(house.provider, "putInventory", { nodeId, text: JSON.stringify(report) });
    const odd = "a\u0000b\ud800";
    const devices = told.devices.map((device) => ({ ...device, pciDeviceId: "10de:0fff", pciName: `GPU ${odd}` }));
    const iommuGroups = told.iommuGroups.map((group) => ({
      ...group,
      gpus: group.gpus.map((gpu) => ({ ...gpu, deviceId: "10de:0fff" })),
    }));
    const uuids = { [U[0]]: `GPU-${odd}`, [U[1]]: randomBytes(4_000).toString("hex") };
    const stored = await paste({ ...told, devices, iommuGroups, uuids, driverVersion: odd });
    expect(stored.units.map((unit) => [unit.gpuModelName, unit.gpus[0]?.uuid])).toEqual([
      ["GPU ab\ufffd", "GPU-ab\ufffd"],
      ["GPU ab\ufffd", undefined],
    ]);
    for (const wrong of [{ iommuGroups: reportOf(FOUR, { from: 2 ** 40 }).iommuGroups }, { nvswitchCount: 2 ** 40 }]) {
      const { code, details } = await refusal(house.provider, "putInventory", {
        nodeId,
        text: JSON.stringify({ ...reportOf(FOUR), ...wrong }),
      });
      expect([code, details?.errors]).toEqual(["invalid_request", expect.arrayContaining([expect.any(String)])]);
    }
    await refused(reportOf(FOUR, { from: 2 ** 40 }));
    const numa = Object.fromEntries(U.slice(0, 4).map((bdf) => [bdf, 2 ** 40]));
    expect((await paste({ ...reportOf(FOUR), numa })).units[0]?.gpus[0]).not.toHaveProperty("numa");
  });

  it("makes no node wait for another with the same model", async () => {
    await put(reportOf(FOUR));
    const orgId = house.orgs.provider.id;
    const other = (await call(house.provider, "createNode", { orgId, hostname: "gpu-2" })).id;
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    let isWritten: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const units = (await readInventory(house.world.db, nodeId))?.units ?? [];
    const slow = transact(house.world.db, async (trx) => {
      await replaceUnits(trx, nodeId, units, house.at(0));
      isWritten();
      await held;
    });
    await written;
    const quick = transact(house.world.db, async (trx) => {
      await sql`set local lock_timeout = '1s'`.execute(trx);
      await replaceUnits(trx, other, units, house.at(0));
    });
    await quick.finally(end);
    await slow;
    expect((await readInventory(house.world.db, other))?.units).toHaveLength(4);
  });
});

import type { ErrorBody } from "../fixtures/api";
import { auditOf, expectSound } from "../fixtures/database";
import { address, report, singles, type Unit } from "../fixtures/machine";
import { fromNow, HOUR, MINUTE } from "../fixtures/time";
import { expect, type TestNode, test, type World } from "../fixtures/world";

const put = (world: World, node: TestNode, units: readonly Unit[], more: object = {}) =>
  world.platform.send("putInventory", {
    params: { nodeId: node.id },
    body: { inventory: report(units, node.deviceId, more), ...more },
  });

const statusOf = async (world: World, node: TestNode, { id }: { id: string }) =>
  (await world.platform.ok("getReservation", { params: { nodeId: node.id, reservationId: id } })).status;

const at = (node: TestNode, { id }: { id: string }) => ({ nodeId: node.id, reservationId: id });

test.describe("a machine that changes", () => {
  test("raises the generation once, puts what is live into review, and only that", async ({ world }) => {
    const node = await world.newNode(4);
    const [u1, u2, u3] = node.unitIds as [string, string, string];
    const org = await world.newOrg("A");
    const active = await world.reserve(node, [u1], [org]);
    const pending = await world.reserve(node, [u2], [org], { startsAt: fromNow(HOUR) });
    const over = await world.reserve(node, [u3], [org]);
    await world.platform.ok("cancelReservation", { params: at(node, over), body: {} });

    const same = await put(world, node, singles(4));
    expect(same.body).toMatchObject({ changed: false, node: { topologyGen: 1 } });
    const less = await put(world, node, singles(3));
    expect(less.body).toMatchObject({ changed: true, node: { topologyGen: 2 } });
    expect((await put(world, node, singles(3))).body).toMatchObject({ changed: false, node: { topologyGen: 2 } });
    expect(await statusOf(world, node, active)).toBe("needs-review");
    expect(await statusOf(world, node, pending)).toBe("needs-review");
    expect(await statusOf(world, node, over)).toBe("cancelled");
    expect((await world.units(node)).map((unit) => [unit.id, unit.reservationId])).toEqual([
      [u1, active.id],
      [u2, pending.id],
      [u3, undefined],
    ]);
    for (const each of [active, pending]) {
      await world.platform.ok("reaffirmReservation", { params: at(node, each), body: {} });
    }
    expect([await statusOf(world, node, active), await statusOf(world, node, pending)]).toEqual(["active", "pending"]);
    const reports = (await auditOf(world, node.id)).filter((entry) => entry.action === "node.inventory");
    expect(reports).toHaveLength(2);
    await expectSound(world, node.id);
  });

  test("what detects nothing, is older, partial or in the future changes nothing", async ({ world }) => {
    const node = await world.newNode(2);
    const org = await world.newOrg("A");
    const standing = await world.reserve(node, node.unitIds, [org]);
    const params = { nodeId: node.id };
    const before = await world.platform.ok("getNode", { params });
    const none = { ...report([], node.deviceId), source: "none" };
    const bodies: object[] = [
      { text: "" },
      { text: " \n\t" },
      { text: "lspci: command not found" },
      { inventory: none },
      { inventory: { ...none, source: "lspci" } },
      { inventory: report(singles(1), node.deviceId), reportedAt: fromNow(-HOUR) },
      { inventory: report(singles(1), node.deviceId), reportedAt: fromNow(HOUR) },
      { inventory: report(singles(1), node.deviceId), text: "both" },
      {},
      { inventory: null, text: null },
      { inventory: { ...report(singles(1), node.deviceId), version: 2 } },
      { inventory: { ...report(singles(1), node.deviceId), bogus: 1 } },
    ];
    for (const body of bodies) {
      const reply = await world.platform.send("putInventory", { params, body });
      expect([body, reply.status]).toEqual([body, 400]);
    }
    expect(await world.platform.ok("getNode", { params })).toEqual(before);
    expect(await statusOf(world, node, standing)).toBe("active");
    const empty = await world.platform.send("previewInventory", { body: { text: "" } });
    expect([empty.status, empty.body]).toEqual([200, expect.objectContaining({ accept: "no", units: [] })]);
    expect((empty.body as { errors: string[] }).errors.length).toBeGreaterThan(0);
  });

  test("a preview says what would change, for whom, and changes nothing", async ({ world }) => {
    const node = await world.newNode(3);
    const org = await world.newOrg("A");
    const [u1, u2, u3] = node.unitIds as [string, string, string];
    const standing = await world.reserve(node, [u1], [org]);
    const after = [{ id: u1, gpus: [u1, u2] }, { id: u3, withNic: true }, { id: address(7) }];
    const preview = await world.platform.ok("previewInventory", {
      body: { inventory: report(after, node.deviceId), nodeId: node.id },
    });
    expect(preview.difference).toEqual({
      changed: true,
      new: [address(7)],
      gone: [u2],
      kept: [u1, u3],
      regrouped: [{ unitId: u1, before: [u1], after: [u1, u2] }],
      altered: [{ unitId: u3, what: "sellable", before: "true", after: "false" }],
      moved: [],
      reservationIds: [standing.id],
    });
    expect(await statusOf(world, node, standing)).toBe("active");
    expect((await world.platform.ok("getNode", { params: { nodeId: node.id } })).topologyGen).toBe(1);
  });

  test("review withholds the silicon wherever it went, and re-affirming says what differs", async ({ world }) => {
    const node = await world.newNode(3);
    const [u1, u2, u3] = node.unitIds as [string, string, string];
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const standing = await world.reserve(node, [u2], [a]);
    const params = at(node, standing);
    await world.platform.ok("releaseUnits", { params, body: { unitIds: [u2] } });
    // The card of u2 is now part of the unit u1.
    await put(world, node, [{ id: u1, gpus: [u1, u2] }, { id: u3 }]);
    const units = await world.units(node);
    expect(units.map((unit) => [unit.id, unit.reservable, unit.reservationId])).toEqual([
      [u1, false, standing.id],
      [u3, true, undefined],
    ]);
    for (const org of [a, b]) expect((await world.offer(org, node, "spot"))?.placeableGpuCounts).toEqual([1]);
    const review = await world.platform.ok("getReservation", { params });
    expect(review).toMatchObject({ status: "needs-review", reservedUnitIds: [u2], releasedUnitIds: [u2] });
    await world.platform.refused("releaseUnits", "wrong_status", { params, body: { unitIds: [u2] } });
    await world.platform.refused("changeReservation", "wrong_status", { params, body: { reason: "x" } });
    const mismatch = await world.platform.refused("reaffirmReservation", "topology_mismatch", { params, body: {} });
    expect(mismatch.details?.units).toEqual([{ unitId: u2, reason: expect.any(String) }]);
    await world.platform.refused("reaffirmReservation", "invalid_request", { params, body: { unitIds: [u2] } });

    const other = await world.reserve(node, [u3], [b]);
    const taken = (await world.platform.send("reaffirmReservation", { params, body: { unitIds: [u1, u3] } }))
      .body as ErrorBody;
    expect([taken.code, taken.details?.units]).toEqual([
      "reservation_overlap",
      [expect.objectContaining({ unitId: u3, reservationId: other.id })],
    ]);
    const moved = await world.platform.ok("reaffirmReservation", { params, body: { unitIds: [u1] } });
    expect(moved).toMatchObject({ status: "active", reservedUnitIds: [u1], releasedUnitIds: [], topologyGen: 2 });
    expect((await world.offer(a, node))?.placeableGpuCounts).toEqual([2]);
    expect((await world.offer(b, node))?.placeableGpuCounts).toEqual([1]);
    await expectSound(world, node.id);
  });

  test("a unit that is gone keeps its history, and its workload keeps its card", async ({ world }) => {
    const node = await world.newNode(2);
    const [u1, u2] = node.unitIds as [string, string];
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const standing = await world.reserve(node, node.unitIds, [a]);
    const vms = [await world.startVm(a, node), await world.startVm(a, node)];
    await put(world, node, [{ id: u1 }]);
    expect((await world.units(node)).map((unit) => unit.id)).toEqual([u1]);
    const params = at(node, standing);
    expect((await world.platform.ok("getReservation", { params })).reservedUnitIds).toEqual([u1, u2]);
    for (const { id } of vms) expect((await a.api.ok("getVm", { params: { workloadId: id } })).status).toBe("running");
    const mismatch = await world.platform.refused("reaffirmReservation", "topology_mismatch", { params, body: {} });
    expect(mismatch.details?.units).toEqual([{ unitId: u2, reason: expect.stringMatching(/gone/) }]);
    expect((await world.platform.ok("reaffirmReservation", { params, body: { unitIds: [u1] } })).status).toBe("active");
    await put(world, node, singles(2));
    const back = await world.units(node);
    expect(back.map((unit) => [unit.id, unit.state])).toEqual([
      [u1, "claimed"],
      [u2, "claimed"],
    ]);
    expect((await world.offer(b, node))?.totalGpus).toBe(1);
    await expectSound(world, node.id);
  });

  test("cancelling and reclaiming work in review, on what the reservation holds", async ({ world }) => {
    const node = await world.newNode(3);
    const [u1, u2] = node.unitIds as [string, string];
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const standing = await world.reserve(node, [u1, u2], [a]);
    const params = at(node, standing);
    await world.platform.ok("releaseUnits", { params, body: { unitIds: [u1, u2] } });
    const vm = await world.startVm(b, node, { tier: "spot" });
    const dry = await world.platform.ok("reclaimUnits", { params, body: { unitIds: [u1, u2], dryRun: true } });
    await put(world, node, singles(4));
    const stale = { unitIds: [u1, u2], expectPlan: dry.planToken };
    await world.platform.refused("reclaimUnits", "plan_changed", { params, body: stale });
    expect((await b.api.ok("getVm", { params: { workloadId: vm.id } })).status).toBe("running");
    const real = await world.platform.ok("reclaimUnits", { params, body: { unitIds: [u1, u2] } });
    expect(real).toMatchObject({ status: "needs-review", terminated: [vm.id], releasedUnitIds: [] });
    expect((await world.platform.ok("cancelReservation", { params, body: {} })).status).toBe("cancelled");
    expect((await world.units(node)).map((unit) => unit.reservable)).toEqual([true, true, true, true]);
    await expectSound(world, node.id);
  });

  test("a report can be dated, up to now and not before the last", async ({ world }) => {
    const owner = await world.newOrg("Provider");
    const { id } = await world.platform.ok("createNode", { params: { orgId: owner.id }, body: { hostname: "dated" } });
    const node = { id, deviceId: "10de:1c03", modelId: "10de-1c03", unitIds: [] };
    const first = fromNow(-10 * MINUTE);
    const dated = (reportedAt: string) =>
      world.platform.send("putInventory", {
        params: { nodeId: id },
        body: { inventory: report(singles(1), node.deviceId), reportedAt },
      });
    expect((await dated(first)).body).toMatchObject({ changed: true, node: { reportedAt: first, topologyGen: 1 } });
    expect((await dated(fromNow(-11 * MINUTE))).status).toBe(400);
    expect((await dated(first)).body).toMatchObject({ changed: false });
    const second = fromNow(-5 * MINUTE);
    expect((await dated(second)).body).toMatchObject({ changed: false, node: { reportedAt: second } });
  });

  test("a move that is refused leaves all as it was; one that is not may bring a unit back", async ({ world }) => {
    const node = await world.newNode(3);
    const [u1, u2, u3] = node.unitIds as [string, string, string];
    const org = await world.newOrg("A");
    const standing = await world.reserve(node, [u1, u2], [org]);
    const params = at(node, standing);
    await world.platform.ok("cancelReservation", { params, body: { unitIds: [u2] } });
    const between = await world.reserve(node, [u2], [org]);
    await put(world, node, singles(4));
    const review = await world.platform.ok("getReservation", { params });
    const units = await world.units(node);
    for (const unitIds of [
      [u1, u2],
      [u3, u2],
      [u3, "0000:ff:00.0"],
    ]) {
      const reply = await world.platform.send("reaffirmReservation", { params, body: { unitIds } });
      expect([unitIds, reply.status]).toEqual([unitIds, unitIds.includes(u2) ? 409 : 400]);
      expect(await world.platform.ok("getReservation", { params })).toEqual(review);
      expect(await world.units(node)).toEqual(units);
    }
    await world.platform.ok("cancelReservation", { params: at(node, between), body: {} });
    const moved = await world.platform.ok("reaffirmReservation", { params, body: { unitIds: [u1, u2] } });
    expect([moved.status, [...moved.reservedUnitIds].sort()]).toEqual(["active", [u1, u2]]);
    const ids = (await world.units(node)).map((unit) => unit.reservationId);
    expect(ids).toEqual([standing.id, standing.id, undefined, undefined]);
    expect((await world.platform.ok("cancelReservation", { params, body: { unitIds: [u2] } })).reservedUnitIds).toEqual(
      [u1],
    );
    expect((await world.units(node))[1]).toMatchObject({ id: u2, reservable: true });
    await expectSound(world, node.id);
  });
});

import { auditOf, expectSound } from "../fixtures/database";
import { DAY, fromNow, HOUR } from "../fixtures/time";
import { expect, type TestNode, test, type World } from "../fixtures/world";

const at = (node: TestNode, reservation: { id: string }) => ({ nodeId: node.id, reservationId: reservation.id });

const cancel = (world: World, node: TestNode, reservation: { id: string }, body: object = {}) =>
  world.platform.ok("cancelReservation", { params: at(node, reservation), body });

test.describe("05: a cancelled reservation keeps no hold", () => {
  test("its units are free at once, for its whole term, in every process", async ({ world }) => {
    const node = await world.newNode(2);
    const [one] = node.unitIds as [string, string];
    const org = await world.newOrg();
    const first = await world.reserve(node, node.unitIds, [org]);
    expect(first.status).toBe("active");
    expect((await world.units(node)).map((unit) => unit.reservationId)).toEqual([first.id, first.id]);
    await world.platform.ok("releaseUnits", { params: at(node, first), body: { unitIds: [one] } });

    const done = await cancel(world, node, first, { reason: "customer left" });
    expect(done).toMatchObject({ id: first.id, status: "cancelled", reservedUnitIds: node.unitIds });
    const again = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        (index % 2 ? world.platform : world.elsewhere(world.platform)).ok("cancelReservation", {
          params: at(node, first),
          body: {},
        }),
      ),
    );
    for (const repeat of again) expect(repeat).toEqual(done);

    const free = node.unitIds.map((id) =>
      expect.objectContaining({ id, state: "free", released: false, reservable: true }),
    );
    for (const door of [world.platform, world.elsewhere(world.platform)]) {
      const units = await door.ok("listUnits", { params: { nodeId: node.id } });
      expect(units).toEqual(free);
      for (const unit of units) {
        expect(Object.keys(unit)).not.toContain("claimedBy");
        expect(Object.keys(unit)).not.toContain("reservationId");
        expect(Object.keys(unit)).not.toContain("notReservableReason");
      }
    }
    expect(await world.platform.ok("getReservation", { params: at(node, first) })).toEqual(done);

    const second = await world.reserve(node, node.unitIds, [org]);
    const inAYear = { unitIds: [one], allowedOrgIds: [org.id], startsAt: fromNow(365 * DAY) };
    const params = { nodeId: node.id };
    await world.platform.refused("createReservation", "reservation_overlap", { params, body: inAYear });
    await cancel(world, node, second);
    const third = await world.platform.ok("createReservation", { params, body: inAYear });
    expect(third.status).toBe("pending");
    await cancel(world, node, third);
    expect((await world.reserve(node, [one], [org])).status).toBe("active");

    const trail = (await auditOf(world, node.id)).filter((entry) => entry.reservationId === first.id);
    const cancels = trail.filter((entry) => entry.action === "reservation.cancel");
    expect(cancels).toEqual([expect.objectContaining({ outcome: "done", reason: "customer left" })]);
    await expectSound(world, node.id);
  });

  test("nothing more can be done with it, and no VM is touched by trying", async ({ world }) => {
    const node = await world.newNode(1);
    const [org, buyer] = [await world.newOrg("A"), await world.newOrg("B")];
    const reservation = await world.reserve(node, node.unitIds, [org]);
    const params = at(node, reservation);
    await world.platform.ok("releaseUnits", { params, body: { unitIds: node.unitIds } });
    const vm = await world.startVm(buyer, node, { tier: "spot" });
    const over = await cancel(world, node, reservation);
    expect(over.releasedUnitIds).toEqual([]);

    const body = { unitIds: node.unitIds };
    const { platform } = world;
    await platform.refused("releaseUnits", "wrong_status", { params, body });
    await platform.refused("reclaimUnits", "wrong_status", { params, body });
    await platform.refused("reclaimUnits", "wrong_status", { params, body: { ...body, dryRun: true } });
    await platform.refused("changeReservation", "wrong_status", { params, body: { endsAt: fromNow(HOUR) } });
    await platform.refused("changeReservation", "wrong_status", { params, body: { endsAt: null } });
    await platform.refused("reaffirmReservation", "wrong_status", { params, body: {} });
    expect(await cancel(world, node, reservation, { unitIds: node.unitIds })).toEqual(over);

    const running = await buyer.api.ok("getVm", { params: { workloadId: vm.id } });
    expect(running).toEqual(vm);
    const [unit] = await world.units(node);
    expect(unit).toMatchObject({ state: "claimed", claimedBy: `vm:${vm.id}`, released: false, reservable: true });
  });

  test("units that were taken out are free at once, and those that stay are not", async ({ world }) => {
    const node = await world.newNode(3);
    const [one, two, three] = node.unitIds as [string, string, string];
    const org = await world.newOrg();
    const reservation = await world.reserve(node, node.unitIds, [org]);
    expect((await cancel(world, node, reservation, { unitIds: [two] })).reservedUnitIds).toEqual([one, three]);
    expect((await world.units(node)).map((unit) => unit.reservable)).toEqual([false, true, false]);
    const other = await world.reserve(node, [two], [org]);
    const unchanged = await cancel(world, node, reservation, { unitIds: [two] });
    expect(unchanged).toMatchObject({ status: "active", reservedUnitIds: [one, three] });
    expect(await world.platform.ok("getReservation", { params: at(node, other) })).toEqual(other);
    expect((await cancel(world, node, reservation, { unitIds: [one, three] })).status).toBe("cancelled");
    expect((await world.units(node)).map((unit) => unit.reservationId)).toEqual([undefined, other.id, undefined]);
    await expectSound(world, node.id);
  });
});

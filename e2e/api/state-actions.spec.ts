import type { ErrorBody } from "../fixtures/api";
import { expectSound } from "../fixtures/database";
import { Stage, type Standing } from "../fixtures/stage";
import { DAY, fromNow, HOUR, SECOND, utc } from "../fixtures/time";
import { expect, type TestNode, test, type World } from "../fixtures/world";

const STANDINGS: readonly Standing[] = ["pending", "active", "review", "expired", "cancelled"];

/** Contract, section 5: what each status allows, in the order of STANDINGS. */
const ALLOWED = {
  releaseUnits: [200, 200, 409, 409, 409],
  reclaimUnits: [200, 200, 200, 409, 409],
  cancelReservation: [200, 200, 200, 409, 200],
  changeReservation: [200, 200, 409, 409, 409],
  reaffirmReservation: [409, 409, 200, 409, 409],
} as const;

const at = (node: TestNode, reservation: { id: string }) => ({ nodeId: node.id, reservationId: reservation.id });

const change = (world: World, node: TestNode, reservation: { id: string }, body: object) =>
  world.platform.send("changeReservation", { params: at(node, reservation), body });

test.describe("what each status allows", () => {
  for (const [call, row] of Object.entries(ALLOWED) as [keyof typeof ALLOWED, readonly number[]][]) {
    test(call, async ({ world }) => {
      const stage = await Stage.of(world);
      const callers = call === "releaseUnits" || call === "reclaimUnits" ? ["platform", "owner"] : ["platform"];
      for (const caller of callers as ("platform" | "owner")[]) {
        for (const [index, standing] of STANDINGS.entries()) {
          const { unitIds, nodeId, reservationId } = await stage.reserve(stage.vm, 5, standing);
          const params = { nodeId, reservationId };
          const body = callers.length > 1 ? { unitIds } : {};
          const before = await world.platform.ok("getReservation", { params });
          const reply = await stage.orgs[caller].api.send(call, { params, body });
          expect([caller, standing, reply.status], JSON.stringify(reply.body)).toEqual([caller, standing, row[index]]);
          if (reply.status === 409) {
            expect((reply.body as ErrorBody).code).toBe("wrong_status");
            expect(await world.platform.ok("getReservation", { params })).toEqual(before);
          }
          // Shape is judged before status.
          const malformed = await stage.orgs[caller].api.send(call, { params, body: { ...body, bogus: 1 } });
          expect(malformed.status).toBe(400);
          await stage.clear();
        }
      }
    });
  }
});

test.describe("changing a reservation", () => {
  test("moves its end both ways and opens it, and the units follow at once", async ({ world }) => {
    const node = await world.newNode(1);
    const org = await world.newOrg("A");
    const reservation = await world.reserve(node, node.unitIds, [org], { endsAt: fromNow(2 * DAY) });
    const free = async (startsAt: string) => (await world.units(node, { startsAt }))[0]?.reservable;
    const [early, late] = [fromNow(DAY), fromNow(3 * DAY)];
    expect([await free(early), await free(late)]).toEqual([false, true]);

    const shorter = await change(world, node, reservation, { endsAt: early });
    expect(shorter.body).toMatchObject({ id: reservation.id, endsAt: early, startsAt: reservation.startsAt });
    expect(await free(early)).toBe(true);
    const follower = await world.reserve(node, node.unitIds, [org], { startsAt: early, endsAt: fromNow(2 * DAY) });
    for (const endsAt of [fromNow(2 * DAY), null, utc(Date.parse(early) + 1)]) {
      const refused = await change(world, node, reservation, { endsAt });
      expect(refused.status).toBe(409);
      expect((refused.body as ErrorBody).details?.units).toEqual([
        expect.objectContaining({ unitId: node.unitIds[0], reservationId: follower.id }),
      ]);
    }
    await world.platform.ok("cancelReservation", { params: at(node, follower), body: {} });
    const open = await change(world, node, reservation, { endsAt: null });
    expect(open.status).toBe(200);
    expect(Object.keys(open.body as object)).not.toContain("endsAt");
    expect(await free(late)).toBe(false);
    expect((await change(world, node, reservation, { endsAt: late })).body).toMatchObject({ endsAt: late });
    await expectSound(world, node.id);
  });

  test("changes who is in the audience, and who manages, with the next request", async ({ world }) => {
    const node = await world.newNode(1);
    const [a, b, m] = [await world.newOrg("A"), await world.newOrg("B"), await world.newOrg("M")];
    const reservation = await world.reserve(node, node.unitIds, [a], { contractRef: "C-1", reason: "first" });
    const { orgId } = await world.platform.ok("whoami");
    expect((await world.offer(b, node))?.freeGpus).toBe(0);
    const moved = await change(world, node, reservation, { allowedOrgIds: [b.id] });
    expect(moved.body).toMatchObject({ allowedOrgIds: [b.id, orgId], contractRef: "C-1", reason: "first" });
    expect([(await world.offer(a, node))?.freeGpus, (await world.offer(b, node))?.freeGpus]).toEqual([0, 1]);
    expect((await world.askVm(a, node)).status).toBe(409);
    const vm = await world.startVm(b, node);

    const release = { params: at(node, reservation), body: { unitIds: node.unitIds } };
    await m.api.refused("releaseUnits", "not_found", release);
    await change(world, node, reservation, { managingOrgIds: [m.id] });
    await m.api.ok("releaseUnits", release);
    const kept = await change(world, node, reservation, { allowedOrgIds: [a.id], managingOrgIds: [] });
    expect(kept.body).toMatchObject({ releasedUnitIds: node.unitIds, allowedOrgIds: [a.id, orgId] });
    await world.elsewhere(m.api).refused("releaseUnits", "not_found", release);
    await m.api.refused("getNode", "not_found", { params: { nodeId: node.id } });
    expect((await b.api.ok("getVm", { params: { workloadId: vm.id } })).status).toBe("running");
  });

  test("null is left out but for the end, and what changes nothing changes nothing", async ({ world }) => {
    const node = await world.newNode(1);
    const org = await world.newOrg("A");
    const made = await world.reserve(node, node.unitIds, [org], {
      endsAt: fromNow(DAY),
      contractRef: "C",
      reason: "r",
    });
    for (const body of [
      {},
      { allowedOrgIds: null, managingOrgIds: null, contractRef: null, reason: null },
      { contractRef: " ", reason: "" },
      { allowedOrgIds: [org.id], contractRef: "C", reason: "r", endsAt: made.endsAt },
      { managingOrgIds: [] },
    ]) {
      expect((await change(world, node, made, body)).body).toEqual(made);
    }
    const changed = (await change(world, node, made, { reason: "s" })).body as { updatedAt: string };
    expect(changed).toEqual({ ...made, reason: "s", updatedAt: expect.any(String) });
    expect(changed.updatedAt > made.updatedAt!).toBe(true);
    for (const field of ["startsAt", "unitIds", "nodeId", "status", "releasedUnitIds", "id"]) {
      expect((await change(world, node, made, { [field]: made.startsAt })).status).toBe(400);
    }
  });

  test("the platform org is placed last on what others have by name", async ({ world }) => {
    const node = await world.newNode(2);
    const [reserved, open] = node.unitIds as [string, string];
    const { orgId } = await world.platform.ok("whoami");
    const platform = { id: orgId, api: world.platform };
    const reservation = await world.reserve(node, [reserved], [await world.newOrg("A")]);
    const first = await world.startVm(platform, node);
    expect(first.unitIds).toEqual([open]);
    const second = await world.startVm(platform, node);
    expect(second.unitIds).toEqual([reserved]);
    for (const { id } of [first, second])
      await world.platform.ok("terminateVm", { params: { workloadId: id }, body: {} });
    await change(world, node, reservation, { allowedOrgIds: [orgId] });
    expect((await world.startVm(platform, node)).unitIds).toEqual([reserved]);
  });

  test("an end a moment away ends it at that moment, and nothing that runs", async ({ world }) => {
    const node = await world.newNode(1);
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const made = await world.reserve(node, node.unitIds, [a], { endsAt: fromNow(HOUR) });
    const vm = await world.startVm(a, node);
    const endsAt = fromNow(3 * SECOND);
    await change(world, node, made, { endsAt });
    const status = async () => (await world.platform.ok("getReservation", { params: at(node, made) })).status;
    await expect.poll(status, { intervals: [100] }).toBe("expired");
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(endsAt));
    expect((await a.api.ok("getVm", { params: { workloadId: vm.id } })).status).toBe("running");
    expect((await world.reserve(node, node.unitIds, [b])).status).toBe("active");
    await world.platform.refused("cancelReservation", "wrong_status", { params: at(node, made), body: {} });
  });
});

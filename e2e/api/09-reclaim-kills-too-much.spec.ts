import { expectSound } from "../fixtures/database";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

interface Vm {
  id: string;
}

const at = (node: TestNode, reservation: { id: string }) => ({ nodeId: node.id, reservationId: reservation.id });

const release = (world: World, node: TestNode, reservation: { id: string }, unitIds: readonly string[]) =>
  world.platform.ok("releaseUnits", { params: at(node, reservation), body: { unitIds } });

const reclaim = (
  world: World,
  node: TestNode,
  reservation: { id: string },
  unitIds: readonly string[],
  more: object = {},
) => world.platform.ok("reclaimUnits", { params: at(node, reservation), body: { unitIds, ...more } });

const end = (org: TestOrg, vm: Vm) => org.api.ok("terminateVm", { params: { workloadId: vm.id }, body: {} });

const read = (org: TestOrg, vm: Vm) => org.api.ok("getVm", { params: { workloadId: vm.id } });

async function spotOn(world: World, org: TestOrg, node: TestNode, unitIds: string[]) {
  const vm = await world.startVm(org, node, { tier: "spot", gpuCount: unitIds.length });
  expect([...vm.unitIds].sort()).toEqual(unitIds);
  return vm;
}

test.describe("09: reclaim ends what it was asked to end and nothing more", () => {
  test("the case, step by step", async ({ world }) => {
    const node = await world.newNode(8);
    const [u1, u2, u3, u4, u5, u6] = node.unitIds as [string, string, string, string, string, string];
    const [a, b, c] = [await world.newOrg("A"), await world.newOrg("B"), await world.newOrg("C")];
    const first = await world.reserve(node, [u1, u2], [a]);
    const second = await world.reserve(node, [u3, u4], [c]);
    // Ran on u1 and u2 once, and are over: an ordinary VM of the audience, then a spot VM.
    const a0 = await world.startVm(a, node);
    const a1 = await world.startVm(a, node);
    expect([...a0.unitIds, ...a1.unitIds].sort()).toEqual([u1, u2]);
    await end(a, a0);
    await end(a, a1);
    await release(world, node, first, [u1]);
    const s5 = await spotOn(world, b, node, [u1]);
    await end(b, s5);

    const s1 = await spotOn(world, b, node, [u1]);
    await release(world, node, second, [u3]);
    const s2 = await spotOn(world, b, node, [u3]);
    await release(world, node, first, [u2]);
    await release(world, node, second, [u4]);
    const s3 = await spotOn(world, b, node, [u2, u4]);
    const s4 = await spotOn(world, b, node, [u5]);
    const o1 = await world.startVm(b, node);
    expect(o1.unitIds).toEqual([u6]);

    const other = await world.newNode(2);
    const elsewhere = await world.reserve(other, other.unitIds, [a]);
    await release(world, other, elsewhere, other.unitIds);
    const far = await world.startVm(b, other, { tier: "spot" });
    expect(far.unitIds).toEqual([u1]);

    const untouched = [s2, s4, o1, far];
    const before = await Promise.all(untouched.map((vm) => read(b, vm)));
    const dry = await reclaim(world, node, first, [u1, u2], { dryRun: true });
    expect(dry).toMatchObject({ wouldTerminate: [s1.id, s3.id].sort(), wouldSkip: [] });
    const real = await reclaim(world, node, first, [u1, u2], { expectPlan: dry.planToken });
    expect(real).toMatchObject({ terminated: dry.wouldTerminate, skipped: [], releasedUnitIds: [] });
    expect(await Promise.all(untouched.map((vm) => read(b, vm)))).toEqual(before);
    for (const vm of [s1, s3])
      expect(await read(b, vm)).toMatchObject({ status: "terminated", terminatedAt: expect.any(String) });

    const units = new Map((await world.units(node)).map((unit) => [unit.id, unit]));
    for (const id of [u1, u2])
      expect(units.get(id)).toMatchObject({ state: "free", released: false, reservationId: first.id });
    expect(units.get(u4)).toMatchObject({ state: "free", released: true, reservationId: second.id });
    expect(units.get(u3)).toMatchObject({ claimedBy: `vm:${s2.id}`, released: true });

    const landed: string[] = [];
    for (;;) {
      const reply = await world.askVm(b, node, { tier: "spot" });
      if (reply.status === 409) break;
      landed.push(...(reply.body as { unitIds: string[] }).unitIds);
    }
    expect(landed.sort()).toEqual([u4, node.unitIds[6], node.unitIds[7]].sort());

    const on = (await world.units(node))
      .filter((unit) => [u3, u4].includes(unit.id))
      .map((unit) => unit.claimedBy?.slice(3));
    const last = await reclaim(world, node, second, [u3, u4], { dryRun: true });
    expect(last.wouldTerminate).toEqual([...on].sort());
    expect((await reclaim(world, node, second, [u3, u4])).terminated).toEqual(last.wouldTerminate);
    expect(await read(b, s4)).toEqual(before[1]);
    expect(await read(b, far)).toEqual(before[3]);
    await expectSound(world, node.id);
  });

  test("workloads that are not spot run on and are reported, whoever's they are", async ({ world }) => {
    const node = await world.newNode(3);
    const [u1, u2, u3] = node.unitIds as [string, string, string];
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const holdover = await world.startVm(b, node);
    expect(holdover.unitIds).toEqual([u1]);
    const reservation = await world.reserve(node, node.unitIds, [a]);
    const own = await world.startVm(a, node);
    expect(own.unitIds).toEqual([u2]);
    const ownSpot = await world.startVm(a, node, { tier: "spot" });
    expect(ownSpot.unitIds).toEqual([u3]);

    // None is released: a spot workload goes all the same, be it the audience's own.
    const dry = await reclaim(world, node, reservation, node.unitIds, { dryRun: true });
    expect(dry).toMatchObject({ wouldTerminate: [ownSpot.id], wouldSkip: [holdover.id, own.id].sort() });
    const real = await reclaim(world, node, reservation, node.unitIds, { expectPlan: dry.planToken });
    expect(real).toMatchObject({ terminated: [ownSpot.id], skipped: [holdover.id, own.id].sort() });
    expect((await read(b, holdover)).status).toBe("running");
    expect((await read(a, own)).status).toBe("running");
    const again = await reclaim(world, node, reservation, node.unitIds);
    expect(again).toMatchObject({ terminated: [], skipped: [holdover.id, own.id].sort() });
  });

  test("only the units named are taken back, and a paired unit counts once", async ({ world }) => {
    const node = await world.newNode([
      { id: "0000:01:00.0", gpus: ["0000:01:00.0", "0000:02:00.0"] },
      { id: "0000:03:00.0", gpus: ["0000:03:00.0", "0000:04:00.0"] },
      { id: "0000:05:00.0" },
    ]);
    const [one, two, three] = node.unitIds as [string, string, string];
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const reservation = await world.reserve(node, node.unitIds, [a]);
    await release(world, node, reservation, node.unitIds);
    const spanning = await world.startVm(b, node, { tier: "spot", gpuCount: 4 });
    expect([...spanning.unitIds].sort()).toEqual([one, two]);
    const single = await world.startVm(b, node, { tier: "spot" });
    expect(single.unitIds).toEqual([three]);
    const real = await reclaim(world, node, reservation, [two]);
    expect(real).toMatchObject({ terminated: [spanning.id], skipped: [], releasedUnitIds: [one, three] });
    const units = await world.units(node);
    expect(units.map((unit) => [unit.state, unit.released])).toEqual([
      ["free", true],
      ["free", false],
      ["claimed", true],
    ]);
    const offer = await world.offer(b, node, "spot");
    expect(offer).toEqual({ totalGpus: 3, freeGpus: 2, maxPlaceableGpus: 2, placeableGpuCounts: [2] });
    await expectSound(world, node.id);
  });

  test("repeats change nothing and leave one entry, and units of others can't be named", async ({ world }) => {
    const node = await world.newNode(3);
    const [u1, u2, u3] = node.unitIds as [string, string, string];
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const mine = await world.reserve(node, [u1, u2], [a]);
    const theirs = await world.reserve(node, [u3], [a]);
    await release(world, node, theirs, [u3]);
    const vm = await spotOn(world, b, node, [u3]);
    for (const unitIds of [[u3], [u1, u3], ["0000:ff:00.0"], [], [u1, u1]]) {
      for (const call of ["releaseUnits", "reclaimUnits"] as const) {
        await world.platform.refused(call, "invalid_request", { params: at(node, mine), body: { unitIds } });
      }
    }
    expect((await read(b, vm)).status).toBe("running");

    await release(world, node, mine, [u1]);
    const both = await release(world, node, mine, [u1, u2]);
    expect(await release(world, node, mine, [u2])).toEqual(both);
    const back = await reclaim(world, node, mine, [u1, u2]);
    const { terminated, skipped, ...same } = await reclaim(world, node, mine, [u2, u1]);
    expect([terminated, skipped]).toEqual([[], []]);
    expect(same).toEqual({ ...back, terminated: undefined, skipped: undefined });
    const trail = await world.platform.all("listNodeAudit", { params: { nodeId: node.id } });
    const done = trail.filter((entry) => entry.outcome === "done" && entry.reservationId === mine.id);
    expect(done.map((entry) => [entry.action, entry.unitIds])).toEqual([
      ["reservation.reclaim", [u1, u2]],
      ["reservation.release", [u2]],
      ["reservation.release", [u1]],
      ["reservation.create", [u1, u2]],
    ]);
  });

  test("pods are taken back like VMs", async ({ world }) => {
    const node = await world.newNode(2, { pods: true });
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const reservation = await world.reserve(node, node.unitIds, [a]);
    await release(world, node, reservation, [node.unitIds[0]!]);
    const body = { name: "p", gpuModelId: node.modelId, gpuCount: 1, tier: "spot" };
    const pod = await b.api.ok("createPod", { params: { orgId: b.id }, body });
    expect((await world.units(node))[0]).toMatchObject({ claimedBy: `pod:${pod.id}`, allocClass: "device-request" });
    expect((await reclaim(world, node, reservation, node.unitIds)).terminated).toEqual([pod.id]);
    expect((await b.api.ok("getPod", { params: { workloadId: pod.id } })).status).toBe("terminated");
    await b.api.refused("createPod", "no_capacity", { params: { orgId: b.id }, body });
  });
});

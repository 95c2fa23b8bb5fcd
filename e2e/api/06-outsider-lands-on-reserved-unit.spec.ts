import type { ErrorBody, Reply } from "../fixtures/api";
import { expectSound } from "../fixtures/database";
import { address, report, singles } from "../fixtures/machine";
import { clockReaches, fromNow, HOUR, SECOND, utc } from "../fixtures/time";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

/** Refused for want of capacity, without a hint of whose it is. */
function expectNoCapacity(reply: Reply, ...secrets: string[]): void {
  expect(reply.status, JSON.stringify(reply.body)).toBe(409);
  const body = reply.body as ErrorBody;
  expect(Object.keys(body).sort()).toEqual(["code", "error"]);
  expect(body.code).toBe("no_capacity");
  for (const secret of [...secrets, "reserv", "releas"]) expect(body.error.toLowerCase()).not.toContain(secret);
}

/** The catalog promises exactly the counts that placement accepts; what is placed is taken away again. */
async function expectOffer(
  world: World,
  org: TestOrg,
  node: TestNode,
  tier: "community" | "verified" | "spot",
  units: string[],
) {
  const offer = await world.offer(org, node, tier);
  const counts = units.map((_, index) => index + 1);
  expect(offer).toMatchObject({ freeGpus: units.length, maxPlaceableGpus: units.length, placeableGpuCounts: counts });
  expectNoCapacity(await world.askVm(org, node, { gpuCount: units.length + 1, tier }));
  if (units.length === 0) return;
  const vm = await world.startVm(org, node, { gpuCount: units.length, tier });
  expect([...vm.unitIds].sort()).toEqual([...units].sort());
  await org.api.ok("terminateVm", { params: { workloadId: vm.id }, body: {} });
}

test.describe("06: nobody else lands on reserved or soon-reserved units", () => {
  test("the case, step by step", async ({ world }) => {
    const node = await world.newNode(4);
    const [u1, u2, u3, u4] = node.unitIds as [string, string, string, string];
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const first = await world.reserve(node, [u1, u2], [a]);
    const second = await world.reserve(node, [u3], [a], { startsAt: fromNow(2 * HOUR) });
    expect([first.status, second.status]).toEqual(["active", "pending"]);

    const won = await world.askVm(b, node);
    expect(won.body).toMatchObject({ unitIds: [u4], gpuCount: 1, organizationId: b.id });
    for (let times = 0; times < 3; times += 1) expectNoCapacity(await world.askVm(b, node), first.id, node.id);
    for (let times = 0; times < 3; times += 1) expectNoCapacity(await world.askVm(b, node, { tier: "spot" }));

    const a1 = await world.startVm(a, node);
    expect([u1, u2]).toContain(a1.unitIds[0]);
    expectNoCapacity(await world.askVm(a, node, { gpuCount: 3 }));

    const params = { nodeId: node.id, reservationId: first.id };
    await world.platform.ok("releaseUnits", { params, body: { unitIds: [u1, u2] } });
    expectNoCapacity(await world.askVm(b, node));
    const spot = await world.startVm(b, node, { tier: "spot" });
    expect([u1, u2].filter((unit) => unit !== a1.unitIds[0])).toEqual(spot.unitIds);
    expectNoCapacity(await world.askVm(b, node, { tier: "spot" }));
    expectNoCapacity(await world.askVm(a, node));
    expect(await a.api.ok("getVm", { params: { workloadId: a1.id } })).toEqual(a1);

    await a.api.ok("terminateVm", { params: { workloadId: a1.id }, body: {} });
    const left = (await world.units(node)).find((unit) => unit.id === a1.unitIds[0]);
    expect(left).toMatchObject({ state: "free", reservationId: first.id, released: true, reservable: false });
    expectNoCapacity(await world.askVm(b, node));
    expectNoCapacity(await world.askVm(a, node));
    expect((await world.startVm(b, node, { tier: "spot" })).unitIds).toEqual(a1.unitIds);
    await expectSound(world, node.id);
  });

  test("a pending reservation keeps its units from everybody until it begins", async ({ world }) => {
    const node = await world.newNode(1);
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const begins = Date.now() + 4 * SECOND;
    const reservation = await world.reserve(node, node.unitIds, [a], { startsAt: utc(begins) });
    for (const org of [a, b]) {
      await expectOffer(world, org, node, "community", []);
      await expectOffer(world, org, node, "spot", []);
    }
    await clockReaches(begins);
    const [unit] = await world.units(node);
    expect(unit).toMatchObject({ state: "free", reservationId: reservation.id });
    await expectOffer(world, b, node, "community", []);
    await expectOffer(world, b, node, "spot", []);
    await expectOffer(world, a, node, "community", node.unitIds);
    await expectOffer(world, a, node, "verified", node.unitIds);
    await expectOffer(world, a, node, "spot", node.unitIds);
  });

  test("a released unit is for spot alone, for everybody, whether its term has begun or not", async ({ world }) => {
    const owner = await world.newOrg("Provider");
    const node = await world.newNode(2, { owner, pool: "verified" });
    const [now, later] = node.unitIds as [string, string];
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const begun = await world.reserve(node, [now], [a]);
    const pending = await world.reserve(node, [later], [a], { startsAt: fromNow(HOUR) });
    for (const [{ id }, unitIds] of [
      [begun, [now]],
      [pending, [later]],
    ] as const) {
      await owner.api.ok("releaseUnits", { params: { nodeId: node.id, reservationId: id }, body: { unitIds } });
    }
    for (const org of [a, b, owner]) {
      await expectOffer(world, org, node, "community", []);
      await expectOffer(world, org, node, "verified", []);
      await expectOffer(world, org, node, "spot", [now, later]);
    }
  });

  test("whose capacity comes first: reserved by name, then released, then open", async ({ world }) => {
    const node = await world.newNode(3);
    const [open, mine, released] = node.unitIds as [string, string, string];
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    await world.reserve(node, [mine], [a]);
    const { id } = await world.reserve(node, [released], [b]);
    await world.platform.ok("releaseUnits", {
      params: { nodeId: node.id, reservationId: id },
      body: { unitIds: [released] },
    });
    const placed = [];
    for (let times = 0; times < 3; times += 1) placed.push(...(await world.startVm(a, node, { tier: "spot" })).unitIds);
    expect(placed).toEqual([mine, released, open]);
  });

  test("the verified tier wants the verified pool, and reserved units are for every tier", async ({ world }) => {
    const community = await world.newNode(2);
    const verified = await world.newNode(2, { pool: "verified" });
    const org = await world.newOrg("A");
    await expectOffer(world, org, community, "verified", []);
    await expectOffer(world, org, community, "community", community.unitIds);
    await expectOffer(world, org, community, "spot", community.unitIds);
    for (const tier of ["community", "verified", "spot"] as const) {
      await expectOffer(world, org, verified, tier, verified.unitIds);
    }
    const [one] = community.unitIds as [string, string];
    await world.reserve(community, [one], [org]);
    await expectOffer(world, org, community, "verified", [one]);
  });

  test("a reservation in review withholds its silicon from everybody", async ({ world }) => {
    const node = await world.newNode(3);
    const [one, two, three] = node.unitIds as [string, string, string];
    const org = await world.newOrg("A");
    const reservation = await world.reserve(node, [one, two], [org]);
    const params = { nodeId: node.id };
    await world.platform.ok("releaseUnits", {
      params: { ...params, reservationId: reservation.id },
      body: { unitIds: [two] },
    });
    const paired = [{ id: one, gpus: [one, two] }, { id: three }, { id: address(9) }];
    await world.platform.ok("putInventory", { params, body: { inventory: report(paired, node.deviceId) } });
    expect(
      (await world.platform.ok("getReservation", { params: { ...params, reservationId: reservation.id } })).status,
    ).toBe("needs-review");
    for (const tier of ["community", "spot"] as const) await expectOffer(world, org, node, tier, [three, address(9)]);
    const back = report(singles(3), node.deviceId);
    await world.platform.ok("putInventory", { params, body: { inventory: back } });
    for (const tier of ["community", "spot"] as const) await expectOffer(world, org, node, tier, [three]);
    await world.platform.ok("reaffirmReservation", { params: { ...params, reservationId: reservation.id }, body: {} });
    await expectOffer(world, org, node, "community", [one, three]);
    await expectOffer(world, org, node, "spot", [one, two, three]);
    await expectSound(world, node.id);
  });

  test("no node that is not online, no unit that can't be sold, and no wish for a place", async ({ world }) => {
    const node = await world.newNode([{ id: address(1) }, { id: address(2), withNic: true }]);
    const org = await world.newOrg("B");
    await expectOffer(world, org, node, "community", [address(1)]);
    const body = { name: "x", gpuModelId: node.modelId, gpuCount: 1 };
    for (const hint of [
      { unitIds: [address(1)] },
      { reservationId: "res_1" },
      { nodeId: node.id },
      { node: node.id },
    ]) {
      const refused = await org.api.refused("createVm", "invalid_request", {
        params: { orgId: org.id },
        body: { ...body, ...hint },
      });
      expect(JSON.stringify(refused.details)).toContain(Object.keys(hint)[0]!);
    }
    await org.api.refused("createPod", "no_capacity", { params: { orgId: org.id }, body });
    for (const status of ["draining", "maintenance", "removed"]) {
      await world.platform.ok("updateNode", { params: { nodeId: node.id }, body: { status } });
      await expectOffer(world, org, node, "community", []);
      expect((await world.units(node)).map((unit) => unit.reservable)).toEqual([false, false]);
    }
    await world.platform.ok("updateNode", { params: { nodeId: node.id }, body: { status: "online" } });
    await expectOffer(world, org, node, "community", [address(1)]);
  });
});

import { setTimeout as pause } from "node:timers/promises";
import type { Api } from "../fixtures/api";
import { expectSound } from "../fixtures/database";
import { sendAndLose } from "../fixtures/socket";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

const LONG = process.env.HOLDFAST_LONG === "1";
const BUYERS = 30;
const ROUNDS = LONG ? 30 : 6;
const BEFORE_MS = LONG ? 5_000 : 700;
const AFTER_MS = LONG ? 10_000 : 700;
const LONGEST_LIFE_MS = LONG ? 2_000 : 300;

interface Bought {
  id: string;
  unitId: string;
  createdAt: string;
  asked: number;
  answered: number;
  /** By its own org; undefined where it was not. */
  ended?: number;
}

interface Market {
  world: World;
  node: TestNode;
  a: TestOrg;
  b: TestOrg;
  params: { nodeId: string; reservationId: string };
}

/** Thirty buyers that take a spot VM wherever one is to be had and give it back soon. */
class Rush {
  readonly bought: Bought[] = [];
  readonly strange: unknown[] = [];
  #open = true;
  #watching = true;
  readonly #workers: Promise<void>[];
  readonly #watchers: Promise<void>[];

  constructor(readonly market: Market) {
    const { world, b } = market;
    const doors = [b.api, world.elsewhere(b.api)];
    this.#workers = Array.from({ length: BUYERS }, (_, index) => this.#buy(doors[index % 2]!));
    this.#watchers = doors.map((door) => this.#watch(door));
  }

  async #buy(door: Api): Promise<void> {
    const { node, b } = this.market;
    const body = { name: "rush", gpuModelId: node.modelId, gpuCount: 1, tier: "spot" };
    while (this.#open) {
      const asked = Date.now();
      const reply = await door.send("createVm", { params: { orgId: b.id }, body });
      if (reply.status === 409) {
        await pause(20);
        continue;
      }
      const vm = reply.body as { id: string; unitIds: string[]; createdAt: string; status: string };
      if (reply.status !== 201 || vm.unitIds.length !== 1 || vm.status !== "running") this.strange.push(reply.body);
      const one: Bought = { id: vm.id, unitId: vm.unitIds[0]!, createdAt: vm.createdAt, asked, answered: Date.now() };
      this.bought.push(one);
      await pause(Math.random() * LONGEST_LIFE_MS);
      const over = await door.send("terminateVm", { params: { workloadId: vm.id }, body: {} });
      if (over.status !== 200) this.strange.push(over.body);
      one.ended = Date.now();
    }
  }

  /** Holds every sampled read against what must always be true. */
  async #watch(door: Api): Promise<void> {
    const { world, node, b } = this.market;
    const asPlatform = world.platform.at(door.url);
    while (this.#watching) {
      const units = await asPlatform.ok("listUnits", { params: { nodeId: node.id } });
      const claims = units.flatMap((unit) => unit.claimedBy ?? []);
      if (new Set(claims).size !== claims.length) this.strange.push(units);
      if (units.some((unit) => unit.state === "claimed" && unit.released === false)) this.strange.push(units);
      const offer = await world.offer({ api: door }, node, "spot");
      const { totalGpus = 0, freeGpus = 0, maxPlaceableGpus, placeableGpuCounts } = offer ?? {};
      const promised = Array.from({ length: freeGpus }, (_, index) => index + 1);
      const right = [0, 4].includes(totalGpus) && freeGpus <= totalGpus && maxPlaceableGpus === freeGpus;
      if (!right || JSON.stringify(placeableGpuCounts) !== JSON.stringify(promised)) this.strange.push([b.id, offer]);
      await pause(30);
    }
  }

  /** From here on others may hold units too. */
  async stopWatching(): Promise<void> {
    this.#watching = false;
    await Promise.all(this.#watchers);
  }

  async close(): Promise<void> {
    await this.stopWatching();
    this.#open = false;
    await Promise.all(this.#workers);
  }
}

async function market(world: World): Promise<Market> {
  const node = await world.newNode(4);
  const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
  const { id } = await world.reserve(node, node.unitIds, [a]);
  return { world, node, a, b, params: { nodeId: node.id, reservationId: id } };
}

const releaseAll = ({ world, node, params }: Market) =>
  world.platform.ok("releaseUnits", { params, body: { unitIds: node.unitIds } });

const reclaimAll = ({ world, node, params }: Market, door: Api = world.platform) =>
  door.ok("reclaimUnits", { params, body: { unitIds: node.unitIds } });

/** One or two calls, the latter 50 ms apart at different processes; no VM may be named by both. */
async function reclaimNow(market: Market, twice: boolean): Promise<string[]> {
  const calls = [reclaimAll(market)];
  if (twice) {
    await pause(50);
    calls.push(reclaimAll(market, market.world.elsewhere(market.world.platform)));
  }
  const terminated = (await Promise.all(calls)).flatMap((answer) => answer.terminated ?? []);
  expect(new Set(terminated).size).toBe(terminated.length);
  return terminated;
}

async function round(market: Market, twice: boolean): Promise<void> {
  const { world, node, a, b } = market;
  await releaseAll(market);
  const rush = new Rush(market);
  await pause(BEFORE_MS);
  const terminated = await reclaimNow(market, twice);
  const answered = Date.now();
  const atOnce = await world.platform.at(world.servers[1].url).ok("listUnits", { params: { nodeId: node.id } });
  expect(atOnce.map((unit) => [unit.state, unit.released])).toEqual(Array(4).fill(["free", false]));
  await pause(AFTER_MS);
  expect(rush.bought.filter((vm) => vm.answered > answered && Date.parse(vm.createdAt) > answered)).toEqual([]);
  expect(rush.bought.filter((vm) => vm.asked > answered)).toEqual([]);
  const [offered] = [await world.offer(b, node, "spot")];
  expect(offered).toMatchObject({ totalGpus: 0, freeGpus: 0, placeableGpuCounts: [] });
  await rush.stopWatching();
  const whole = await world.startVm(a, node, { gpuCount: 4 });
  await rush.close();
  expect(rush.strange).toEqual([]);
  expect(rush.bought.length).toBeGreaterThan(0);

  const all = await b.api.all("listVms", { params: { orgId: b.id }, query: { limit: "200" } });
  const byId = new Map(all.map((vm) => [vm.id, vm]));
  for (const vm of rush.bought) {
    const now = byId.get(vm.id);
    expect(now?.status).toBe("terminated");
    const stoodAtReclaim = now?.statusReason?.startsWith("Reclaimed");
    expect([vm.id, stoodAtReclaim]).toEqual([vm.id, terminated.includes(vm.id)]);
  }
  const known = new Set(rush.bought.map((vm) => vm.id));
  expect(terminated.filter((id) => !known.has(id))).toEqual([]);
  await a.api.ok("terminateVm", { params: { workloadId: whole.id }, body: {} });
  await expectSound(world, node.id);
}

test.describe("10: no spot purchase slips in during reclaim", () => {
  test.setTimeout(LONG ? 30 * 60_000 : 120_000);

  test(`thirty buyers against reclaim, ${ROUNDS} rounds, every other one with two reclaims`, async ({ world }) => {
    const place = await market(world);
    for (let times = 0; times < ROUNDS; times += 1) await round(place, times % 2 === 1);
  });

  test("a reclaim whose caller is gone is done whole or not at all", async ({ world }) => {
    const place = await market(world);
    const { node, params, b } = place;
    for (let times = 0; times < (LONG ? 15 : 4); times += 1) {
      await releaseAll(place);
      const rush = new Rush(place);
      await pause(BEFORE_MS / 2);
      const path = `/v1/nodes/${params.nodeId}/reservations/${params.reservationId}/reclaim`;
      const request = {
        method: "POST",
        path,
        key: world.platform.key,
        headers: ["Content-Type: application/json"],
        body: JSON.stringify({ unitIds: node.unitIds, reason: `round ${times}` }),
      };
      await sendAndLose(world.servers[times % 2]!.url, request, times % 4 < 2 ? "written" : "answered");
      await expect
        .poll(async () => {
          const released = (await world.units(node)).map((unit) => unit.released);
          expect(new Set(released).size, "all or none").toBe(1);
          return released[0];
        })
        .toBe(false);
      const sold = rush.bought.length;
      await pause(AFTER_MS / 2);
      expect(rush.bought.slice(sold).filter((vm) => Date.parse(vm.createdAt) > vm.asked + BEFORE_MS)).toEqual([]);
      await rush.close();
      expect(rush.strange).toEqual([]);
      expect((await world.units(node)).map((unit) => unit.state)).toEqual(Array(4).fill("free"));
      expect((await world.offer(b, node, "spot"))?.totalGpus).toBe(0);
    }
    await expectSound(world, node.id);
  });

  test("after a cancel the spot VMs run on, on units that are nobody's", async ({ world }) => {
    for (let times = 0; times < (LONG ? 15 : 2); times += 1) {
      const place = await market(world);
      const { node, params, b, a } = place;
      await releaseAll(place);
      const rush = new Rush(place);
      // Without a reservation a claimed unit is not released, so the watch ends with the market.
      await pause(BEFORE_MS);
      await rush.close();
      expect(rush.strange).toEqual([]);
      const standing = await Promise.all([
        world.askVm(b, node, { tier: "spot" }),
        world.askVm(b, node, { tier: "spot" }),
      ]);
      const ids = standing.map((reply) => (reply.body as { id: string }).id);
      const [, late] = await Promise.all([
        world.platform.ok("cancelReservation", { params, body: {} }),
        world.askVm(b, node, { tier: "spot" }),
        world.askVm(b, node, { tier: "spot" }),
      ]);
      expect(late.status).toBe(201);
      for (const workloadId of ids) {
        expect(await b.api.ok("getVm", { params: { workloadId } })).toMatchObject({ status: "running" });
      }
      const units = await world.units(node);
      expect(units.map((unit) => [unit.state, unit.reservationId, unit.released, unit.reservable])).toEqual(
        Array(4).fill(["claimed", undefined, false, true]),
      );
      expect((await world.askVm(a, node)).status).toBe(409);
      await b.api.ok("terminateVm", { params: { workloadId: ids[0]! }, body: {} });
      expect((await world.askVm(a, node)).status).toBe(201);
      await expectSound(world, node.id);
    }
  });
});

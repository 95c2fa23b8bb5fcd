import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Trx } from "@/db/client";
import { readNodeStates } from "@/db/queries/node-state";
import { readUnitOverview } from "@/db/queries/overview";
import { UNIT_STATES, type UnitState, unitSituation } from "@/server/domain/unit-state";
import { toFacts } from "../shared/node-state";
import { setFakeClock } from "../testing/fake-clock";
import { type FleetNode, type FleetOrgs, fleet, insertFleet } from "../testing/fleet";
import { HOUR, type House, openHouse, U } from "../testing/house";
import { type Market, openMarket } from "../testing/market";
import { reportOf } from "../testing/reports";
import { call } from "../testing/world";
import { listFleet } from "./list-fleet";
import { readOverview } from "./overview";
import { readNodeView } from "./read-node-view";

class Undo extends Error {}
const DAY = 24 * HOUR;
const LONG = process.env.HOLDFAST_LONG === "1";

describe("the overview's numbers", () => {
  let market: Market;
  let orgs: FleetOrgs;

  beforeAll(async () => {
    market = await openMarket("overview numbers", { fakeClock: true });
    const provider = await market.org("provider");
    // Workloads are the provider's: where it is in the audience they are the audience's, else holdovers.
    orgs = { platform: market.platform, provider, audience: [provider, await market.org("beta")] };
  });
  afterAll(() => market.close());

  const undone = (work: (trx: Trx) => Promise<void>) =>
    market.db
      .transaction()
      .execute(async (trx) => {
        await work(trx);
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });

  /** A node with a unit in each state. */
  const everyState = (): FleetNode => {
    const unit = (claim: FleetNode["units"][number]["claim"], size: 0 | 1 = 1) =>
      ({ size, model: "fleet-a", allocClass: "vfio-group", numa: 0, claim }) as const;
    const held = { term: 1, platformNamed: false, cancelled: false, stale: false };
    const kept = (index: number, released = false) => ({ index, released });
    return {
      pool: "community",
      status: "online",
      units: [
        unit(null),
        unit("community"),
        unit(null),
        unit("community"),
        unit(null),
        unit("spot"),
        unit("verified"),
        unit(null),
        unit(null, 0),
      ],
      reservations: [
        { ...held, audience: [0], units: [kept(2), kept(3), kept(4, true), kept(5, true)] },
        { ...held, audience: [1], units: [kept(6)] },
        { ...held, audience: [1], units: [kept(7)], stale: true },
      ],
      regroup: null,
      move: null,
      lose: null,
    };
  };

  const seen = new Set<UnitState>();

  it("are the sum of what the node pages say, for any fleet at any time", async () => {
    await fc.assert(
      fc.asyncProperty(fleet, fc.constantFrom(0, 0, -4.5, -3.5, 2, 3, 3.5, 6), (drawn, hours) =>
        undone(async (trx) => {
          const now = new Date();
          await setFakeClock(market.owner, now);
          const ids = await insertFleet(trx, orgs, drawn, now);
          await setFakeClock(market.owner, new Date(now.getTime() + hours * HOUR));
          const told = new Map<string, number>();
          const nodes = new Map<string, Set<string>>();
          for (const state of (await readNodeStates(trx, ids)).map(toFacts)) {
            for (const unit of state.units) {
              const word = unitSituation(unit, state).state;
              seen.add(word);
              const key = `${unit.gpuModelId} ${word}`;
              told.set(`${key} units`, (told.get(`${key} units`) ?? 0) + 1);
              told.set(`${key} gpus`, (told.get(`${key} gpus`) ?? 0) + unit.gpuBdfs.length);
              nodes.set(unit.gpuModelId, (nodes.get(unit.gpuModelId) ?? new Set()).add(state.node.id));
            }
          }
          for (const scope of [
            { orgId: orgs.platform, isPlatform: true },
            { orgId: orgs.provider, isPlatform: false },
          ]) {
            const { models } = await readUnitOverview(trx, scope, { idleDays: 7, limit: 5 });
            const counted = models.flatMap((model) =>
              model.states.flatMap(({ state, units, gpus }) => [
                [`${model.gpuModelId} ${state} units`, units] as const,
                [`${model.gpuModelId} ${state} gpus`, gpus] as const,
              ]),
            );
            expect(new Map(counted)).toEqual(told);
            expect(new Map(models.map((model) => [model.gpuModelId, model.nodes]))).toEqual(
              new Map([...nodes].map(([model, set]) => [model, set.size])),
            );
          }
          const outside = { orgId: orgs.audience[1] ?? "", isPlatform: false };
          expect((await readUnitOverview(trx, outside, { idleDays: 7, limit: 5 })).models).toEqual([]);
        }),
      ),
      { numRuns: LONG ? 1000 : 40, examples: [[[everyState()], 0]] },
    );
    expect(new Set(UNIT_STATES)).toEqual(seen);
  }, 300_000);
});

describe("what waits for a decision", () => {
  let house: House;
  let nodeId: string;
  beforeAll(async () => {
    house = await openHouse("overview attention");
    const made = await call(house.provider, "createNode", { orgId: house.orgs.provider.id, hostname: "node-a" });
    nodeId = made.id;
    const inventory = reportOf(U.slice(0, 6).map((bdf) => [{ bdf }]));
    await call(house.provider, "putInventory", { nodeId, inventory });
    await call(house.provider, "createNode", { orgId: house.orgs.provider.id, hostname: "node-b" });
  });
  afterAll(() => house.close());

  const fleetOf = async (ctx = house.platform) => (await readOverview(ctx)).fleet;

  it("names idle units since when they are idle, outsiders, and terms that end", async () => {
    const vm = await call(house.beta, "createVm", {
      orgId: house.orgs.beta.id,
      name: "here first",
      gpuModelId: "10de-2330",
      gpuCount: 1,
    });
    const idle = await house.reserve(nodeId, { unitIds: U.slice(4, 6), contractRef: "C-IDLE" });
    const held = await house.reserve(nodeId, {
      unitIds: [vm.unitIds[0] ?? ""],
      contractRef: "C-HELD",
      managingOrgIds: [house.orgs.manager.id],
      endsAt: house.at(9 * DAY),
    });
    const early = await fleetOf();
    const withState = async (state: UnitState) =>
      (await listFleet(house.platform, { state })).items.map((row) => row.hostname);
    expect([await withState("holdover"), await withState("reserved"), await withState("spot")]).toEqual([
      ["node-a"],
      ["node-a"],
      [],
    ]);
    expect((await listFleet(house.platform, { unreported: true })).items.map((row) => row.hostname)).toEqual([
      "node-b",
    ]);
    expect([early?.idle.count, early?.ending.count, early?.unreported.count]).toEqual([0, 0, 1]);
    expect(early?.holdovers).toMatchObject({ count: 1, items: [{ reservationId: held.id, units: 1 }] });

    await house.goTo(2 * DAY);
    const params = { nodeId, reservationId: idle.id, unitIds: U.slice(5, 6) };
    await call(house.platform, "releaseUnits", params);
    await call(house.platform, "reclaimUnits", params);

    await house.goTo(7 * DAY);
    const later = await fleetOf();
    const since = house.at(0).toISOString();
    expect(later?.idle.items).toEqual([
      { nodeId, hostname: "node-a", reservationId: idle.id, contractRef: "C-IDLE", units: 1, gpus: 1, since },
    ]);
    expect(later?.ending.items.map((each) => each.contractRef)).toEqual(["C-HELD"]);
    await house.goTo(9 * DAY);
    expect(await fleetOf()).toMatchObject({ idle: { items: [{ units: 2 }] }, holdovers: { count: 0 } });
  });

  it("is told to each org as far as it sees: the owner all of it, a manager its own, others nothing", async () => {
    await house.goTo(8 * DAY);
    const owner = await fleetOf(house.provider);
    expect(owner).toEqual(await fleetOf(house.platform));
    const manager = await fleetOf(house.manager);
    expect(manager?.holdovers.items.map((each) => each.contractRef)).toEqual(["C-HELD"]);
    expect(manager?.idle.items).toEqual([]);
    expect(manager?.models).toEqual(owner?.models);
    const customer = await readOverview(house.alpha);
    expect(customer.fleet).toBeUndefined();
    expect(customer.own?.grants.items.map((each) => each.contractRef).sort()).toEqual(["C-HELD", "C-IDLE"]);
    expect(JSON.stringify(customer)).not.toContain("node-a");
    const [buyer] = (await readOverview(house.beta)).own?.workloads.items ?? [];
    expect(buyer).toMatchObject({ name: "here first", kind: "vm", gpus: 1 });
  });

  it("counts what is in review and what is not online, and leaves removed nodes out", async () => {
    await house.bumpTopology(nodeId);
    await call(house.provider, "updateNode", { nodeId, status: "draining" });
    const now = await fleetOf();
    expect(now).toMatchObject({ nodes: 2, review: { count: 2 }, offline: { items: [{ status: "draining" }] } });
    const view = await readNodeView(house.platform, { nodeId });
    const inReview = view.units.filter((unit) => unit.state === "needs-review").length;
    expect(now?.models[0]?.states.find((each) => each.state === "needs-review")?.units).toBe(inReview);
    await call(house.provider, "updateNode", { nodeId, status: "removed" });
    expect(await fleetOf()).toMatchObject({ nodes: 1, models: [], offline: { count: 0 } });
  });
});

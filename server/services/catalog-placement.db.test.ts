import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Trx } from "@/db/client";
import { readNodeStates } from "@/db/queries/node-state";
import { availability } from "@/server/domain/catalog";
import type { AllocClass, NodeState, Tier } from "@/server/domain/facts";
import { offered, type PlacementRequest, placeable } from "@/server/domain/placement";
import { createWorkload } from "./create-workload";
import { gpuAvailability } from "./gpu-availability";
import { toFacts } from "./shared/node-state";
import { setFakeClock } from "./testing/fake-clock";
import { CLASSES, type FleetNode, type FleetOrgs, fleet, insertFleet, MODELS } from "./testing/fleet";
import { type Market, openMarket, refusal } from "./testing/market";

class Undo extends Error {}

describe("the catalog equals placement (section 4)", () => {
  let market: Market;
  let orgs: FleetOrgs;

  beforeAll(async () => {
    market = await openMarket("catalog equals placement", { fakeClock: true });
    orgs = {
      platform: market.platform,
      provider: await market.org("provider"),
      audience: [await market.org("alpha"), await market.org("beta")],
    };
  });
  afterAll(() => market.close());

  /** Runs in a transaction that leaves nothing behind. */
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

  const request = (orgId: string, tier: Tier, gpuModelId: string, allocClass: AllocClass): PlacementRequest => ({
    orgId,
    isPlatform: orgId === market.platform,
    tier,
    gpuModelId,
    allocClass,
  });

  /** The slow, obvious catalog: every unit of every node asked by the pure rule. */
  const byRule = (states: readonly NodeState[], asked: PlacementRequest) =>
    availability(
      states.map((state) => {
        const sizes = (units: NodeState["units"]) => units.map((unit) => unit.sellableGpus);
        const all = sizes(state.units.filter((unit) => offered(unit, asked, state).placeable));
        const freeSizes = sizes(state.units.filter((unit) => placeable(unit, asked, state).placeable));
        return { nodes: 1, freeSizes, totalGpus: all.reduce((sum, size) => sum + size, 0) };
      }),
    );

  async function checkPlacements(
    trx: Trx,
    orgId: string,
    tier: Tier,
    model: string,
    cls: AllocClass,
    counts: number[],
  ) {
    for (let gpuCount = 1; gpuCount <= (counts.at(-1) ?? 0) + 2; gpuCount += 1) {
      await sql`savepoint before`.execute(trx);
      const kind = cls === "vfio-group" ? "vm" : "pod";
      const input = { orgId, name: "w", gpuModelId: model, gpuCount, tier };
      const code = await refusal(
        createWorkload(market.as(orgId, trx), kind, input).then(async (workload) => {
          const [row] = await readNodeStates(trx, [workload.nodeId]);
          const state = toFacts(row!);
          const units = state.units.filter((unit) => workload.unitIds.includes(unit.id));
          expect(units.reduce((sum, unit) => sum + unit.sellableGpus, 0)).toBe(gpuCount);
          for (const unit of units) expect(offered(unit, request(orgId, tier, model, cls), state).placeable).toBe(true);
        }),
      );
      await sql`rollback to savepoint before`.execute(trx);
      expect([gpuCount, code]).toEqual([gpuCount, counts.includes(gpuCount) ? undefined : "no_capacity"]);
    }
  }

  /** Two cards that were reserved apart, by a reservation that stands and one in review, found in one group. */
  const merged = (): FleetNode => {
    const unit: FleetNode["units"][number] = {
      size: 1,
      model: MODELS[0],
      allocClass: CLASSES[0],
      numa: 0,
      claim: null,
    };
    const held = { term: 1, audience: [0], platformNamed: false, cancelled: false };
    return {
      pool: "community",
      status: "online",
      units: [unit, unit],
      reservations: [
        { ...held, units: [{ index: 0, released: false }], stale: false },
        { ...held, units: [{ index: 1, released: false }], stale: true },
      ],
      regroup: [0, 1],
      move: null,
      lose: null,
    };
  };

  const tiers = fc.constantFrom<Tier>("community", "verified", "spot");
  const HOUR = 3_600_000;

  it("promises what can be placed and nothing else, for any fleet, org, tier and time", async () => {
    await fc.assert(
      fc.asyncProperty(
        fleet,
        tiers,
        fc.nat(2),
        fc.constantFrom(0, 0, -4.5, -3.5, 2, 3, 3.5, 6),
        (drawn, tier, who, hours) =>
          undone(async (trx) => {
            const now = new Date();
            await setFakeClock(market.owner, now);
            const nodeIds = await insertFleet(trx, orgs, drawn, now);
            // Nothing is written from here on: what is offered must follow the clock all the same.
            await setFakeClock(market.owner, new Date(now.getTime() + hours * HOUR));
            const orgId = [orgs.platform, ...orgs.audience][who]!;
            const states = (await readNodeStates(trx, nodeIds)).map(toFacts);
            const catalog = await gpuAvailability(market.as(orgId, trx), { tier });
            for (const model of MODELS) {
              const entry = catalog.find((each) => each.gpuModelId === model);
              for (const cls of CLASSES) {
                const offer = cls === "vfio-group" ? entry?.vm : entry?.cluster;
                const expected = byRule(states, request(orgId, tier, model, cls));
                expect(offer ?? availability([])).toEqual(expected);
                if (offer) await checkPlacements(trx, orgId, tier, model, cls, expected.placeableGpuCounts);
              }
            }
          }),
      ),
      { numRuns: 60, examples: [[[merged()], "community", 1, 0]] },
    );
  }, 300_000);
});

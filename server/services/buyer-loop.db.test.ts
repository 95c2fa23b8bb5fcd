import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertNode, seedBdf } from "@/db/testing/seed";
import { Refusal } from "@/server/domain/errors";
import { cancelReservation } from "./cancel-reservation";
import { createReservation } from "./create-reservation";
import { createWorkload } from "./create-workload";
import { gpuAvailability } from "./gpu-availability";
import { listUnits } from "./list-units";
import { reclaimUnits } from "./reclaim-units";
import { releaseUnits } from "./release-units";
import { terminateWorkload } from "./terminate-workload";
import { type Market, openMarket } from "./testing/market";

const units = [1, 2, 3, 4].map(seedBdf);
const WORKERS = 30;
const ROUNDS = 8;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a spot buyer loop against reclaim (fault case 10)", () => {
  let market: Market;
  let alpha: string;
  let beta: string;
  let nodeId: string;

  beforeAll(async () => {
    market = await openMarket("buyer loop", { connections: 20 });
    [alpha, beta] = await Promise.all([market.org("alpha"), market.org("beta")]);
    nodeId = await insertNode(market.db, {
      organizationId: market.platform,
      units: units.map((id) => ({ id, model: "loop" })),
    });
  });
  afterAll(() => market.close());

  const reserve = async () => {
    const input = { nodeId, unitIds: units, allowedOrgIds: [alpha] };
    return (await createReservation(market.as(market.platform), input)).id;
  };

  /** Buys and gives back until told to stop; every answer is a workload or a plain refusal. */
  async function worker(loop: { open: boolean; bought: number }): Promise<void> {
    while (loop.open) {
      try {
        const input = { orgId: beta, name: "loop", gpuModelId: "loop", gpuCount: 1, tier: "spot" as const };
        const { id } = await createWorkload(market.as(beta), "vm", input);
        loop.bought += 1;
        await pause(Math.random() * 20);
        await terminateWorkload(market.as(beta), "vm", { workloadId: id });
      } catch (error) {
        if (!(error instanceof Refusal && error.code === "no_capacity")) throw error;
        await pause(Math.random() * 5);
      }
    }
  }

  const running = () =>
    market.db
      .selectFrom("workloads as w")
      .innerJoin("claims as c", "c.workload_id", "w.id")
      .select(["w.id", "w.status", "c.unit_id"])
      .where("c.ended_at", "is", null)
      .execute();

  /** Never two workloads on a unit; free and claimed add up. */
  async function sample(loop: { open: boolean }): Promise<void> {
    while (loop.open) {
      const claims = await running();
      expect(new Set(claims.map((claim) => claim.unit_id)).size).toBe(claims.length);
      expect(claims.every((claim) => claim.status === "running")).toBe(true);
      const stock = (await gpuAvailability(market.as(beta), { tier: "spot" }))[0]?.vm;
      expect([0, 4]).toContain(stock?.totalGpus);
      expect(stock?.freeGpus).toBeLessThanOrEqual(stock?.totalGpus ?? 0);
      await pause(3);
    }
  }

  it("sells nothing from the instant reclaim has answered, and ends each workload once", async () => {
    let reservationId = await reserve();
    const loop = { open: true, bought: 0 };
    const busy = [...Array.from({ length: WORKERS }, () => worker(loop)), sample(loop)];
    const all = Promise.all(busy).finally(() => {
      loop.open = false;
    });
    const at = { nodeId, unitIds: units, reason: undefined };
    const reclaim = () =>
      reclaimUnits(market.as(market.platform), { ...at, reservationId, dryRun: undefined, expectPlan: undefined });
    const rounds = async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await releaseUnits(market.as(market.platform), { ...at, reservationId });
        await pause(60);
        const [first, second] = await Promise.all([reclaim(), round % 2 === 0 ? reclaim() : undefined]);
        expect(await running()).toEqual([]);
        const ended = [...(first.terminated ?? []), ...(second?.terminated ?? [])];
        expect(new Set(ended).size).toBe(ended.length);
        await pause(15);
        expect(await running()).toEqual([]);

        const input = { orgId: alpha, name: "owner", gpuModelId: "loop", gpuCount: 4, tier: "community" as const };
        const { id } = await createWorkload(market.as(alpha), "vm", input);
        await terminateWorkload(market.as(alpha), "vm", { workloadId: id });
        if (round % 5 === 4) {
          await cancelReservation(market.as(market.platform), {
            nodeId,
            reservationId,
            unitIds: undefined,
            reason: undefined,
          });
          reservationId = await reserve();
          const held = await listUnits(market.as(market.platform), { nodeId, startsAt: undefined, endsAt: undefined });
          expect(held.every((unit) => unit.reservationId === reservationId)).toBe(true);
          await reclaim();
        }
      }
    };
    await Promise.race([rounds(), all]);
    loop.open = false;
    await all;
    expect(loop.bought).toBeGreaterThan(ROUNDS);
  }, 120_000);
});

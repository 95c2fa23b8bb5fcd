import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertNode, insertReservation, type SeedReservation, seedBdf } from "@/db/testing/seed";
import { createReservation } from "./create-reservation";
import { createWorkload } from "./create-workload";
import { gpuAvailability } from "./gpu-availability";
import { listUnits } from "./list-units";
import { reclaimUnits } from "./reclaim-units";
import { releaseUnits } from "./release-units";
import { terminateWorkload } from "./terminate-workload";
import { type Market, openMarket, refusal } from "./testing/market";

const [u1, u2, u3, u4] = [1, 2, 3, 4].map(seedBdf) as [string, string, string, string];
const hour = 3_600_000;

describe("release and reclaim on real Postgres, section 5", () => {
  let market: Market;
  let provider: string;
  let alpha: string;
  let beta: string;
  let model: string;
  let nodeId: string;
  let nodes = 0;

  beforeAll(async () => {
    market = await openMarket("spot market");
    [provider, alpha, beta] = await Promise.all([market.org("provider"), market.org("alpha"), market.org("beta")]);
  });
  afterAll(() => market.close());
  // One node of a model of its own: what a test buys lands there or nowhere.
  beforeEach(async () => {
    nodes += 1;
    model = `model-${nodes}`;
    nodeId = await insertNode(market.db, {
      organizationId: provider,
      units: [u1, u2, u3, u4].map((id) => ({ id, model })),
    });
  });

  const reserve = (unitIds: string[], change: Partial<SeedReservation> = {}) =>
    insertReservation(market.db, {
      nodeId,
      units: unitIds.map((id) => ({ id })),
      allowedOrgIds: [alpha, market.platform],
      ...change,
    });
  const buy = async (orgId: string, tier: "community" | "spot", gpuCount = 1) =>
    createWorkload(market.as(orgId), "vm", { orgId, name: "w", gpuModelId: model, gpuCount, tier });
  const release = (reservationId: string, unitIds: string[], as = market.platform) =>
    releaseUnits(market.as(as), { nodeId, reservationId, unitIds, reason: undefined });
  const reclaim = (
    reservationId: string,
    unitIds: string[],
    more: { as?: string; dryRun?: boolean; expectPlan?: string | undefined } = {},
  ) =>
    reclaimUnits(market.as(more.as ?? market.platform), {
      nodeId,
      reservationId,
      unitIds,
      reason: undefined,
      dryRun: more.dryRun,
      expectPlan: more.expectPlan,
    });
  const trail = async (reservationId: string) =>
    (
      await market.db
        .selectFrom("audit_entries")
        .select("action")
        .where("reservation_id", "=", reservationId)
        .orderBy("seq")
        .execute()
    ).map((entry) => entry.action.replace("reservation.", ""));
  const statuses = async () =>
    Object.fromEntries(
      (await market.db.selectFrom("workloads").select(["id", "status"]).where("node_id", "=", nodeId).execute()).map(
        (row) => [row.id, row.status],
      ),
    );
  const stock = async (orgId: string, tier: "community" | "spot") =>
    (await gpuAvailability(market.as(orgId), { tier })).find((each) => each.gpuModelId === model)?.vm;

  it("tells the whole story: reserve, release, sell, preview, reclaim", async () => {
    const { id } = await createReservation(market.as(market.platform), {
      nodeId,
      unitIds: [u1, u2, u3, u4],
      allowedOrgIds: [alpha],
      managingOrgIds: undefined,
      contractRef: undefined,
      reason: undefined,
      startsAt: undefined,
      endsAt: undefined,
    });
    const none = { totalGpus: 0, freeGpus: 0, maxPlaceableGpus: 0, placeableGpuCounts: [] };
    expect(await stock(beta, "community")).toEqual(none);
    expect(await stock(beta, "spot")).toEqual(none);
    expect(await stock(alpha, "community")).toEqual({
      totalGpus: 4,
      freeGpus: 4,
      maxPlaceableGpus: 4,
      placeableGpuCounts: [1, 2, 3, 4],
    });
    for (const tier of ["community", "spot"] as const) expect(await refusal(buy(beta, tier))).toBe("no_capacity");
    const mine = await buy(alpha, "community");

    expect((await release(id, [u2])).releasedUnitIds).toEqual([u2]);
    expect(await refusal(buy(beta, "community"))).toBe("no_capacity");
    expect(await stock(beta, "spot")).toMatchObject({ totalGpus: 1, freeGpus: 1 });
    const spot = await buy(beta, "spot");
    expect(spot.unitIds).toEqual([u2]);
    expect(await refusal(buy(beta, "spot"))).toBe("no_capacity");
    expect(await stock(beta, "spot")).toMatchObject({ totalGpus: 1, freeGpus: 0, placeableGpuCounts: [] });

    const { wouldTerminate, wouldSkip, planToken, ...unchanged } = await reclaim(id, [u1, u2], { dryRun: true });
    expect({ wouldTerminate, wouldSkip }).toEqual({ wouldTerminate: [spot.id], wouldSkip: [mine.id] });
    expect(unchanged).not.toHaveProperty("terminated");
    expect(unchanged.releasedUnitIds).toEqual([u2]);

    const done = await reclaim(id, [u1, u2], { expectPlan: planToken });
    expect(done).toMatchObject({ terminated: [spot.id], skipped: [mine.id], releasedUnitIds: [] });
    for (const key of ["wouldTerminate", "wouldSkip", "planToken"]) expect(done).not.toHaveProperty(key);
    expect(await statuses()).toEqual({ [mine.id]: "running", [spot.id]: "terminated" });
    expect(await refusal(buy(beta, "spot"))).toBe("no_capacity");
    expect(await trail(id)).toEqual(["create", "release", "reclaim"]);
  });

  it("lands nobody else on reserved or soon-reserved units (fault case 06)", async () => {
    await reserve([u1, u2]);
    const later = await reserve([u3], { startsAt: new Date(Date.now() + 2 * hour) });
    const onDemand = await Promise.all([1, 2, 3, 4].map(() => buy(beta, "community").catch(() => undefined)));
    expect(onDemand.filter(Boolean).map((vm) => vm?.unitIds)).toEqual([[u4]]);
    expect(await refusal(buy(beta, "spot"))).toBe("no_capacity");
    const a1 = await buy(alpha, "community");
    expect([u1, u2]).toContain(a1.unitIds[0]);
    expect(await refusal(buy(alpha, "community", 3))).toBe("no_capacity");
    await terminateWorkload(market.as(alpha), "vm", { workloadId: a1.id });
    expect(await refusal(buy(beta, "community"))).toBe("no_capacity");
    expect((await listUnits(market.as(provider), { nodeId, startsAt: undefined, endsAt: undefined }))[2]).toMatchObject(
      {
        id: u3,
        reservationId: later,
        state: "free",
      },
    );
  });

  it("reclaims no more than it was asked to (fault case 09)", async () => {
    const [r1, r2] = [
      await reserve([u1, u2], { units: [u1, u2].map((id) => ({ id, released: true })) }),
      await reserve([u3], { units: [{ id: u3, released: true }] }),
    ];
    const spots = [await buy(beta, "spot"), await buy(beta, "spot", 2), await buy(beta, "spot")];
    const [s1, s2, s4] = spots.map((vm) => vm.id) as [string, string, string];
    expect(spots.map((vm) => vm.unitIds)).toEqual([[u1], [u2, u3], [u4]]);
    const dry = await reclaim(r1, [u1, u2], { dryRun: true });
    expect(dry).toMatchObject({ wouldTerminate: [s1, s2].sort(), wouldSkip: [] });
    expect((await reclaim(r1, [u1, u2])).terminated).toEqual([s1, s2].sort());
    expect(await statuses()).toEqual({ [s1]: "terminated", [s2]: "terminated", [s4]: "running" });
    const units = await listUnits(market.as(provider), { nodeId, startsAt: undefined, endsAt: undefined });
    expect(units.map((unit) => [unit.state, unit.reservationId, unit.released])).toEqual([
      ["free", r1, false],
      ["free", r1, false],
      ["free", r2, true],
      ["claimed", undefined, false],
    ]);
    expect((await buy(beta, "spot")).unitIds).toEqual([u3]);
    expect(await refusal(buy(beta, "spot"))).toBe("no_capacity");
  });

  it("ends spot workloads on units that are not released, too, and then has nothing left to do", async () => {
    const vm = await buy(beta, "spot");
    const id = await reserve([u1]);
    expect(await reclaim(id, [u1])).toMatchObject({ terminated: [vm.id], skipped: [], releasedUnitIds: [] });
    expect(await reclaim(id, [u1])).toMatchObject({ terminated: [], skipped: [] });
    expect(await trail(id)).toEqual(["reclaim"]);
  });

  it("says nothing twice: a second release changes nothing and leaves no entry", async () => {
    const id = await reserve([u1, u2]);
    const first = await release(id, [u1]);
    expect(await release(id, [u1])).toEqual(first);
    expect((await release(id, [u1, u2])).releasedUnitIds).toEqual([u1, u2]);
    expect(await trail(id)).toEqual(["release", "release"]);
  });

  it("does nothing where the plan has changed since the preview", async () => {
    const id = await reserve([u1, u2], { units: [u1, u2].map((unit) => ({ id: unit, released: true })) });
    const [empty, other] = [await reclaim(id, [u1, u2], { dryRun: true }), await reclaim(id, [u1], { dryRun: true })];
    expect(empty.planToken).toBe((await reclaim(id, [u2, u1], { dryRun: true })).planToken);
    expect(other.planToken).not.toBe(empty.planToken);
    const vm = await buy(beta, "spot");
    for (const dryRun of [false, true]) {
      const late = reclaim(id, [u1, u2], { expectPlan: empty.planToken, dryRun });
      const now = { wouldTerminate: [vm.id], wouldSkip: [], planToken: expect.any(String) };
      await expect(late).rejects.toMatchObject({ code: "plan_changed", details: now });
    }
    expect(await refusal(reclaim(id, [u1, u2], { expectPlan: other.planToken }))).toBe("plan_changed");
    expect(await statuses()).toEqual({ [vm.id]: "running" });

    const { planToken } = await reclaim(id, [u1, u2], { dryRun: true });
    await market.db.updateTable("nodes").set({ topology_gen: 2 }).where("id", "=", nodeId).execute();
    expect(await refusal(reclaim(id, [u1, u2], { expectPlan: planToken }))).toBe("plan_changed");
    expect(await trail(id)).toEqual([]);
    expect((await reclaim(id, [u1, u2])).terminated).toEqual([vm.id]);
  });

  it("is refused by status: 400 before 409, and 404 before both", async () => {
    const refusals = async (id: string, as = market.platform) => [
      await refusal(release(id, [u1], as)),
      await refusal(reclaim(id, [u1], { as })),
      await refusal(release(id, [u4], as)),
      await refusal(reclaim(id, [u4], { as })),
    ];
    const [bad, wrong, hidden] = ["invalid_request", "wrong_status", "not_found"];
    const over = [
      await reserve([u1], { cancelled: true }),
      await reserve([u1], { startsAt: new Date(Date.now() - 3 * hour), endsAt: new Date(Date.now() - 2 * hour) }),
    ];
    for (const id of over) expect(await refusals(id)).toEqual([wrong, wrong, bad, bad]);
    const review = await reserve([u1], { topologyGen: 9 });
    expect(await refusals(review)).toEqual([wrong, undefined, bad, bad]);
    expect(await refusals(review, provider)).toEqual([wrong, undefined, bad, bad]);
    for (const id of [...over, review]) expect(await refusals(id, alpha)).toEqual([hidden, hidden, hidden, hidden]);
  });

  it("is for the managing org while the reservation is active, and for nobody by being in the audience", async () => {
    const managing = { managingOrgIds: [beta] };
    const active = await reserve([u1], managing);
    expect(await refusal(release(active, [u1], alpha))).toBe("not_found");
    expect((await release(active, [u1], beta)).releasedUnitIds).toEqual([u1]);
    expect((await reclaim(active, [u1], { as: beta })).releasedUnitIds).toEqual([]);
    const pending = await reserve([u2], { ...managing, startsAt: new Date(Date.now() + hour) });
    expect(await refusal(release(pending, [u2], beta))).toBe("not_found");
    expect((await release(pending, [u2], provider)).status).toBe("pending");
    expect((await buy(market.platform, "spot")).unitIds).toEqual([u2]);
    expect(await refusal(reclaim(pending, [u2], { as: beta }))).toBe("not_found");
    expect((await reclaim(pending, [u2], { as: provider })).terminated).toHaveLength(1);
  });
});

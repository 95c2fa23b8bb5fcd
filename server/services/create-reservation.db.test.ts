import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Refusal } from "@/server/domain/errors";
import { HOUR, type House, openHouse, U } from "./testing/house";
import { actingFor, call, refusal } from "./testing/world";

const fields = (it: Refusal) => ((it.details?.fields ?? []) as { field: string }[]).map((each) => each.field);
const refusedUnits = (it: Refusal) =>
  ((it.details?.units ?? []) as { unitId: string; code: string }[]).map((each) => [each.unitId, each.code]);

describe("creating a reservation, sections 2 and 7", () => {
  let house: House;
  let nodeId: string;
  beforeAll(async () => {
    house = await openHouse("create");
  });
  beforeEach(async () => {
    await house.goTo(0);
    nodeId = await house.node(8);
  });
  afterAll(() => house.close());

  const input = (change = {}) => ({ nodeId, unitIds: [U[0]], allowedOrgIds: [house.orgs.alpha.id], ...change });
  const refused = (change = {}) => refusal(house.platform, "createReservation", input(change));

  it("begins now and is open-ended, and says what it is in every view alike", async () => {
    const { alpha, platform, manager } = house.orgs;
    const unitIds = [U[2], U[1], U[5]] as string[];
    const made = await house.reserve(nodeId, {
      unitIds,
      managingOrgIds: [manager.id],
      contractRef: "C-17",
      reason: `O'Brien"; --`,
    });
    expect(made).toEqual({
      id: made.id,
      nodeId,
      status: "active",
      reservedUnitIds: expect.arrayContaining(unitIds),
      releasedUnitIds: [],
      allowedOrgIds: [alpha.id, platform.id],
      managingOrgIds: [manager.id],
      startsAt: "2031-03-01T12:00:00.000Z",
      contractRef: "C-17",
      reason: `O'Brien"; --`,
      topologyGen: 1,
      createdAt: "2031-03-01T12:00:00.000Z",
      updatedAt: "2031-03-01T12:00:00.000Z",
    });
    expect(made.reservedUnitIds).toHaveLength(3);
    expect(await house.reservationOf(nodeId, made.id)).toEqual(made);
    const list = await call(house.platform, "listNodeReservations", { nodeId, limit: 50 });
    expect(list).toEqual({ items: [made] });
    const held = (await house.units(nodeId)).filter((unit) => unit.reservationId === made.id);
    expect(held.map((unit) => unit.id).sort()).toEqual([...unitIds].sort());
    expect(held.every((unit) => unit.state === "free" && !unit.reservable && unit.released === false)).toBe(true);
  });

  it("does not stop what runs on the unit (section 4)", async () => {
    const vm = await call(house.beta, "createVm", {
      orgId: house.orgs.beta.id,
      name: "w",
      gpuModelId: "10de:2330",
      gpuCount: 1,
      tier: "community",
    });
    const [unitId = ""] = vm.unitIds;
    await house.reserve(vm.nodeId, { unitIds: [unitId] });
    const unit = (await house.units(vm.nodeId)).find((each) => each.id === unitId);
    expect(unit).toMatchObject({ state: "claimed", claimedBy: `vm:${vm.id}` });
    expect(await call(house.beta, "getVm", { workloadId: vm.id })).toMatchObject({ status: "running" });
  });

  it("touches its neighbours and overlaps nobody (fault case 02)", async () => {
    const term = (from: number, to: number | null) => ({
      startsAt: house.at(from),
      ...(to !== null && { endsAt: house.at(to) }),
    });
    const m = 24 * HOUR;
    const a = await house.reserve(nodeId, term(m - HOUR, m));
    const b = await house.reserve(nodeId, term(m, m + HOUR));
    await house.reserve(nodeId, term(m - 2 * HOUR, m - HOUR));
    for (const [from, to] of [
      [m - 1, m + 1],
      [m + HOUR - 1, m + 2 * HOUR],
      [m, m + HOUR],
      [m + 1, m + 2],
      [m - 3 * HOUR, m + 3 * HOUR],
    ] as const) {
      expect((await refused(term(from, to))).code).toBe("reservation_overlap");
    }
    await house.reserve(nodeId, term(m + HOUR, null));
    expect((await refused(term(m + 5 * HOUR, m + 6 * HOUR))).code).toBe("reservation_overlap");
    expect(a.endsAt).toBe(b.startsAt);
  });

  it("counts a start a little past as now, an older one as a mistake; so with ends (fault case 03)", async () => {
    const late = await house.reserve(nodeId, { startsAt: house.at(-2000), endsAt: house.at(HOUR) });
    expect(late).toMatchObject({ status: "active", startsAt: "2031-03-01T12:00:00.000Z" });
    for (const change of [
      { startsAt: house.at(-5 * 60_000 - 1) },
      { startsAt: house.at(HOUR), endsAt: house.at(HOUR) },
      { startsAt: house.at(HOUR), endsAt: house.at(HOUR - 1) },
      { endsAt: house.at(0) },
      { endsAt: house.at(-HOUR) },
    ]) {
      // Also over the one there: what is wrong with the request is said before any conflict.
      expect((await refused(change)).code).toBe("invalid_request");
      expect((await refused({ ...change, unitIds: [U[1]] })).code).toBe("invalid_request");
    }
    expect(await house.reservationOf(nodeId, late.id)).toEqual(late);
    await house.reserve(nodeId, { unitIds: [U[1]], endsAt: house.at(1) });
  });

  it("takes all units or none, and names every refused one (fault case 07)", async () => {
    const other = await house.reserve(nodeId, { unitIds: [U[4] ?? ""] });
    await house.reserve(nodeId, { unitIds: [U[5] ?? ""], startsAt: house.at(HOUR) });
    const conflict = await refused({ unitIds: [U[5], U[0], U[1], U[4]] });
    expect(conflict.code).toBe("reservation_overlap");
    expect(refusedUnits(conflict).sort()).toEqual([
      [U[4], "reservation_overlap"],
      [U[5], "reservation_overlap"],
    ]);
    expect(conflict.details?.units).toEqual(
      expect.arrayContaining([expect.objectContaining({ unitId: U[4], reservationId: other.id })]),
    );
    const probe = await house.reserve(nodeId, { unitIds: [U[0], U[1]] });
    await call(house.platform, "cancelReservation", { nodeId, reservationId: probe.id });
  });

  it("names everything wrong with the request at once: units, orgs and term", async () => {
    const elsewhere = await house.node([{ id: "0000:99:00.0" }]);
    const wrong = await refused({
      unitIds: [U[0], "0000:99:00.0", "no-such-unit"],
      allowedOrgIds: [house.orgs.alpha.id, "no-such-org"],
      managingOrgIds: ["nor-this"],
      endsAt: house.at(-1),
    });
    expect(wrong.code).toBe("invalid_request");
    expect(fields(wrong).sort()).toEqual(["allowedOrgIds.1", "endsAt", "managingOrgIds.0", "unitIds.1", "unitIds.2"]);
    expect(await house.units(elsewhere)).toHaveLength(1);
    expect((await call(house.platform, "listNodeReservations", { nodeId, limit: 50 })).items).toEqual([]);
  });

  it("refuses what can't be sold and nodes that are not online, with the reason that the list of units shows", async () => {
    const bare = await house.node([{ id: U[0], sellableGpus: 0 }, { id: U[1] }]);
    const unsold = await refusal(house.platform, "createReservation", input({ nodeId: bare, unitIds: [U[0], U[1]] }));
    expect([unsold.code, refusedUnits(unsold)]).toEqual(["unit_not_reservable", [[U[0], "unit_not_reservable"]]]);
    const [unit] = await house.units(bare);
    expect(unsold.details?.units).toEqual([expect.objectContaining({ reason: unit?.notReservableReason })]);
    await call(house.provider, "updateNode", { nodeId: bare, status: "draining" });
    const offline = await refusal(house.platform, "createReservation", input({ nodeId: bare, unitIds: [U[1]] }));
    expect(offline.code).toBe("unit_not_reservable");
    expect((await house.units(bare)).map((each) => each.reservable)).toEqual([false, false]);
  });

  it("keeps the audience as named, the platform org added once", async () => {
    const { alpha, platform, beta } = house.orgs;
    const made = await house.reserve(nodeId, { allowedOrgIds: [platform.id, beta.id, alpha.id] });
    expect(made.allowedOrgIds).toEqual([platform.id, beta.id, alpha.id]);
    const other = await house.reserve(nodeId, { unitIds: [U[1]], managingOrgIds: [beta.id] });
    expect(other).toMatchObject({ allowedOrgIds: [alpha.id, platform.id], managingOrgIds: [beta.id] });
  });

  it("leaves one entry of what was done or refused, and none where the caller may not even look", async () => {
    await house.reserve(nodeId, { reason: "for alpha" });
    await refused();
    await refusal(house.provider, "createReservation", input());
    await refusal(house.alpha, "createReservation", input());
    expect(await house.trail(nodeId)).toEqual([
      ["reservation.create", "refused", "not_found"],
      ["reservation.create", "refused", "reservation_overlap"],
      ["reservation.create", "done"],
    ]);
  });

  it("of twenty at once for one unit exactly one succeeds (fault case 01)", async () => {
    for (let round = 1; round <= 5; round += 1) {
      const term = { startsAt: house.at(round * HOUR), endsAt: house.at((round + 1) * HOUR) };
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) =>
          call(actingFor(house.world, house.orgs.platform), "createReservation", {
            ...input(term),
            unitIds: n % 2 ? [U[0], U[1]] : [U[1], U[0]],
          }),
        ),
      );
      const codes = outcomes.map((each) => (each.status === "fulfilled" ? "created" : each.reason.code));
      expect(codes.sort()).toEqual(["created", ...Array.from({ length: 19 }, () => "reservation_overlap")]);
    }
    const { items } = await call(house.platform, "listNodeReservations", { nodeId, limit: 50 });
    expect(items).toHaveLength(5);
  });
});

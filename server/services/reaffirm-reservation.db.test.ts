import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Refusal } from "@/server/domain/errors";
import { HOUR, type House, openHouse, type Reservation, U } from "./testing/house";
import { A100, reportOf, type Told, withoutGroups } from "./testing/reports";
import { call, refusal } from "./testing/world";

const card = (index: number, uuid?: string): Told => ({ bdf: U[index] ?? "", ...(uuid && { uuid: `GPU-${uuid}` }) });
const FOUR = [[card(0, "a")], [card(1, "b")], [card(2, "c")], [card(3, "d")]];

describe("topology change and re-affirming, sections 5 and 6", () => {
  let house: House;
  let nodeId: string;
  beforeAll(async () => {
    house = await openHouse("reaffirm");
  });
  beforeEach(async () => {
    await house.goTo(0);
    const orgId = house.orgs.provider.id;
    nodeId = (await call(house.provider, "createNode", { orgId, hostname: "gpu-1" })).id;
    await report(FOUR);
  });
  afterAll(() => house.close());

  const report = (groups: readonly (readonly Told[])[], options = {}) =>
    call(house.provider, "putInventory", { nodeId, inventory: reportOf(groups, options) });
  const at = (r: Reservation) => ({ nodeId, reservationId: r.id });
  const reaffirm = (r: Reservation, unitIds?: string[]) =>
    call(house.platform, "reaffirmReservation", { ...at(r), unitIds });
  const refused = (r: Reservation, unitIds?: string[]) =>
    refusal(house.platform, "reaffirmReservation", { ...at(r), unitIds });
  const reasons = (it: Refusal) =>
    ((it.details?.units ?? []) as { unitId: string; reason: string }[]).map((each) => [each.unitId, each.reason]);
  const unit = async (id: string | undefined) => (await house.units(nodeId)).find((each) => each.id === id);

  it("a reservation in review grants nothing, and withholds its silicon: 27 that now holds 28's GPU", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[1]] });
    await call(house.platform, "releaseUnits", { ...at(r), unitIds: [U[1]] });
    await report([[card(0, "a"), card(1, "b")], [card(2, "c")], [card(3, "d")]]);
    expect(await house.reservationOf(nodeId, r.id)).toMatchObject({ status: "needs-review", releasedUnitIds: [U[1]] });
    expect(await unit(U[0])).toMatchObject({
      reservationId: r.id,
      reservable: false,
      sellableGpus: 2,
      released: false,
    });
    const no = await refusal(house.platform, "createReservation", {
      nodeId,
      unitIds: [U[0]],
      allowedOrgIds: [house.orgs.alpha.id],
    });
    expect(no.code).toBe("reservation_overlap");
    for (const tier of ["community", "spot"] as const) {
      const order = { orgId: house.orgs.alpha.id, name: "w", gpuModelId: "10de-2330", gpuCount: 2, tier };
      // Two GPUs of the others would fit: it must not be the pair.
      const vm = await call(house.alpha, "createVm", order);
      expect(vm.nodeId === nodeId && vm.unitIds.includes(U[0])).toBe(false);
      await call(house.alpha, "terminateVm", { workloadId: vm.id });
    }
    expect((await refusal(house.platform, "releaseUnits", { ...at(r), unitIds: [U[1]] })).code).toBe("wrong_status");
  });

  it("a card that moved takes its reservation along, to the new address", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[0]] });
    await report([[card(1, "b")], [card(2, "c")], [card(3, "d")], [card(4, "a")]]);
    expect(await unit(U[4])).toMatchObject({ reservationId: r.id, reservable: false });
    const moved = await reaffirm(r, [U[4] ?? ""]);
    expect(moved).toMatchObject({ status: "active", topologyGen: 2, reservedUnitIds: [U[4]] });
  });

  it("a UUID learned while the unit was reserved counts when the card moves", async () => {
    await report([[card(0, "a")], [card(1, "b")], [card(2, "c")], [card(3, "d")], [card(4)]]);
    const r = await house.reserve(nodeId, { unitIds: [U[4] ?? ""] });
    const told = [[card(0, "a")], [card(1, "b")], [card(2, "c")], [card(3, "d")], [card(4, "e")]];
    expect((await report(told)).changed).toBe(false);
    await report([...told.slice(0, 4), [card(5, "e")]]);
    expect(await unit(U[5])).toMatchObject({ reservationId: r.id, reservable: false });
  });

  it("keeps its units without a body where each is as it was", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1]] });
    await call(house.platform, "releaseUnits", { ...at(r), unitIds: [U[1]] });
    await report([...FOUR, [card(4, "e")]]);
    await house.goTo(1000);
    expect(await reaffirm(r)).toEqual({
      ...r,
      releasedUnitIds: [U[1]],
      topologyGen: 2,
      updatedAt: "2031-03-01T12:00:01.000Z",
    });
    expect((await refused(r)).code).toBe("wrong_status");
  });

  it("says what differs where one is not, and then changes nothing", async () => {
    const [u4, u5] = [U[4] ?? "", U[5] ?? ""];
    await report([...FOUR, [card(4, "e"), card(6, "g")], [card(5, "f")]]);
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1], U[2] ?? "", u4, u5] });
    await report([[card(1, "b"), card(3, "d")], [card(2, "z")], [card(4, "e")], [card(5, "f")]]);
    const no = await refused(r);
    expect(no.code).toBe("topology_mismatch");
    expect(reasons(no)).toEqual([
      [U[0], "The unit is gone."],
      [U[1], `Its GPUs were ${U[1]} and are ${U[1]}, ${U[3]} now.`],
      [U[2], expect.stringContaining("a card was exchanged")],
      [u4, expect.stringContaining(`and are ${u4} now`)],
    ]);
    expect(await house.reservationOf(nodeId, r.id)).toMatchObject({ status: "needs-review", topologyGen: 2 });
  });

  it("a card of another model or a unit of another class is a difference", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[0]] });
    await report([[{ bdf: U[0], device: A100 }], ...FOUR.slice(1)]);
    expect((await refused(r)).code).toBe("topology_mismatch");
    await call(house.provider, "putInventory", { nodeId, inventory: withoutGroups(...FOUR.flat()) });
    expect(reasons(await refused(r))).toEqual([[U[0], "Its class was vfio-group and is device-request now."]]);
  });

  it("moves to the units named; marks survive on those that stay", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1]], startsAt: house.at(HOUR) });
    await call(house.platform, "releaseUnits", { ...at(r), unitIds: [U[0], U[1]] });
    await report([[card(1, "b")], [card(2, "c")], [card(3, "d")]]);
    const moved = await reaffirm(r, [U[1], U[3] ?? ""]);
    expect(moved).toMatchObject({ status: "pending", reservedUnitIds: [U[1], U[3]], releasedUnitIds: [U[1]] });
    expect(moved).toMatchObject({ startsAt: r.startsAt, topologyGen: 2 });
    // What it left is free; what it took is not.
    expect((await unit(U[3]))?.reservationId).toBe(r.id);
    expect((await unit(U[2]))?.reservable).toBe(true);
  });

  it("holds the overlap rule, and takes nothing that can't be sold", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[0]] });
    await report([[card(0, "a")], [card(1, "b")], [card(2, "c"), card(3, "d")]], { nicIn: 1 });
    const other = await house.reserve(nodeId, {
      unitIds: [U[2] ?? ""],
      startsAt: house.at(HOUR),
      endsAt: house.at(2 * HOUR),
    });
    const no = await refused(r, [U[0], U[1], U[2] ?? ""]);
    expect(no.details?.units).toEqual([
      expect.objectContaining({ unitId: U[1], code: "unit_not_reservable" }),
      expect.objectContaining({ unitId: U[2], code: "reservation_overlap", reservationId: other.id }),
    ]);
    expect((await refused(r, ["no-such-unit"])).code).toBe("invalid_request");
    await call(house.platform, "cancelReservation", at(other));
    expect((await reaffirm(r, [U[0], U[2] ?? ""])).status).toBe("active");
  });

  it("two reservations whose units became one: neither gets the pair while the other is live", async () => {
    const left = await house.reserve(nodeId, { unitIds: [U[0]] });
    const right = await house.reserve(nodeId, { unitIds: [U[1]] });
    await report([[card(0, "a"), card(1, "b")], [card(2, "c")], [card(3, "d")]]);
    expect((await refused(left, [U[0]])).code).toBe("reservation_overlap");
    await call(house.platform, "cancelReservation", at(right));
    expect((await reaffirm(left, [U[0]])).status).toBe("active");
  });

  it("is for reservations in review alone", async () => {
    const r = await house.reserve(nodeId, { endsAt: house.at(HOUR) });
    expect((await refused(r)).code).toBe("wrong_status");
    await report([...FOUR, [card(4, "e")]]);
    await house.goTo(HOUR);
    expect((await refused(r)).details).toEqual({ status: "expired", action: "reaffirm" });
    await house.goTo(0);
    await call(house.platform, "cancelReservation", at(r));
    expect((await refused(r)).details).toEqual({ status: "cancelled", action: "reaffirm" });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR, type House, openHouse, type Reservation, U } from "./testing/house";
import { call, refusal } from "./testing/world";

describe("changing a reservation, section 5", () => {
  let house: House;
  let nodeId: string;
  beforeAll(async () => {
    house = await openHouse("change");
  });
  beforeEach(async () => {
    await house.goTo(0);
    nodeId = await house.node(4);
  });
  afterAll(() => house.close());

  const change = (r: Reservation, to: object) =>
    call(house.platform, "changeReservation", { nodeId, reservationId: r.id, ...to });
  const refused = (r: Reservation, to: object) =>
    refusal(house.platform, "changeReservation", { nodeId, reservationId: r.id, ...to });

  it("moves the end later and earlier, opens it with null, and keeps the id", async () => {
    const r = await house.reserve(nodeId, { endsAt: house.at(HOUR) });
    await house.goTo(1000);
    const later = await change(r, { endsAt: house.at(2 * HOUR) });
    expect(later).toEqual({ ...r, endsAt: "2031-03-01T14:00:00.000Z", updatedAt: "2031-03-01T12:00:01.000Z" });
    expect(await change(r, { endsAt: house.at(2000) })).toMatchObject({ endsAt: "2031-03-01T12:00:02.000Z" });
    const open = await change(r, { endsAt: null });
    expect(open).not.toHaveProperty("endsAt");
    expect(open.status).toBe("active");
  });

  it("frees at once what lies beyond the new end", async () => {
    const r = await house.reserve(nodeId);
    await change(r, { endsAt: house.at(HOUR) });
    const next = await house.reserve(nodeId, { startsAt: house.at(HOUR) });
    expect(next.status).toBe("pending");
    const blocked = await refused(r, { endsAt: null });
    expect(blocked.code).toBe("reservation_overlap");
    expect(blocked.details?.units).toEqual([expect.objectContaining({ unitId: U[0], reservationId: next.id })]);
    expect((await refused(r, { endsAt: house.at(HOUR + 1) })).code).toBe("reservation_overlap");
    expect(await house.reservationOf(nodeId, r.id)).toMatchObject({ endsAt: "2031-03-01T13:00:00.000Z" });
  });

  it("never ends it in the past or before it begins", async () => {
    const r = await house.reserve(nodeId, { startsAt: house.at(HOUR) });
    for (const endsAt of [house.at(0), house.at(-HOUR), house.at(1000), house.at(HOUR)]) {
      expect((await refused(r, { endsAt })).code).toBe("invalid_request");
    }
    expect(await change(r, { endsAt: house.at(HOUR + 1) })).toMatchObject({ status: "pending" });
  });

  it("changes audience, managing orgs, contract and reason; the platform org stays in the audience", async () => {
    const { beta, platform, manager } = house.orgs;
    const r = await house.reserve(nodeId, { contractRef: "C-1", managingOrgIds: [manager.id] });
    const to = { allowedOrgIds: [beta.id], managingOrgIds: [], contractRef: "C-2", reason: "moved" };
    expect(await change(r, to)).toMatchObject({ ...to, allowedOrgIds: [beta.id, platform.id] });
    expect(await change(r, {})).toMatchObject({ contractRef: "C-2", reason: "moved" });
    expect((await refused(r, { allowedOrgIds: ["no-such-org"] })).code).toBe("invalid_request");
    expect((await refused(r, { managingOrgIds: [beta.id, "nor-this"] })).code).toBe("invalid_request");
  });

  it("asking for what is so already changes nothing, and is no entry", async () => {
    const r = await house.reserve(nodeId, { endsAt: house.at(HOUR), reason: "x" });
    await house.goTo(1000);
    const same = { endsAt: house.at(HOUR), allowedOrgIds: [house.orgs.alpha.id], managingOrgIds: [], reason: "x" };
    expect(await change(r, same)).toEqual(r);
    expect(await house.trail(nodeId)).toEqual([["reservation.create", "done"]]);
  });

  it("is for pending and active ones only", async () => {
    const over = await house.reserve(nodeId, { endsAt: house.at(1000) });
    const cancelled = await house.reserve(nodeId, { unitIds: [U[1]] });
    const inReview = await house.reserve(nodeId, { unitIds: [U[2] ?? ""] });
    await call(house.platform, "cancelReservation", { nodeId, reservationId: cancelled.id });
    await house.bumpTopology(nodeId);
    await house.goTo(1000);
    for (const [r, status] of [
      [over, "expired"],
      [cancelled, "cancelled"],
      [inReview, "needs-review"],
    ] as const) {
      const no = await refused(r, { endsAt: house.at(5 * HOUR) });
      expect([no.code, no.details]).toEqual(["wrong_status", { status, action: "change" }]);
      // What is wrong with the request itself comes first.
      expect((await refused(r, { endsAt: house.at(0) })).code).toBe("invalid_request");
    }
  });
});

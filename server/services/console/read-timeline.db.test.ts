import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, type House, openHouse, U } from "../testing/house";
import { call, refusal } from "../testing/world";
import { readTimeline } from "./read-timeline";

describe("a node's timeline", () => {
  let house: House;
  let nodeId: string;
  let managed: string;
  const range = () => ({ nodeId, from: house.at(-48 * HOUR), to: house.at(48 * HOUR) });
  const iso = (ms: number) => house.at(ms).toISOString();

  beforeAll(async () => {
    house = await openHouse("read_timeline");
    nodeId = await house.node(4);
    const { alpha, beta, manager } = house.orgs;
    const reserve = async (unit: number, change: Parameters<House["reserve"]>[1]) =>
      (await house.reserve(nodeId, { unitIds: [U[unit] as string], ...change })).id;
    managed = await reserve(0, {
      contractRef: "managed",
      allowedOrgIds: [alpha.id],
      managingOrgIds: [manager.id],
      endsAt: house.at(20 * HOUR),
    });
    const gone = await reserve(1, { contractRef: "gone", allowedOrgIds: [beta.id] });
    await reserve(2, { contractRef: "never", startsAt: house.at(5 * HOUR) }).then((reservationId) =>
      call(house.platform, "cancelReservation", { nodeId, reservationId }),
    );
    await house.goTo(HOUR);
    const act = (action: "releaseUnits" | "reclaimUnits") =>
      call(house.platform, action, { nodeId, reservationId: managed, unitIds: [U[0]] });
    await act("releaseUnits");
    await house.goTo(2 * HOUR);
    await act("reclaimUnits");
    await call(house.platform, "cancelReservation", { nodeId, reservationId: gone });
    await house.goTo(3 * HOUR);
    await act("releaseUnits");
  });
  afterAll(() => house.close());

  it("shows holds to where they were cut, and releases within them", async () => {
    const { holds, isCut } = await readTimeline(house.platform, range());
    const told = holds
      .map(({ contractRef, status, from, to, released, unitId }) => ({
        contractRef,
        status,
        from,
        to,
        released,
        unitId,
      }))
      .sort((a, b) => (a.unitId < b.unitId ? -1 : 1));
    expect(told).toEqual([
      {
        contractRef: "managed",
        status: "active",
        unitId: U[0],
        from: iso(0),
        to: iso(20 * HOUR),
        released: [
          { from: iso(HOUR), to: iso(2 * HOUR) },
          { from: iso(3 * HOUR), to: iso(20 * HOUR) },
        ],
      },
      { contractRef: "gone", status: "cancelled", unitId: U[1], from: iso(0), to: iso(2 * HOUR), released: [] },
    ]);
    expect(isCut).toBe(false);
  });

  it("shows nothing of what lies outside of the range", async () => {
    const { holds } = await readTimeline(house.platform, { nodeId, from: house.at(3 * HOUR), to: house.at(4 * HOUR) });
    expect(holds.map((hold) => hold.contractRef)).toEqual(["managed"]);
    const before = { nodeId, from: house.at(-2 * HOUR), to: house.at(0) };
    expect((await readTimeline(house.platform, before)).holds).toEqual([]);
  });

  it("shows a managing org what it manages, and strangers that there is nothing", async () => {
    const { holds } = await readTimeline(house.manager, range());
    expect(holds.map((hold) => hold.reservationId)).toEqual([managed]);
    expect((await readTimeline(house.provider, range())).holds).toHaveLength(2);
    await expect(readTimeline(house.beta, range())).rejects.toMatchObject({ code: "not_found" });
    expect((await refusal(house.beta, "getNode", { nodeId })).code).toBe("not_found");
  });
});

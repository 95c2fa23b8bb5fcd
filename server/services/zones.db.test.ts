import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseInstant } from "@/server/domain/term";
import { type House, openHouse, U } from "./testing/house";
import { call, refusal } from "./testing/world";

const instant = (text: string): Date => {
  const parsed = parseInstant(text);
  if (!parsed) throw new Error(`${text} is no instant`);
  return parsed;
};

/** Fault case 04: results are the same wherever the server thinks it is. */
describe.each(["UTC", "America/New_York", "Australia/Lord_Howe"])("in a process whose zone is %s", (zone) => {
  const before = process.env.TZ;
  let house: House;
  let nodeId: string;
  beforeAll(async () => {
    process.env.TZ = zone;
    house = await openHouse("zones");
    // Also where the database's own default is another one.
    await sql.raw(`alter database "${house.world.database.name}" set timezone to '${zone}'`).execute(house.world.owner);
    nodeId = await house.node(4);
  });
  afterAll(async () => {
    await house.close();
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  const reserve = (unitId: string, startsAt: string, endsAt: string) =>
    house.reserve(nodeId, { unitIds: [unitId], startsAt: instant(startsAt), endsAt: instant(endsAt) });
  const codeOf = async (unitId: string, startsAt: string, endsAt: string) =>
    (
      await refusal(house.platform, "createReservation", {
        nodeId,
        unitIds: [unitId],
        allowedOrgIds: [house.orgs.alpha.id],
        startsAt: instant(startsAt),
        endsAt: instant(endsAt),
      })
    ).code;

  it("one instant is one instant, however it is written", async () => {
    const made = await reserve(U[0], "2031-03-02T10:00:00Z", "2031-03-02T11:00:00Z");
    expect([made.startsAt, made.endsAt]).toEqual(["2031-03-02T10:00:00.000Z", "2031-03-02T11:00:00.000Z"]);
    expect(await codeOf(U[0], "2031-03-02T12:30:00+02:30", "2031-03-02T13:30:00+02:30")).toBe("reservation_overlap");
    expect(await codeOf(U[0], "2031-03-02T04:59:59.999-06:00", "2031-03-02T12:00:00Z")).toBe("reservation_overlap");
    const touching = await reserve(U[0], "2031-03-02T11:00:00Z", "2031-03-02T07:00:00-05:00");
    expect(touching).toMatchObject({ endsAt: "2031-03-02T12:00:00.000Z", status: "pending" });
  });

  it("a term over a change of clocks is as long as it really is", async () => {
    const made = await reserve(U[1], "2031-03-09T01:30:00-05:00", "2031-03-09T03:30:00-04:00");
    expect([made.startsAt, made.endsAt]).toEqual(["2031-03-09T06:30:00.000Z", "2031-03-09T07:30:00.000Z"]);
    expect(await codeOf(U[1], "2031-03-09T07:00:00Z", "2031-03-09T08:00:00Z")).toBe("reservation_overlap");
    await reserve(U[1], "2031-03-09T07:30:00Z", "2031-03-09T08:00:00Z");
  });

  it("what is stored is read back to the millisecond, in every view", async () => {
    const made = await reserve(U[2] ?? "", "2031-10-26T00:59:59.999999Z", "2031-10-26T03:00:00.001-11:30");
    expect([made.startsAt, made.endsAt]).toEqual(["2031-10-26T00:59:59.999Z", "2031-10-26T14:30:00.001Z"]);
    expect(await house.reservationOf(nodeId, made.id)).toEqual(made);
    const unit = (await house.units(nodeId)).find((each) => each.id === U[2]);
    expect(unit?.notReservableReason).toContain("2031-10-26T00:59:59.999Z");
    const before = { startsAt: instant("2031-10-25T00:00:00Z"), endsAt: instant("2031-10-26T00:59:59.999Z") };
    const asked = await call(house.platform, "listUnits", { nodeId, ...before });
    expect(asked.find((each) => each.id === U[2])?.reservable).toBe(true);
  });
});

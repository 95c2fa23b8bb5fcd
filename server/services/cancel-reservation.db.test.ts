import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR, type House, openHouse, type Reservation, U } from "./testing/house";
import { call, refusal } from "./testing/world";

describe("cancelling a reservation, section 5", () => {
  let house: House;
  let nodeId: string;
  beforeAll(async () => {
    house = await openHouse("cancel");
  });
  beforeEach(async () => {
    await house.goTo(0);
    nodeId = await house.node(4);
  });
  afterAll(() => house.close());

  const at = (r: Reservation) => ({ nodeId, reservationId: r.id });
  const cancel = (r: Reservation, units?: string[]) =>
    call(house.platform, "cancelReservation", { ...at(r), unitIds: units });
  const free = async () => (await house.units(nodeId)).filter((unit) => unit.reservable).map((unit) => unit.id);

  it("frees its units at once, for the rest of the term too, and stays readable (fault case 05)", async () => {
    const body = { unitIds: [U[0], U[1]] };
    const r = await house.reserve(nodeId, body);
    await house.goTo(1000);
    expect(await cancel(r)).toEqual({ ...r, status: "cancelled", updatedAt: "2031-03-01T12:00:01.000Z" });
    const [unit] = await house.units(nodeId);
    expect(unit).toMatchObject({ state: "free", released: false, reservable: true });
    expect(unit).not.toHaveProperty("reservationId");
    expect(unit).not.toHaveProperty("notReservableReason");
    const again = await house.reserve(nodeId, body);
    const later = { startsAt: house.at(8760 * HOUR) };
    expect(
      (
        await refusal(house.platform, "createReservation", {
          ...body,
          nodeId,
          allowedOrgIds: [house.orgs.beta.id],
          ...later,
        })
      ).code,
    ).toBe("reservation_overlap");
    await cancel(again);
    const pending = await house.reserve(nodeId, { ...body, ...later });
    await cancel(pending);
    await house.reserve(nodeId, body);
    expect(await house.reservationOf(nodeId, r.id)).toMatchObject({
      status: "cancelled",
      reservedUnitIds: body.unitIds,
    });
  });

  it("again succeeds and changes nothing, also five times at once: one entry", async () => {
    const r = await house.reserve(nodeId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(r)));
    await house.goTo(1000);
    answers.push(await cancel(r), await cancel(r, [U[0]]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await house.trail(nodeId)).toEqual([
      ["reservation.cancel", "done"],
      ["reservation.create", "done"],
    ]);
  });

  it("takes single units out and keeps the rest", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1], U[2] ?? ""] });
    await house.goTo(1000);
    const rest = { ...r, reservedUnitIds: [U[0], U[2]], updatedAt: "2031-03-01T12:00:01.000Z" };
    expect(await cancel(r, [U[1]])).toEqual(rest);
    expect(await house.reservationOf(nodeId, r.id)).toEqual(rest);
    expect(await free()).toEqual([U[1], U[3]]);
    const other = await house.reserve(nodeId, { unitIds: [U[1]] });
    // What was taken out before is no error and no news, whoever holds it now.
    expect((await cancel(r, [U[1]])).status).toBe("active");
    expect((await house.reservationOf(nodeId, other.id)).status).toBe("active");
    expect((await cancel(r, [U[0], U[1]])).reservedUnitIds).toEqual([U[2]]);
  });

  it("naming all that are left is the same as naming none", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1]] });
    await cancel(r, [U[0]]);
    expect(await cancel(r, [U[1]])).toMatchObject({ status: "cancelled", reservedUnitIds: [U[1]] });
    const both = await house.reserve(nodeId, { unitIds: [U[0], U[1]] });
    expect(await cancel(both, [U[1], U[0]])).toMatchObject({ status: "cancelled", reservedUnitIds: [U[0], U[1]] });
  });

  it("refuses units that never were part of it, and then takes none out", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1]] });
    for (const unitIds of [[U[0], U[2] ?? ""], ["no-such-unit"]]) {
      expect((await refusal(house.platform, "cancelReservation", { ...at(r), unitIds })).code).toBe("invalid_request");
    }
    expect(await house.reservationOf(nodeId, r.id)).toEqual(r);
  });

  it("ends releases with it, while workloads run on", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1]] });
    await call(house.platform, "releaseUnits", { ...at(r), unitIds: [U[0], U[1]] });
    const order = { orgId: house.orgs.beta.id, name: "w", gpuModelId: "10de:2330", gpuCount: 1, tier: "spot" } as const;
    const vm = await call(house.beta, "createVm", order);
    expect(vm.nodeId).toBe(nodeId);
    expect(await cancel(r)).toMatchObject({ status: "cancelled", releasedUnitIds: [] });
    expect(await call(house.beta, "getVm", { workloadId: vm.id })).toMatchObject({ status: "running" });
    expect((await house.units(nodeId)).filter((unit) => unit.released)).toEqual([]);
    const { rows } = await sql`select from reservation_units where released and reservation_id = ${r.id}`.execute(
      house.world.owner,
    );
    expect(rows).toEqual([]);
  });

  it("works in review; what has expired can't be cancelled any more", async () => {
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1]] });
    const over = await house.reserve(nodeId, { unitIds: [U[2] ?? ""], endsAt: house.at(1000) });
    await house.bumpTopology(nodeId);
    expect(await cancel(r, [U[0]])).toMatchObject({ status: "needs-review", reservedUnitIds: [U[1]] });
    expect((await cancel(r)).status).toBe("cancelled");
    await house.goTo(999);
    expect((await house.reservationOf(nodeId, over.id)).status).toBe("needs-review");
    await house.goTo(1000);
    expect((await refusal(house.platform, "cancelReservation", at(over))).code).toBe("wrong_status");
  });
});

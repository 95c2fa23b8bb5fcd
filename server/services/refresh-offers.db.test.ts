import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertNode, insertReservation, seedBdf } from "@/db/testing/seed";
import { gpuAvailability } from "./gpu-availability";
import { refreshOffers } from "./refresh-offers";
import { setFakeClock } from "./testing/fake-clock";
import { type Market, openMarket } from "./testing/market";

const HOUR = 3_600_000;

describe("offers that a term's end has overtaken", () => {
  let market: Market;
  const start = new Date("2031-03-01T10:00:00.000Z");

  beforeAll(async () => {
    market = await openMarket("refresh offers", { fakeClock: true });
    await setFakeClock(market.owner, start);
    for (let number = 0; number < 60; number += 1) {
      const nodeId = await insertNode(market.db, { organizationId: market.platform, units: [{ id: seedBdf(1) }] });
      await insertReservation(market.db, {
        nodeId,
        units: [{ id: seedBdf(1) }],
        allowedOrgIds: [market.platform],
        startsAt: start,
        endsAt: new Date(start.getTime() + HOUR),
      });
    }
  });
  afterAll(() => market.close());

  const free = async () => (await gpuAvailability(market.as(market.platform), {}))[0]?.vm.freeGpus;
  const written = async () =>
    (await market.db.selectFrom("node_offers").select("open_total").where("open_total", "=", 1).execute()).length;

  it("are answered right before they are written down, and written down once", async () => {
    expect([await free(), await written()]).toEqual([60, 0]);
    expect(await refreshOffers(market.db)).toBe(0);
    await setFakeClock(market.owner, new Date(start.getTime() + HOUR));
    expect([await free(), await written()]).toEqual([60, 0]);
    expect(await refreshOffers(market.db)).toBe(60);
    expect([await free(), await written()]).toEqual([60, 60]);
    expect(await refreshOffers(market.db)).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReservationListQuery } from "@/server/contract/reservation-list";
import type { Context } from "../shared/context";
import { HOUR, type House, openHouse, U } from "../testing/house";
import { call } from "../testing/world";
import { audienceOrgs, exportReservations, listReservationRows } from "./list-reservation-rows";

const DAY = 24 * HOUR;

describe("reservations over all nodes", () => {
  let house: House;
  let nodes: string[];
  const made: Record<string, string> = {};

  beforeAll(async () => {
    house = await openHouse("reservation_rows");
    nodes = [await house.node(8), await house.node(8)];
    const [one = "", two = ""] = nodes;
    const add = async (name: string, nodeId: string, change: Parameters<House["reserve"]>[1]) => {
      made[name] = (await house.reserve(nodeId, { contractRef: name, ...change })).id;
    };
    const { alpha, beta, manager } = house.orgs;
    const iso = (ms: number) => house.at(ms);
    await add("open", one, { unitIds: [U[0]] });
    await add("soon", one, { unitIds: [U[1] as string], endsAt: iso(5 * HOUR), allowedOrgIds: [beta.id] });
    await add("later", one, { unitIds: [U[2] as string], startsAt: iso(3 * DAY), endsAt: iso(6 * DAY) });
    await add("gone", two, { unitIds: [U[0]], endsAt: iso(4 * HOUR) });
    await add("managed", two, { unitIds: [U[1] as string], managingOrgIds: [manager.id], allowedOrgIds: [alpha.id] });
    await call(house.platform, "cancelReservation", { nodeId: two, reservationId: made.gone ?? "" });
    await call(house.platform, "releaseUnits", {
      nodeId: two,
      reservationId: made.managed ?? "",
      unitIds: [U[1] ?? ""],
    });
  });
  afterAll(() => house.close());

  const refs = async (query: ReservationListQuery, ctx: Context = house.platform) =>
    (await listReservationRows(ctx, query)).items.map((row) => row.contractRef);

  async function walk(query: ReservationListQuery, between?: () => Promise<void>): Promise<(string | undefined)[]> {
    const all: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await listReservationRows(house.platform, { ...query, limit: 2, cursor });
      all.push(...page.items.map((row) => row.contractRef));
      cursor = page.nextCursor;
      await between?.();
    } while (cursor !== undefined);
    return all;
  }

  it.each([
    ["-created", ["managed", "gone", "later", "soon", "open"]],
    ["created", ["open", "soon", "later", "gone", "managed"]],
    ["start", ["open", "soon", "gone", "managed", "later"]],
    ["-start", ["later", "managed", "gone", "soon", "open"]],
    ["end", ["gone", "soon", "later", "open", "managed"]],
    ["-end", ["managed", "open", "later", "soon", "gone"]],
  ] as const)("in the order %s, page by page and at once", async (sort, expected) => {
    expect(await refs({ sort })).toEqual(expected);
    expect(await walk({ sort })).toEqual(expected);
  });

  it.each<[string, () => ReservationListQuery, string[]]>([
    ["status", () => ({ status: ["pending", "cancelled"] }), ["gone", "later"]],
    ["node", () => ({ nodeId: nodes[1] }), ["managed", "gone"]],
    ["org", () => ({ orgId: house.orgs.beta.id }), ["soon"]],
    ["contract", () => ({ contract: "  O" }), ["gone", "soon", "open"]],
    ["contract with a wildcard", () => ({ contract: "%" }), []],
    ["id", () => ({ contract: made.later }), ["later"]],
    ["ending in a day", () => ({ ending: "24h" }), ["soon"]],
    ["ending in a week", () => ({ ending: "7d" }), ["later", "soon"]],
  ])("filtered by %s", async (_, query, expected) => {
    expect(await refs(query())).toEqual(expected);
    expect((await listReservationRows(house.platform, query())).total).toBe(expected.length);
  });

  it("a page goes on where it stopped while others reserve and cancel", async () => {
    const nodeId = await house.node(8);
    const ids: string[] = [];
    for (const unit of U.slice(0, 5)) {
      ids.push((await house.reserve(nodeId, { unitIds: [unit], contractRef: unit })).id);
    }
    let unit = 5;
    const cancelled = new Set<string>();
    const seen = await walk({ nodeId, sort: "start" }, async () => {
      if (unit >= U.length) return;
      await house.reserve(nodeId, { unitIds: [U[unit] as string], startsAt: house.at(HOUR), contractRef: U[unit] });
      unit += 1;
      const reservationId = ids.find((id) => !cancelled.has(id)) ?? "";
      cancelled.add(reservationId);
      await call(house.platform, "cancelReservation", { nodeId, reservationId });
    });
    expect(seen.slice(0, 5)).toEqual(U.slice(0, 5));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("everybody sees what she may read by REST, and no more", async () => {
    for (const ctx of [house.platform, house.provider, house.manager, house.alpha, house.beta]) {
      const { items } = await call(ctx, "listReservations", { limit: 200 });
      const rows = await listReservationRows(ctx, {});
      expect(rows.items.map((row) => row.id)).toEqual(items.map((row) => row.id));
      expect(rows.total).toBe(items.length);
    }
    expect(await refs({}, house.manager)).toEqual(["managed"]);
    expect((await listReservationRows(house.alpha, { nodeId: nodes[0], orgId: house.orgs.beta.id })).names).toEqual({});
    expect((await audienceOrgs(house.manager, "")).map((org) => org.id).sort()).toEqual(
      [house.orgs.alpha.id, house.orgs.platform.id].sort(),
    );
    expect(await audienceOrgs(house.beta, "")).toEqual([]);
  });

  it("a row says what is released, and leaves the operator unsaid", async () => {
    const [row] = (await listReservationRows(house.platform, { contract: "managed" })).items;
    expect(row).toMatchObject({ units: 1, released: 1, audience: [{ id: house.orgs.alpha.id }] });
  });

  it("the export has every row of the list, in its order", async () => {
    let text = "";
    for await (const piece of exportReservations(house.platform, { nodeId: nodes[0], sort: "end" })) text += piece;
    const lines = text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual(["soon", "later", "open"]);
  });
});

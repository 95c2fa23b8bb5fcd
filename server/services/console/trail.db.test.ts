import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TrailFilter } from "@/server/contract/trail";
import { Refusal } from "@/server/domain/errors";
import type { Context } from "../shared/context";
import { type House, openHouse, U } from "../testing/house";
import { makePerson } from "../testing/people";
import { call, refusal } from "../testing/world";
import { exportTrail, readTrail, trailNews } from "./trail";
import { exportHead, exportLines } from "./trail-lines";

const HOUR = 3_600_000;

describe("the trail over all nodes, section 8", () => {
  let house: House;
  let [nodeId, other] = ["", ""];
  let [managed, plain] = ["", ""];
  beforeAll(async () => {
    house = await openHouse("console_trail");
    [nodeId, other] = [await house.node(4), await house.node(2)];
    const managingOrgIds = [house.orgs.manager.id];
    managed = (await house.reserve(nodeId, { managingOrgIds, contractRef: "C-2031-7", reason: "Quarter end" })).id;
    plain = (await house.reserve(nodeId, { unitIds: [U[1]], reason: 'it\'s =SUM(A1) "quoted"' })).id;
    await house.reserve(other, { reason: "Elsewhere" });
    await house.goTo(HOUR);
    const ada = await makePerson(house.world, "Ada Admin");
    await ada.becomes(house.orgs.provider, "admin");
    const at = { nodeId, reservationId: managed };
    await call(ada.acting(house.orgs.provider, "admin"), "releaseUnits", {
      ...at,
      unitIds: [U[0]],
      reason: "Idle until the maintenance-window",
    });
    await refusal(house.provider, "cancelReservation", { ...at, reason: "Not mine to end" });
    await call(house.provider, "createApiKey", { orgId: house.orgs.provider.id, name: "k", permissions: ["vm.read"] });
    await call(house.beta, "createApiKey", { orgId: house.orgs.beta.id, name: "k", permissions: ["vm.read"] });
    await house.goTo(2 * HOUR);
  });
  afterAll(() => house.close());

  const found = async (ctx: Context, filter: Partial<TrailFilter> = {}) =>
    (await readTrail(ctx, { ...filter, limit: 200 })).items.map((row) => `${row.action} ${row.outcome}`);

  const ALL = [
    "apikey.create done",
    "apikey.create done",
    "reservation.cancel refused",
    "reservation.release done",
    "reservation.create done",
    "reservation.create done",
    "reservation.create done",
  ];

  it("shows the operator all, an owner its nodes and itself, a managing org its reservations, others themselves", async () => {
    expect(await found(house.platform)).toEqual(ALL);
    expect(await found(house.provider)).toEqual(ALL.slice(1));
    expect(await found(house.manager)).toEqual([ALL[2], ALL[3], ALL[4]]);
    expect(await found(house.alpha)).toEqual([]);
    expect(await found(house.beta)).toEqual(["apikey.create done"]);
  });

  it("says no more to filters and counts than the caller may read", async () => {
    expect(await found(house.beta, { nodeId })).toEqual([]);
    expect(await found(house.manager, { reservation: plain })).toEqual([]);
    expect((await readTrail(house.manager, {})).total).toBe(3);
    expect(await trailNews(house.manager, { head: "aud_0" })).toEqual({ count: 3 });
    expect((await exportTrail(house.manager, {})).total).toBe(3);
  });

  const filters: [string, () => Partial<TrailFilter>, string[]][] = [
    ["a word of the reason by its beginning", () => ({ text: "QUART" }), ["reservation.create done"]],
    ["words in any order", () => ({ text: "window idle" }), ["reservation.release done"]],
    ["words that are not there together", () => ({ text: "window quarter" }), []],
    ["nothing but punctuation", () => ({ text: "'\\:*" }), []],
    ["who, by a part of the name", () => ({ actor: "adm" }), ["reservation.release done"]],
    ["who, by id", () => ({ actor: house.beta.actor.id }), ["apikey.create done"]],
    ["what", () => ({ action: ["reservation.release", "reservation.cancel"] }), ALL.slice(2, 4)],
    ["how it ended", () => ({ outcome: "refused" as const }), ["reservation.cancel refused"]],
    ["a node by id", () => ({ node: other }), ["reservation.create done"]],
    ["a reservation by its contract", () => ({ reservation: "c-2031" }), ALL.slice(2, 5)],
    ["a unit", () => ({ unitId: U[0], nodeId }), ["reservation.release done", "reservation.create done"]],
    ["a percent sign, which is no wildcard", () => ({ reservation: "%" }), []],
  ];
  it.each(filters)("is filtered by %s", async (_, filter, expected) => {
    expect(await found(house.platform, filter())).toEqual(expected);
  });

  it("is filtered by time, from an instant on and before another", async () => {
    const at = (row: { at: string }) => new Date(row.at);
    const { items } = await readTrail(house.platform, {});
    const release = items.find((row) => row.action === "reservation.release");
    if (!release) throw new Error("the release left no entry");
    const from = at(release);
    expect(await found(house.platform, { from, to: new Date(from.getTime() + 1) })).toContain(
      "reservation.release done",
    );
    expect(await found(house.platform, { to: from })).toEqual(ALL.slice(4));
  });

  it("names what entries mention, and nothing that never was", async () => {
    await refusal(house.platform, "cancelReservation", { nodeId, reservationId: "res_never" });
    const { items } = await readTrail(house.platform, { nodeId, limit: 3 });
    expect(items[0]).toMatchObject({ reservationId: "res_never", outcome: "refused", code: "not_found" });
    expect(items[0]?.reservation).toBeUndefined();
    expect(items[1]).toMatchObject({ orgName: "provider", reservation: { id: managed, contractRef: "C-2031-7" } });
  });

  it("keeps its pages when entries come, and counts those as news", async () => {
    const first = await readTrail(house.platform, { limit: 3 });
    await call(house.platform, "changeReservation", { nodeId, reservationId: plain, contractRef: "C-1" });
    const rest = await readTrail(house.platform, { limit: 200, cursor: first.nextCursor });
    const ids = [...first.items, ...rest.items].map((row) => Number(row.id.slice(4)));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(new Set(ids).size).toBe(first.total);
    expect(await trailNews(house.platform, { head: first.head })).toEqual({ count: 1 });
    expect(await trailNews(house.platform, { head: first.head, outcome: "refused" })).toEqual({ count: 0 });
    await expect(trailNews(house.platform, { head: "res_1" })).rejects.toBeInstanceOf(Refusal);
  });

  it("is exported as it is listed, in both formats, with cells that no spreadsheet runs", async () => {
    const rows = (await readTrail(house.platform, { nodeId, limit: 200 })).items;
    const { total, batches } = await exportTrail(house.platform, { nodeId });
    const exported = [];
    for await (const batch of batches) exported.push(...batch);
    expect(exported).toEqual(rows);
    expect(total).toBe(rows.length);
    const lines = exportLines("jsonl", exported).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
    const csv = exportHead("csv") + exportLines("csv", exported);
    expect(csv.split("\r\n")).toHaveLength(rows.length + 2);
    expect(csv).toContain('"it\'s =SUM(A1) ""quoted"""');
  });

  it("tells nobody the contract of a reservation that she only named under a node of her own", async () => {
    const { id: own } = await call(house.platform, "createNode", { orgId: house.orgs.beta.id, hostname: "own" });
    const attempt = { nodeId: own, reservationId: managed, unitIds: [U[0]] };
    expect((await refusal(house.beta, "releaseUnits", attempt)).code).toBe("not_found");
    expect(await found(house.beta, { reservation: managed })).toEqual(["reservation.release refused"]);
    expect(await found(house.beta, { reservation: "C-2" })).toEqual([]);
    expect(await found(house.provider, { reservation: "C-2" })).toEqual(ALL.slice(2, 5));
  });
});

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SeedUnit } from "@/db/testing/seed";
import type { Context } from "./shared/context";
import { HOUR, type House, openHouse } from "./testing/house";
import { call, refusal } from "./testing/world";

const UNITS: SeedUnit[] = Array.from({ length: 40 }, (_, n) => ({ id: `0000:${(n + 16).toString(16)}:00.0` }));

async function walkAll<T>(next: (cursor?: string) => Promise<{ items: T[]; nextCursor?: string | undefined }>) {
  const all: T[] = [];
  let page = await next();
  for (;;) {
    all.push(...page.items);
    if (page.nextCursor === undefined) return all;
    page = await next(page.nextCursor);
  }
}

describe("lists, section 7 and fault case 17", () => {
  let house: House;
  let nodeId: string;
  let made: string[];
  beforeAll(async () => {
    house = await openHouse("lists");
    nodeId = await house.node(UNITS);
    // All at one instant: nothing but the id can put them in order.
    const all: string[] = [];
    for (const unit of UNITS) all.push((await house.reserve(nodeId, { unitIds: [unit.id] })).id);
    made = all.reverse();
  });
  afterAll(() => house.close());

  const page = (limit: number, cursor?: string, more = {}) =>
    call(house.platform, "listNodeReservations", { nodeId, limit, cursor, ...more });

  async function walk(limit: number, more = {}): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await page(limit, cursor, more);
      pages.push(items.map((r) => r.id));
      cursor = nextCursor;
    } while (cursor !== undefined && pages.length < 100);
    return pages;
  }

  it.each([1, 2, 7, 20, 39, 40, 41, 200])("walked by %i show every row once, newest first", async (limit) => {
    const pages = await walk(limit);
    expect(pages.flat()).toEqual(made);
    for (const full of pages.slice(0, -1)) expect(full).toHaveLength(limit);
    expect(pages.at(-1)?.length).toBeGreaterThan(0);
  });

  it("a cursor asked twice answers the same", async () => {
    const { nextCursor } = await page(5);
    expect(await page(5, nextCursor)).toEqual(await page(5, nextCursor));
  });

  it("survive inserts and cancels on the way", async () => {
    const own = await house.node(UNITS.slice(0, 12));
    const at = { nodeId: own };
    const rows: string[] = [];
    for (const unit of UNITS.slice(0, 9)) rows.unshift((await house.reserve(own, { unitIds: [unit.id] })).id);
    const first = await page(4, undefined, at);
    for (const id of [rows[0], rows[1], rows[5], rows[6]]) {
      await call(house.platform, "cancelReservation", { ...at, reservationId: id ?? "" });
    }
    for (const unit of UNITS.slice(9, 12)) await house.reserve(own, { unitIds: [unit.id] });
    const second = await page(4, first.nextCursor, at);
    const third = await page(4, second.nextCursor, at);
    expect([...first.items, ...second.items, ...third.items].map((r) => r.id)).toEqual(rows);
    expect(third.nextCursor).toBeUndefined();
  });

  it("refuse damaged and foreign cursors", async () => {
    const { nextCursor = "" } = await page(5);
    const elsewhere = await house.node(2);
    const codeOf = async (ctx: Context, input: object) =>
      (await refusal(ctx, "listNodeReservations", { nodeId, limit: 5, ...input })).code;
    const wrong = [
      "",
      "abc",
      nextCursor.slice(1),
      nextCursor.slice(0, -1),
      `${nextCursor}A`,
      `${nextCursor}=`,
      nextCursor.toLowerCase(),
    ];
    wrong.push(Buffer.from(`{"id":"' OR 1=1"}`).toString("base64url"), "\u0000", "😀");
    for (const cursor of wrong) expect(await codeOf(house.platform, { cursor })).toBe("invalid_request");
    // Another node's, with other filters, of another caller, of another list.
    expect(await codeOf(house.platform, { cursor: nextCursor, nodeId: elsewhere })).toBe("invalid_request");
    expect(await codeOf(house.platform, { cursor: nextCursor, status: ["active"] })).toBe("invalid_request");
    expect(await codeOf(house.provider, { cursor: nextCursor })).toBe("invalid_request");
    const other = await refusal(house.platform, "listReservations", { limit: 5, cursor: nextCursor, nodeId });
    expect(other.code).toBe("invalid_request");
    // The number of rows is no filter: a page may be asked for in another size.
    expect((await page(7, nextCursor)).items).toHaveLength(7);
  });

  it("refuse every cursor with one bit changed", async () => {
    const { nextCursor = "" } = await page(5);
    await fc.assert(
      fc.asyncProperty(fc.nat(nextCursor.length - 1), fc.nat(63), async (at, letter) => {
        const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        const cursor = nextCursor.slice(0, at) + alphabet[letter] + nextCursor.slice(at + 1);
        if (cursor === nextCursor) return;
        expect((await refusal(house.platform, "listNodeReservations", { nodeId, limit: 5, cursor })).code).toBe(
          "invalid_request",
        );
      }),
      { numRuns: 40 },
    );
  });

  it("are filtered by status, node, audience and end, and paged through the filter", async () => {
    const own = await house.node(UNITS.slice(0, 4));
    const [soon, later, open, over] = UNITS.slice(0, 4).map((unit) => [unit.id]);
    const { alpha, beta } = house.orgs;
    const a = await house.reserve(own, {
      unitIds: soon ?? [],
      endsAt: house.at(HOUR),
      allowedOrgIds: [alpha.id, beta.id],
    });
    const b = await house.reserve(own, { unitIds: later ?? [], startsAt: house.at(HOUR), endsAt: house.at(2 * HOUR) });
    const c = await house.reserve(own, { unitIds: open ?? [], allowedOrgIds: [beta.id] });
    const d = await house.reserve(own, { unitIds: over ?? [] });
    await call(house.platform, "cancelReservation", { nodeId: own, reservationId: d.id });
    const ids = async (filter: object) =>
      (await call(house.platform, "listReservations", { limit: 50, nodeId: own, ...filter })).items.map((r) => r.id);
    expect(await ids({})).toEqual([d.id, c.id, b.id, a.id]);
    expect(await ids({ status: ["active"] })).toEqual([c.id, a.id]);
    expect(await ids({ status: ["pending", "cancelled"] })).toEqual([d.id, b.id]);
    expect(await ids({ orgId: beta.id })).toEqual([c.id, a.id]);
    expect(await ids({ orgId: house.orgs.platform.id })).toEqual([d.id, c.id, b.id, a.id]);
    expect(await ids({ endsBefore: house.at(HOUR) })).toEqual([]);
    expect(await ids({ endsBefore: house.at(HOUR + 1) })).toEqual([a.id]);
    expect((await walk(1, { nodeId: own, status: ["active"] })).flat()).toEqual([c.id, a.id]);
    await house.goTo(HOUR);
    expect(await ids({ status: ["expired"] })).toEqual([a.id]);
    expect(await ids({ status: ["active"] })).toEqual([c.id, b.id]);
    await house.goTo(0);
  });

  it("show an org of the audience what is granted to it, and nobody else in it", async () => {
    const own = await house.node(1);
    const { alpha, beta, manager } = house.orgs;
    const input = { allowedOrgIds: [alpha.id, beta.id], managingOrgIds: [manager.id] };
    const r = await house.reserve(own, input);
    const page = { limit: 1, role: "audience" as const };
    const [shown] = (await call(house.beta, "listReservations", page)).items;
    expect(shown).toMatchObject({
      id: r.id,
      reservedUnitIds: r.reservedUnitIds,
      allowedOrgIds: [beta.id],
      managingOrgIds: [],
    });
    expect(JSON.stringify(shown)).not.toContain(alpha.id);
    expect((await call(house.manager, "listReservations", page)).items).toEqual([]);
    expect((await call(house.manager, "listReservations", { limit: 1 })).items[0]).toEqual(r);
    expect((await call(house.beta, "listReservations", { limit: 1 })).items).toEqual([]);
    expect((await call(house.beta, "listReservations", { ...page, nodeId: "node_none" })).items).toEqual([]);
  });

  it("of nodes and of the trail are whole as well", async () => {
    const nodes = await walkAll((cursor) => call(house.provider, "listNodes", { limit: 2, cursor }));
    expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length);
    expect(nodes.map((node) => node.id)).toContain(nodeId);
    const entries = await walkAll((cursor) => call(house.provider, "listNodeAudit", { nodeId, limit: 7, cursor }));
    expect(entries.map((entry) => entry.reservationId)).toEqual(made);
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetIdempotent } from "@/db/queries/idempotency";
import { notFound, Refusal } from "@/server/domain/errors";
import { type OnceOnly, onceOnly } from "./idempotency";
import { perform } from "./perform";
import type { Context } from "./shared/context";
import { type House, openHouse, U } from "./testing/house";
import { actingFor, call } from "./testing/world";

const DAY = 24 * 3_600_000;

describe("Idempotency-Key, section 7 and fault case 18", () => {
  let house: House;
  let nodeId: string;
  let key = 0;
  /** Keys are stamped with real time, which this clock therefore begins at. */
  const began = new Date();
  beforeAll(async () => {
    house = await openHouse("idempotency");
  });
  beforeEach(async () => {
    key += 1;
    await house.world.setClock(began);
    nodeId = await house.node(4);
  });
  afterAll(() => house.close());

  const once = (change: Partial<OnceOnly> = {}): OnceOnly => ({
    key: `k${key}`,
    request: ["createReservation", { nodeId }, { unitIds: [U[0]], allowedOrgIds: [house.orgs.alpha.id] }],
    secret: "vl_secret",
    status: 201,
    authorize: async () => undefined,
    ...change,
  });
  const create = (ctx: Context, unitId: string = U[0]) =>
    perform(ctx, "createReservation", { nodeId, unitIds: [unitId], allowedOrgIds: [house.orgs.alpha.id] });
  const send = (change: Partial<OnceOnly> = {}, unitId?: string, ctx = house.platform) =>
    onceOnly(ctx, once(change), (inner) => create(inner, unitId));
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "success",
      (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
    );
  const made = async () => (await call(house.platform, "listNodeReservations", { nodeId, limit: 50 })).items.length;

  it("gives the same request the first answer again, and does nothing", async () => {
    const first = await send();
    const again = await send();
    expect(first.replayed).toBe(false);
    expect(again).toEqual({ answer: first.answer, status: 201, replayed: true });
    expect(await made()).toBe(1);
  });

  it("knows one body by its names and values, not by their order", async () => {
    const swapped = ["createReservation", { nodeId }, { allowedOrgIds: [house.orgs.alpha.id], unitIds: [U[0]] }];
    await send();
    expect((await send({ request: swapped })).replayed).toBe(true);
    for (const request of [
      ["createReservation", { nodeId }, { unitIds: [U[0]] }],
      ["createReservation", { nodeId: "other" }, { unitIds: [U[0]], allowedOrgIds: [house.orgs.alpha.id] }],
      ["cancelReservation", { nodeId }, { unitIds: [U[0]], allowedOrgIds: [house.orgs.alpha.id] }],
      ["createReservation", { nodeId }, { unitIds: [[U[0]]], allowedOrgIds: [house.orgs.alpha.id] }],
    ]) {
      expect(await codeOf(send({ request }, U[1]))).toBe("idempotency_mismatch");
    }
    expect(await made()).toBe(1);
  });

  it("has one effect where the request comes twice at once", async () => {
    const outcomes = await Promise.all([send(), send(), send()]);
    expect(outcomes.filter((outcome) => !outcome.replayed)).toHaveLength(1);
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome.answer))).size).toBe(1);
    expect(await made()).toBe(1);
  });

  it("keeps no refusals: what failed may be sent again", async () => {
    const r = await house.reserve(nodeId);
    expect(await codeOf(send())).toBe("reservation_overlap");
    await call(house.platform, "cancelReservation", { nodeId, reservationId: r.id });
    expect((await send()).replayed).toBe(false);
    expect(await codeOf(send({ request: "another" }))).toBe("idempotency_mismatch");
  });

  it("is each caller's own", async () => {
    const other = actingFor(house.world, { ...house.orgs.platform, name: "second" });
    await send();
    expect((await send({}, U[1], other)).replayed).toBe(false);
    expect(await made()).toBe(2);
  });

  it("tells whoever may not make the call that, and not what the key was used for", async () => {
    await send();
    const authorize = async () => {
      throw notFound();
    };
    expect(await codeOf(send({ authorize }))).toBe("not_found");
    expect(await codeOf(send({ authorize, request: "another" }))).toBe("not_found");
    expect((await send()).replayed).toBe(true);
  });

  it("lasts 24 hours", async () => {
    const first = await send();
    await house.world.setClock(new Date(began.getTime() + DAY - 60_000));
    expect((await send()).answer).toEqual(first.answer);
    await house.world.setClock(new Date(Date.now() + DAY + 60_000));
    expect(await codeOf(send())).toBe("reservation_overlap");
    await forgetIdempotent(house.world.db);
    const { rows } = await sql`select from idempotent_answers`.execute(house.world.owner);
    expect(rows).toEqual([]);
  });

  it("is over for any number of answers, and for no younger one", async () => {
    const { owner } = house.world;
    await sql`insert into idempotent_answers (caller_id, key, request_hash, created_at)
      select 'key_old', n::text, '', now() - interval '25 hours' from generate_series(1, 7) n`.execute(owner);
    await send();
    await forgetIdempotent(house.world.db, 3);
    const { rows } = await sql`select key from idempotent_answers where caller_id = 'key_old'`.execute(owner);
    expect(rows).toEqual([]);
    expect((await send()).replayed).toBe(true);
  });

  it("keeps answers so that nobody without the key itself can read them", async () => {
    const secret = { key: "vl_never_to_be_kept", nested: ["in the clear"] };
    await onceOnly(house.platform, once(), async () => secret);
    const { rows } = await sql<{
      answer: Buffer;
    }>`select answer from idempotent_answers where key = ${`k${key}`}`.execute(house.world.owner);
    expect(rows[0]?.answer.toString("latin1")).not.toContain("vl_never");
    expect((await onceOnly(house.platform, once(), async () => "again")).answer).toEqual(secret);
    await expect(onceOnly(house.platform, once({ secret: "vl_other" }), async () => "again")).rejects.toThrow();
  });
});

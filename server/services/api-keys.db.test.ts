import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { authenticateKey } from "@/server/auth/authenticate-key";
import { PERMISSIONS, type Permission, rolePermissions } from "@/server/domain/permissions";
import type { Context } from "./shared/context";
import { type House, openHouse } from "./testing/house";
import { makePerson } from "./testing/people";
import { actingFor, call, refusal, type TestOrg } from "./testing/world";

describe("API keys, section 3", () => {
  let house: House;
  let alpha: TestOrg;
  beforeAll(async () => {
    house = await openHouse("keys");
    alpha = house.orgs.alpha;
  });
  beforeEach(() => house.goTo(0));
  afterAll(() => house.close());

  const make = (ctx: Context, permissions: readonly Permission[] = PERMISSIONS, more = {}) =>
    call(ctx, "createApiKey", { orgId: alpha.id, name: "ci", permissions: [...permissions], ...more });
  /** What a request with this key would be allowed; undefined where it is no key. */
  const lookUp = async (key: string) => {
    try {
      return (await authenticateKey(house.world.db, `Bearer ${key}`)).actor;
    } catch (error) {
      expect(error).toMatchObject({ code: "unauthorized" });
      return undefined;
    }
  };
  const may = async (key: string) => [...((await lookUp(key))?.permissions ?? [])].sort();
  const sorted = (permissions: readonly Permission[]) => [...permissions].sort();

  it("are shown once, and of the key only a prefix is kept in sight", async () => {
    const made = await make(house.alpha, ["vm.read"]);
    expect(made).toMatchObject({
      name: "ci",
      orgId: alpha.id,
      permissions: ["vm.read"],
      keyPrefix: made.key.slice(0, 10),
    });
    expect(made.key).toMatch(/^vl_[A-Za-z0-9_-]{32,}$/);
    const list = await call(house.alpha, "listApiKeys", { orgId: alpha.id });
    expect(JSON.stringify(list)).not.toContain(made.key);
    expect(list.find((key) => key.id === made.id)).not.toHaveProperty("key");
    for (const table of ["api_keys", "audit_entries"]) {
      const { rows } = await sql.raw(`select to_jsonb(t)::text as row from ${table} t`).execute(house.world.owner);
      expect(JSON.stringify(rows)).not.toContain(made.key);
    }
  });

  it("act for their org with what they were given", async () => {
    const { key, id } = await make(house.alpha, ["vm.read", "vm.write"]);
    expect(await lookUp(key)).toMatchObject({ type: "key", id, orgId: alpha.id, orgName: "alpha", isPlatform: false });
    expect(await may(key)).toEqual(["vm.read", "vm.write"]);
  });

  it("carry a subset of their maker's permissions", async () => {
    const reader = actingFor(house.world, alpha, ["apikey.manage", "vm.read"]);
    const no = await refusal(reader, "createApiKey", {
      orgId: alpha.id,
      name: "x",
      permissions: ["vm.read", "vm.write"],
    });
    expect(no.code).toBe("invalid_request");
    expect(no.message).toContain("vm.write");
    expect(await may((await make(reader, ["vm.read"])).key)).toEqual(["vm.read"]);
  });

  it("never have more than the person who made them has now: a new role bites at the next lookup", async () => {
    const ada = await makePerson(house.world, "Ada");
    await ada.becomes(alpha, "admin");
    const { key } = await make(ada.acting(alpha, "admin"));
    expect(await may(key)).toEqual(sorted(PERMISSIONS));
    for (const role of ["member", "viewer", "owner"] as const) {
      await ada.becomes(alpha, role);
      expect(await may(key)).toEqual(sorted(rolePermissions(role)));
    }
    await ada.becomes(alpha, null);
    expect(await may(key)).toEqual([]);
    // In another org she may be what she likes.
    await ada.becomes(house.orgs.beta, "owner");
    expect(await may(key)).toEqual([]);
  });

  it("made by a key inherit that person's cap, however long the chain", async () => {
    const bob = await makePerson(house.world, "Bob");
    await bob.becomes(alpha, "owner");
    const first = await make(bob.acting(alpha, "owner"));
    const asFirst = { ...house.alpha, actor: (await lookUp(first.key)) ?? house.alpha.actor };
    const second = await make(asFirst);
    const asSecond = { ...house.alpha, actor: (await lookUp(second.key)) ?? house.alpha.actor };
    const third = await make(asSecond, ["vm.read", "vm.write", "reservation.capacity"]);
    await bob.becomes(alpha, "member");
    expect(await may(second.key)).toEqual(sorted(rolePermissions("member")));
    expect(await may(third.key)).toEqual(["vm.read", "vm.write"]);
    await bob.becomes(alpha, null);
    expect(await may(third.key)).toEqual([]);
  });

  it("made by a key live on when the first is revoked", async () => {
    const first = await make(house.alpha);
    const asFirst = { ...house.alpha, actor: (await lookUp(first.key)) ?? house.alpha.actor };
    const second = await make(asFirst, ["vm.read"]);
    await call(house.alpha, "revokeApiKey", { orgId: alpha.id, keyId: first.id });
    expect(await lookUp(first.key)).toBeUndefined();
    expect(await may(second.key)).toEqual(["vm.read"]);
  });

  it("made by the operator's people for an org are capped by their role with the operator", async () => {
    const { platform } = house.orgs;
    const eve = await makePerson(house.world, "Eve");
    await eve.becomes(platform, "admin");
    const { key } = await make(eve.acting(platform, "admin"), ["vm.read", "vm.write"]);
    expect(await lookUp(key)).toMatchObject({ orgId: alpha.id, isPlatform: false });
    await eve.becomes(platform, "viewer");
    expect(await may(key)).toEqual(["vm.read"]);
  });

  it("stop with the next request when revoked; again is harmless; the record stays", async () => {
    const { key, id } = await make(house.alpha);
    const at = { orgId: alpha.id, keyId: id };
    await call(house.alpha, "revokeApiKey", at);
    expect(await lookUp(key)).toBeUndefined();
    await house.goTo(1000);
    await call(house.alpha, "revokeApiKey", at);
    const shown = (await call(house.alpha, "listApiKeys", { orgId: alpha.id })).find((each) => each.id === id);
    expect(shown?.revokedAt).toBe("2031-03-01T12:00:00.000Z");
    const entries =
      await sql`select from audit_entries where action = 'apikey.revoke' and reason like ${`%${id}%`}`.execute(
        house.world.owner,
      );
    expect(entries.rows).toHaveLength(1);
  });

  it("end at the instant they expire", async () => {
    const { key, expiresAt } = await make(house.alpha, ["vm.read"], { expiresInSeconds: 60 });
    expect(expiresAt).toBe("2031-03-01T12:01:00.000Z");
    await house.goTo(59_999);
    expect(await lookUp(key)).toBeDefined();
    await house.goTo(60_000);
    expect(await lookUp(key)).toBeUndefined();
  });

  it("are an org's own affair: 403 to others, 404 for ids of other orgs", async () => {
    const { id } = await make(house.alpha);
    const at = { orgId: alpha.id, keyId: id };
    expect((await refusal(house.beta, "revokeApiKey", at)).code).toBe("forbidden");
    expect(
      (await refusal(house.beta, "createApiKey", { orgId: alpha.id, name: "x", permissions: ["vm.read"] })).code,
    ).toBe("forbidden");
    const member = actingFor(house.world, alpha, rolePermissions("member"));
    expect((await refusal(member, "createApiKey", { orgId: alpha.id, name: "x", permissions: ["vm.read"] })).code).toBe(
      "forbidden",
    );
    expect((await refusal(house.beta, "revokeApiKey", { orgId: house.orgs.beta.id, keyId: id })).code).toBe(
      "not_found",
    );
    expect((await refusal(house.alpha, "revokeApiKey", { orgId: alpha.id, keyId: "key_none" })).code).toBe("not_found");
    await call(house.platform, "revokeApiKey", at);
  });

  it.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Bearer vl_garbage",
    "vl_x",
    "Basic dmxfeA==",
    "Bearer vl_a b",
    `Bearer vl_${"x".repeat(5000)}`,
  ])("of %j there is none, and every such answer is the same", async (header) => {
    const answer = await authenticateKey(house.world.db, header).catch((error: Error) => error);
    const unknown = await authenticateKey(house.world.db, `Bearer vl_${"0".repeat(43)}`).catch((error: Error) => error);
    expect(answer).toEqual(unknown);
    expect(answer).toMatchObject({ code: "unauthorized" });
  });

  it("remember when they were used, to the minute", async () => {
    const { key, id } = await make(house.alpha);
    const lastUsed = async () =>
      (await call(house.alpha, "listApiKeys", { orgId: alpha.id })).find((each) => each.id === id)?.lastUsedAt;
    expect(await lastUsed()).toBeUndefined();
    await lookUp(key);
    await expect.poll(lastUsed).toBe("2031-03-01T12:00:00.000Z");
    await house.goTo(61_000);
    await lookUp(key);
    await expect.poll(lastUsed).toBe("2031-03-01T12:01:01.000Z");
  });

  it("say who they are and what they may do right now", async () => {
    const actor = await lookUp((await make(house.alpha, ["vm.write", "node.read"])).key);
    if (!actor) throw new Error("a new key is none");
    expect(await call({ ...house.alpha, actor }, "whoami", {})).toEqual({
      orgId: alpha.id,
      orgName: "alpha",
      keyId: actor.id,
      isPlatform: false,
      permissions: ["node.read", "vm.write"],
    });
  });
});

import { operations } from "@/server/contract/operations";
import { PERMISSIONS } from "@/server/domain/permissions";
import type { Api } from "../fixtures/api";
import { query } from "../fixtures/database";
import { expect, test, type World } from "../fixtures/world";

const keyCount = async (world: World): Promise<string | undefined> =>
  (await query<{ count: string }>(world, "select count(*) from api_keys"))[0]?.count;

const create = (api: Api, orgId: string, body: object) =>
  api.send("createApiKey", { params: { orgId }, body: { name: "k", permissions: ["node.read"], ...body } });

/** What a sign-in library would mount, and its neighbours. */
const LIBRARY_ROUTES = [
  "/api/auth/api-key/create",
  "/api/auth/api-key/update",
  "/api/auth/api-key/verify",
  "/api/auth/api-key/list",
  "/api/auth/api-key/delete",
  "/api/auth/api-key/delete-all-expired-api-keys",
  "/api/auth/organization/add-member",
  "/api/auth/organization/create",
  "/api/auth/admin/create-user",
  "/api/auth/admin/set-role",
  "/api/auth/sign-up/email",
];

test.describe("13: no key for somebody else, and none with more power than one's own", () => {
  test("without a session or a good key nothing is made, whatever the body claims", async ({ world }) => {
    const { orgId } = await world.platform.ok("whoami");
    const before = await keyCount(world);
    const users = await query(world, "select id from users order by id");
    const body = JSON.stringify({
      userId: "usr_platform",
      organizationId: orgId,
      name: "mine",
      permissions: PERMISSIONS,
    });
    const credentials: Record<string, string>[] = [
      {},
      { "x-api-key": "vl_garbage" },
      { "x-api-key": world.platform.key },
      { Authorization: "Bearer vl_garbage" },
      { Authorization: `Basic ${Buffer.from(`x:${world.platform.key}`).toString("base64")}` },
      { Authorization: world.platform.key },
      { Cookie: "better-auth.session_token=forged; __Secure-better-auth.session_token=forged" },
    ];
    for (const headers of credentials) {
      for (const path of [...LIBRARY_ROUTES, `/v1/orgs/${orgId}/api-keys/create`]) {
        const reply = await fetch(world.servers[0].url + path, {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body,
        });
        const text = await reply.text();
        expect([path, reply.ok, /vl_[\w-]{30}/.test(text)], JSON.stringify(headers)).toEqual([path, false, false]);
        if (path.startsWith("/v1/")) expect(reply.status).toBe(401);
        if (path.startsWith("/api/")) expect(reply.status).toBeLessThan(500);
      }
    }
    expect(await keyCount(world)).toBe(before);
    expect(await query(world, "select id from users order by id")).toEqual(users);
  });

  test("fields that the server owns are refused by name, and no key appears", async ({ world }) => {
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const before = await keyCount(world);
    const owned: Record<string, unknown> = {
      userId: "usr_platform",
      user_id: "usr_platform",
      organizationId: b.id,
      orgId: b.id,
      role: "owner",
      scopes: ["*"],
      isPlatform: true,
      prefix: "vl_admin_",
      key: `vl_${"k".repeat(43)}`,
      keyHash: "00",
      keyPrefix: "vl_",
      remaining: 1e9,
      refillAmount: 1e9,
      refillInterval: 1,
      rateLimitEnabled: false,
      rateLimitMax: 1e9,
      expiresIn: 1,
      expiresAt: "2099-01-01T00:00:00Z",
      metadata: { admin: true },
      enabled: true,
      id: "key_mine",
      makerUserId: "usr_platform",
      revokedAt: null,
      createdAt: "2020-01-01T00:00:00Z",
    };
    for (const [field, value] of Object.entries(owned)) {
      const reply = await create(a.api, a.id, { [field]: value });
      expect([field, reply.status]).toEqual([field, 400]);
      expect(JSON.stringify(reply.body)).toContain(field);
    }
    for (const expiresInSeconds of [0, -1, -1e9, 1.5, 1e300, "60", true, [60], 2 ** 53, 10 * 366 * 86_400 + 1]) {
      expect([expiresInSeconds, (await create(a.api, a.id, { expiresInSeconds })).status]).toEqual([
        expiresInSeconds,
        400,
      ]);
    }
    for (const permissions of [
      [],
      ["*"],
      ["admin"],
      ["node.read", "node.read"],
      ["NODE.READ"],
      ["node.read,node.write"],
      "node.read",
      { 0: "node.read" },
      [null],
      [["node.read"]],
      null,
    ]) {
      expect([permissions, (await create(a.api, a.id, { permissions })).status]).toEqual([permissions, 400]);
    }
    expect(await keyCount(world)).toBe(before);
  });

  test("a key makes keys of its own org, with no more than it has itself", async ({ world }) => {
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const { orgId: platform } = await world.platform.ok("whoami");
    for (const other of [b.id, platform, "org_unknown"]) expect((await create(a.api, other, {})).status).toBe(403);

    const limited = (await world.newKey(a.id, ["apikey.manage", "vm.read"])).api;
    for (const permission of PERMISSIONS) {
      const mayGive = permission === "apikey.manage" || permission === "vm.read";
      const reply = await create(limited, a.id, { permissions: [permission] });
      expect([permission, reply.status]).toEqual([permission, mayGive ? 201 : 400]);
      if (!mayGive) expect(JSON.stringify(reply.body)).toContain(permission);
    }
    expect((await create(limited, a.id, { permissions: ["vm.read", "reservation.manage"] })).status).toBe(400);
    const child = (await create(limited, a.id, { permissions: ["apikey.manage", "vm.read"] })).body as { key: string };
    const grandchild = world.platform.as(child.key);
    expect((await create(grandchild, a.id, { permissions: ["vm.write"] })).status).toBe(400);
    expect(await grandchild.ok("whoami")).toMatchObject({
      orgId: a.id,
      isPlatform: false,
      permissions: ["vm.read", "apikey.manage"],
    });
    const without = (await world.newKey(a.id, ["vm.read", "vm.write", "org.manage"])).api;
    expect((await create(without, a.id, { permissions: ["vm.read"] })).status).toBe(403);
    const operator = (await world.newKey(platform, ["apikey.manage"])).api;
    expect((await create(operator, a.id, { permissions: ["vm.read"] })).status).toBe(400);
    expect((await create(operator, a.id, { permissions: ["apikey.manage"] })).status).toBe(201);
  });

  test("a key of an ordinary org reserves nothing, however it was made", async ({ world }) => {
    const a = await world.newOrg("A");
    const node = await world.newNode(1);
    const byPlatform = (await world.newKey(a.id)).api;
    const made = (await create(a.api, a.id, { permissions: PERMISSIONS, name: "all" })).body as { key: string };
    for (const api of [a.api, byPlatform, world.platform.as(made.key)]) {
      for (const more of [{}, { managingOrgIds: [a.id] }]) {
        await api.refused("createReservation", "not_found", {
          params: { nodeId: node.id },
          body: { unitIds: node.unitIds, allowedOrgIds: [a.id], ...more },
        });
      }
    }
    expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toEqual([]);
  });

  test("the key is shown in one answer only", async ({ world }) => {
    const a = await world.newOrg("A");
    const { key, ...made } = await a.api.ok("createApiKey", {
      params: { orgId: a.id },
      body: { name: " shown once ", permissions: ["apikey.manage"], expiresInSeconds: 3600 },
    });
    expect(key).toMatch(/^vl_[\w-]{32,}$/);
    expect(made).toMatchObject({ name: "shown once", orgId: a.id, keyPrefix: key.slice(0, 10) });
    expect(Date.parse(made.expiresAt!) - Date.parse(made.createdAt)).toBe(3_600_000);
    const listed = await a.api.ok("listApiKeys", { params: { orgId: a.id } });
    const { orgId, ...shown } = made;
    expect(orgId).toBe(a.id);
    expect(listed.find((each) => each.id === made.id)).toEqual(shown);
    expect(JSON.stringify(listed)).not.toContain(key);
    const stored = await query(world, "select k::text from api_keys k where id = $1", [made.id]);
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  test("there is no other way to make, change or read a key", () => {
    const about = Object.values(operations).filter((op) => op.path.includes("api-keys"));
    expect(about.map((op) => `${op.method} ${op.path}`).sort()).toEqual([
      "DELETE /v1/orgs/{orgId}/api-keys/{keyId}",
      "GET /v1/orgs/{orgId}/api-keys",
      "POST /v1/orgs/{orgId}/api-keys/create",
    ]);
  });
});

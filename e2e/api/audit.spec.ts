import { expect, test as plain } from "@playwright/test";
import { withClient } from "@/db/embedded/start";
import { createTestDatabase } from "@/db/testing/test-database";
import { type OperationId, operations } from "@/server/contract/operations";
import { Api } from "../fixtures/api";
import { auditOf, query } from "../fixtures/database";
import { report, singles } from "../fixtures/machine";
import { startServer } from "../fixtures/server";
import { Stage } from "../fixtures/stage";
import { fromNow, HOUR } from "../fixtures/time";
import { BOOTSTRAP_KEY, test, World } from "../fixtures/world";

test.describe("the audit trail", () => {
  test("has one entry for each change, with all that contract section 8 asks for", async ({ world }) => {
    const owner = await world.newOrg("Provider");
    const [a, b, m] = [await world.newOrg("A"), await world.newOrg("B"), await world.newOrg("M")];
    const node = await world.newNode(3, { owner });
    const [u1, u2, u3] = node.unitIds as [string, string, string];
    const made = await world.reserve(node, [u1, u2], [a], { managingOrgIds: [m.id], reason: "because" });
    const params = { nodeId: node.id, reservationId: made.id };
    await world.platform.ok("changeReservation", { params, body: { endsAt: fromNow(HOUR), reason: "shorter" } });
    await owner.api.ok("releaseUnits", { params, body: { unitIds: [u1], reason: "idle" } });
    const vm = await world.startVm(b, node, { tier: "spot" });
    await m.api.ok("reclaimUnits", { params, body: { unitIds: [u1, u2], reason: "needed" } });
    const open = await world.startVm(b, node);
    await b.api.ok("terminateVm", { params: { workloadId: open.id }, body: {} });
    await owner.api.ok("updateNode", { params: { nodeId: node.id }, body: { status: "draining" } });
    await owner.api.ok("putInventory", {
      params: { nodeId: node.id },
      body: { inventory: report(singles(2), node.deviceId) },
    });
    await world.platform.ok("reaffirmReservation", { params, body: { reason: "still there" } });
    await world.platform.ok("cancelReservation", { params, body: { unitIds: [u2], reason: "half" } });
    await world.platform.ok("cancelReservation", { params, body: { reason: "all" } });

    const trail = (await auditOf(world, node.id)).toReversed();
    const { orgId, keyId } = await world.platform.ok("whoami");
    const reservation = made.id;
    expect(trail.map((entry) => [entry.action, entry.orgId, entry.reservationId, entry.unitIds, entry.reason])).toEqual(
      [
        ["node.create", orgId, undefined, undefined, undefined],
        ["node.inventory", orgId, undefined, [u1, u2, u3], undefined],
        ["reservation.create", orgId, reservation, [u1, u2], "because"],
        ["reservation.change", orgId, reservation, [u1, u2], "shorter"],
        ["reservation.release", owner.id, reservation, [u1], "idle"],
        ["workload.create", b.id, undefined, [u1], expect.stringContaining(vm.id)],
        ["reservation.reclaim", m.id, reservation, [u1, u2], "needed"],
        ["workload.create", b.id, undefined, [u3], expect.stringContaining(open.id)],
        ["workload.terminate", b.id, undefined, [u3], expect.stringContaining(open.id)],
        ["node.update", owner.id, undefined, undefined, expect.stringContaining("draining")],
        ["node.inventory", owner.id, undefined, [u1, u2], undefined],
        ["reservation.reaffirm", orgId, reservation, [u1, u2], "still there"],
        ["reservation.cancel", orgId, reservation, [u2], "half"],
        ["reservation.cancel", orgId, reservation, [u1], "all"],
      ],
    );
    for (const entry of trail) {
      expect(entry).toMatchObject({
        outcome: "done",
        nodeId: node.id,
        actor: { type: "key", name: expect.any(String) },
      });
      expect(entry.requestId).toMatch(/^req_/);
      expect(entry.source).toContain("127.0.0.1");
      expect(Object.keys(entry)).not.toContain("code");
    }
    expect(trail[2]?.actor.id).toBe(keyId);
    expect(trail.map((entry) => entry.at)).toEqual(trail.map((entry) => entry.at).sort());
  });

  test("orgs and keys leave entries too, without the key", async ({ world }) => {
    const org = await world.newOrg("Traced");
    const key = await world.newKey(org.id, ["node.read"]);
    await world.platform.ok("revokeApiKey", { params: { orgId: org.id, keyId: key.id } });
    await world.platform.ok("revokeApiKey", { params: { orgId: org.id, keyId: key.id } });
    const rows = await query<{ action: string; reason: string | null }>(
      world,
      "select action, reason from audit_entries where action ~ '^(org|apikey)' order by seq desc limit 3",
    );
    expect(rows.map((row) => row.action)).toEqual(["apikey.revoke", "apikey.create", "apikey.create"]);
    expect(rows.slice(0, 2).every((row) => row.reason?.includes(key.id))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(key.api.key);
  });

  test("what changes nothing leaves nothing: repeats, dry runs, replays, equal reports, reads", async ({ world }) => {
    const node = await world.newNode(2);
    const a = await world.newOrg("A");
    const { id } = await world.reserve(node, node.unitIds, [a], { reason: "r" });
    const params = { nodeId: node.id, reservationId: id };
    const all = { unitIds: node.unitIds };
    const headers = { "Idempotency-Key": "quiet" };
    await world.platform.ok("releaseUnits", { params, body: all, headers });
    const before = await auditOf(world, node.id);
    await world.platform.ok("releaseUnits", { params, body: all, headers });
    await world.platform.ok("releaseUnits", { params, body: all });
    await world.platform.ok("reclaimUnits", { params, body: { ...all, dryRun: true } });
    await world.platform.ok("changeReservation", { params, body: { reason: "r" } });
    await world.platform.ok("changeReservation", { params, body: {} });
    await world.platform.ok("updateNode", {
      params: { nodeId: node.id },
      body: { status: "online", pool: "community" },
    });
    const inventory = report(singles(2), node.deviceId);
    await world.platform.ok("putInventory", { params: { nodeId: node.id }, body: { inventory } });
    await world.platform.ok("previewInventory", {
      body: { inventory: report(singles(5), node.deviceId), nodeId: node.id },
    });
    await world.units(node);
    expect(await auditOf(world, node.id)).toEqual(before);
  });

  test("refused attempts are entries where the caller may see the node, and only there", async ({ world }) => {
    const stage = await Stage.of(world);
    const { platform, owner, active, pending, expired, cancelled, audience, outsider } = stage.orgs;
    const made = await stage.reserve(stage.vm, 5, "active");
    const params = { nodeId: made.nodeId, reservationId: made.reservationId };
    const create = { params: { nodeId: made.nodeId }, body: { unitIds: made.unitIds, allowedOrgIds: [audience.id] } };
    const before = await auditOf(world, made.nodeId);
    const mine: [typeof owner, OperationId, object, string][] = [
      [platform, "createReservation", create, "reservation_overlap"],
      [platform, "createReservation", { ...create, body: { ...create.body, bogus: 1 } }, "invalid_request"],
      [platform, "reclaimUnits", { params, body: { unitIds: made.unitIds, expectPlan: "other" } }, "plan_changed"],
      [platform, "reaffirmReservation", { params, body: {} }, "wrong_status"],
      [owner, "createReservation", create, "not_found"],
      [owner, "cancelReservation", { params, body: {} }, "not_found"],
      [owner, "releaseUnits", { params, body: {} }, "invalid_request"],
      [owner, "updateNode", { params: create.params, body: { pool: "verified" } }, "not_found"],
      [active, "cancelReservation", { params, body: {} }, "not_found"],
      [active, "putInventory", { params: create.params, body: { text: "" } }, "not_found"],
      [pending, "releaseUnits", { params, body: { unitIds: made.unitIds } }, "not_found"],
    ];
    for (const [org, id, sent, code] of mine) {
      expect(((await org.api.send(id, sent)).body as { code: string }).code).toBe(code);
    }
    const after = (await auditOf(world, made.nodeId)).slice(0, -before.length).toReversed();
    expect(after.map((entry) => [entry.orgId, entry.action, entry.outcome, entry.code])).toEqual(
      mine.map(([org, id, , code]) => [org.id, operations[id].action, "refused", code]),
    );
    expect(after[0]).toMatchObject({ unitIds: made.unitIds, nodeId: made.nodeId });

    for (const { api } of [expired, cancelled, audience, outsider]) {
      for (const [, id, sent] of mine) expect((await api.send(id, sent)).status).toBe(404);
    }
    await platform.api.refused("reclaimUnits", "wrong_status", {
      params: { ...params, reservationId: stage.standing.cancelled },
      body: { unitIds: [stage.vm.unitIds[4]!], dryRun: true },
    });
    await platform.api.as("vl_nobody").refused("createReservation", "unauthorized", create);
    const end = await auditOf(world, made.nodeId);
    expect(end.filter((entry) => entry.outcome === "refused").length).toBe(
      before.filter((entry) => entry.outcome === "refused").length + mine.length,
    );
    await stage.clear();
  });

  test("cannot be altered or deleted, by the server's role or by the owner of the tables", async ({ world }) => {
    await world.newNode(1);
    const count = async () => (await query<{ n: string }>(world, "select count(*) as n from audit_entries"))[0]?.n;
    const before = await count();
    for (const url of [world.database.appUrl, world.database.url]) {
      for (const sql of [
        "update audit_entries set reason = 'x'",
        "update audit_entries set reason = 'x' where false",
        "delete from audit_entries",
        "truncate audit_entries",
        "truncate audit_entries cascade",
        "with gone as (delete from audit_entries returning 1) select count(*) from gone",
        "set session_replication_role = replica; delete from audit_entries",
        "insert into audit_entries overriding system value select * from audit_entries on conflict (seq) do update set reason = 'x'",
      ]) {
        const failed = await withClient(url, (client) => client.query(sql)).then(
          () => "done",
          () => "refused",
        );
        expect([sql, failed]).toEqual([sql, "refused"]);
      }
    }
    expect(await count()).toBe(before);
  });
});

plain("a change whose entry can't be written does not happen, in any call", async () => {
  plain.setTimeout(180_000);
  const database = await createTestDatabase("audit");
  const server = await startServer(database.appUrl, { BOOTSTRAP_API_KEY: BOOTSTRAP_KEY });
  try {
    const world = new World(database, [server, server], new Api(server.url, BOOTSTRAP_KEY));
    const stage = await Stage.set(world);
    const refuse = (yes: boolean) =>
      query(
        world,
        `alter table audit_entries ${yes ? "add constraint nothing check (false) not valid" : "drop constraint nothing"}`,
      );
    const tables = ["orgs", "api_keys", "nodes", "units", "reservations", "reservation_units", "workloads", "claims"];
    const everything = async () => {
      const rows = tables.map((table) =>
        query(world, `select to_jsonb(t) - 'last_used_at' as row from ${table} t order by 1`),
      );
      return Promise.all([...rows, query(world, "select key, status from idempotent_answers order by key")]);
    };
    for (const id of Object.keys(operations) as OperationId[]) {
      if (operations[id].action === undefined) continue;
      const sent = await stage.call(id, "platform");
      const real: Record<string, unknown> = {
        updateNode: { status: "maintenance" },
        putInventory: { inventory: report(singles(3), stage.vm.deviceId) },
      };
      const request = {
        ...sent,
        ...(real[id] !== undefined && { body: real[id] }),
        headers: { "Idempotency-Key": id },
      };
      if (id === "reclaimUnits") await world.platform.ok("releaseUnits", sent);
      const before = await everything();
      await refuse(true);
      const reply = await world.platform.send(id, request);
      await refuse(false);
      expect([id, reply.status], JSON.stringify(reply.body)).toEqual([id, 500]);
      expect(JSON.stringify(reply.body)).not.toMatch(/constraint|audit|relation|check/i);
      expect(await everything(), id).toEqual(before);
      await stage.clear();
    }
  } finally {
    await server.stop();
    await database.drop();
  }
});

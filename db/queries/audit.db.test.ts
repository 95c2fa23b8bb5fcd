import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Database, transact } from "../client";
import { withClient } from "../embedded/start";
import { insertNode, insertOrg } from "../testing/seed";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";
import { insertAudit, insertRefusal, listAudit } from "./audit";

describe("the audit trail, section 8: entries cannot be altered or deleted", () => {
  let database: TestDatabase;
  let db: Database;
  let [owner, outsider, nodeId] = ["", "", ""];
  beforeAll(async () => {
    database = await createTestDatabase("audit");
    db = connect({ connectionString: database.appUrl });
    [owner, outsider] = [await insertOrg(db), await insertOrg(db)];
    nodeId = await insertNode(db, { organizationId: owner, units: [] });
    await transact(db, (trx) => insertAudit(trx, entry("node.create")));
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const entry = (action: string) => ({
    actorType: "key" as const,
    actorId: "key_1",
    actorName: "ci",
    orgId: owner,
    action,
    nodeId,
    requestId: "req_1",
  });

  const CHANGES = [
    "update audit_entries set reason = 'never'",
    "update audit_entries set reason = reason where false",
    "delete from audit_entries",
    "delete from audit_entries where false",
    "truncate audit_entries",
    "with gone as (delete from audit_entries returning *) select count(*) from gone",
    `merge into audit_entries a using (select 1) s on true when matched then delete`,
    `insert into audit_entries (seq, at, actor_type, actor_id, actor_name, org_id, action, outcome, request_id)
      overriding system value select seq, now(), 'system', 'x', 'x', 'x', 'x', 'done', 'x' from audit_entries
      on conflict (seq) do update set reason = 'never'`,
  ];
  const contents = (url: string) =>
    withClient(url, async (client) => (await client.query("select * from audit_entries order by seq")).rows);

  for (const role of ["server's own role", "owner of the tables"] as const) {
    it.each(CHANGES)(`not by the ${role}: %s`, async (change) => {
      const url = role === "owner of the tables" ? database.url : database.appUrl;
      const before = await contents(url);
      await expect(withClient(url, (client) => client.query(change))).rejects.toMatchObject({ code: "42501" });
      expect(await contents(url)).toEqual(before);
    });
  }

  it("not where a session pretends to be a replica, which skips other triggers", async () => {
    const url = database.url;
    const change = withClient(url, async (client) => {
      await client.query("set session_replication_role = replica");
      await client.query("delete from audit_entries");
    });
    await expect(change).rejects.toMatchObject({ code: "42501" });
    expect(await contents(url)).toHaveLength(1);
  });

  it("vanish with the change that they are of", async () => {
    const failing = transact(db, async (trx) => {
      await insertAudit(trx, entry("node.update"));
      throw new Error("the change failed");
    });
    await expect(failing).rejects.toThrow("the change failed");
    expect(await contents(database.url)).toHaveLength(1);
  });

  it("are written of refused attempts by those who may see the node, and of nobody else", async () => {
    const attempt = { ...entry("node.update"), nodeId };
    await insertRefusal(db, { ...attempt, orgId: outsider }, "not_found", { orgId: outsider, isPlatform: false });
    await insertRefusal(db, { ...attempt, nodeId: "node_none" }, "not_found", { orgId: owner, isPlatform: true });
    expect(await contents(database.url)).toHaveLength(1);
    await insertRefusal(db, attempt, "wrong_status", { orgId: owner, isPlatform: false });
    const rows = await listAudit(db, { nodeId }, { limit: 10 }, { orgId: owner, isPlatform: false });
    expect(rows.map((row) => [row.action, row.outcome, row.code])).toEqual([
      ["node.update", "refused", "wrong_status"],
      ["node.create", "done", null],
    ]);
  });
});

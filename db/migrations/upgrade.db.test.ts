import { afterEach, describe, expect, it } from "vitest";
import { grantToAppRole } from "../embedded/roles";
import { withClient } from "../embedded/start";
import { listMigrations, migrateUp } from "../migrate";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";

/** Rows as they could be written from each migration on: what a database of that age may hold. */
const WRITTEN: Record<string, string> = {
  "0001": `insert into orgs (id, name, slug, is_platform) values ('org_p', 'Operator', 'operator', true), ('org_a', 'A', 'a', false);
    insert into users (id, name, email) values ('usr_1', 'Ada', 'ada@example.org');
    insert into accounts (id, user_id, account_id, provider_id, password) values ('acc_1', 'usr_1', 'usr_1', 'credential', 'x');
    insert into sessions (id, user_id, token, expires_at, active_org_id) values ('ses_1', 'usr_1', 't', '2100-01-01', 'org_a');
    insert into members (org_id, user_id, role) values ('org_a', 'usr_1', 'owner');
    insert into api_keys (id, org_id, name, key_prefix, key_hash, permissions, maker_user_id, maker_org_id)
      values ('key_1', 'org_a', 'Key', 'vl_x', '\\x01', '{node.read,vm.write}', 'usr_1', 'org_a')`,
  "0002": `insert into gpu_models (id, name) values ('a40', 'NVIDIA A40');
    insert into nodes (id, organization_id, hostname, pool, status, reported_at)
      values ('node_1', 'org_a', 'host-1', 'community', 'online', '2026-01-01');
    insert into units (node_id, id, alloc_class, sellable, not_sellable_reason, sellable_gpus, gpu_model_id, gpus, gpu_bdfs)
      select 'node_1', bdf, 'vfio-group', why is null, why, case when why is null then 1 else 0 end, 'a40',
        jsonb_build_array(jsonb_build_object('bdf', bdf, 'vendorDevice', '10de:2235', 'name', 'A40')), array[bdf]
      from (values ('0000:01:00.0', null), ('0000:02:00.0', null), ('0000:03:00.0', null), ('0000:04:00.0', 'It shares its group.'))
        unit (bdf, why)`,
  "0003": `insert into reservations (node_id, id, starts_at, ends_at, cancelled_at, topology_gen, allowed_org_ids, platform_named,
        contract_ref, created_at, updated_at)
      values ('node_1', 'rsv_1', '2026-01-02', null, null, 1, '{org_a,org_p}', false, 'C-1', '2026-01-02', '2026-01-02'),
        ('node_1', 'rsv_2', '2026-01-02', '2026-02-01', '2026-01-03', 1, '{org_a,org_p}', true, null, '2026-01-02', '2026-01-03');
    insert into reservation_units (node_id, reservation_id, unit_id, term, released, alloc_class, gpu_bdfs)
      values ('node_1', 'rsv_1', '0000:01:00.0', '[2026-01-02,)', true, 'vfio-group', '{0000:01:00.0}'),
        ('node_1', 'rsv_2', '0000:02:00.0', '[2026-01-02,2026-01-03)', false, 'vfio-group', '{0000:02:00.0}')`,
  "0004": `insert into workloads (id, kind, organization_id, name, status, tier, gpu_model_id, gpu_count, node_id, unit_ids,
        created_at, terminated_at)
      values ('vm_1', 'vm', 'org_a', 'runs', 'running', 'community', 'a40', 1, 'node_1', '{0000:02:00.0}', '2026-01-04', null),
        ('pod_1', 'pod', 'org_a', 'ran', 'terminated', 'spot', 'a40', 1, 'node_1', '{0000:01:00.0}', '2026-01-04', '2026-01-05');
    insert into claims (node_id, unit_id, workload_id, gpu_bdfs, claimed_at, ended_at)
      values ('node_1', '0000:02:00.0', 'vm_1', '{0000:02:00.0}', '2026-01-04', null),
        ('node_1', '0000:01:00.0', 'pod_1', '{0000:01:00.0}', '2026-01-04', '2026-01-05')`,
  "0005": `insert into audit_entries (at, actor_type, actor_id, actor_name, org_id, action, outcome, node_id, reason, request_id)
      values ('2026-01-02', 'key', 'key_1', 'Key', 'org_a', 'node.inventory', 'done', 'node_1', 'first report', 'req_1')`,
  "0006": `insert into idempotent_answers (caller_id, key, request_hash, status, answer) values ('key_1', 'k', '\\x02', 201, '\\x03')`,
  "0008": `insert into rate_limits (id, key, count, last_request) values ('rl_1', 'k', 1, 1)`,
  "0010": `insert into invitations (id, org_id, email, role, token_hash, inviter_user_id, inviter_org_id, expires_at)
      values ('inv_1', 'org_a', 'new@example.org', 'viewer', '\\x04', 'usr_1', 'org_a', '2100-01-01')`,
};

type Row = Record<string, unknown>;

const rowsOf = (url: string, sql: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(sql)).rows);

async function content(url: string): Promise<Map<string, Row[]>> {
  const tables = await rowsOf(
    url,
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and c.relname not in ('schema_migrations', 'node_offers', 'reserved_offers')`,
  );
  const found = new Map<string, Row[]>();
  for (const { name } of tables) {
    const rows = await rowsOf(url, `select to_jsonb(t) as row from "${name}" t order by to_jsonb(t)::text collate "C"`);
    found.set(
      String(name),
      rows.map(({ row }) => row as Row),
    );
  }
  return found;
}

/** Columns that a migration fills in from others. */
function unfilled(row: Row): Row {
  const { gpu_ids: _, ...same } = row;
  return same;
}

const names = (await listMigrations()).map((migration) => migration.name);

describe("a database with rows in it", () => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  async function ofVersion(name: string): Promise<string> {
    database = await createTestDatabase("upgrade");
    await withClient(database.url, async (client) => {
      await client.query("drop schema public cascade; create schema public");
      await grantToAppRole(client);
    });
    await migrateUp(database.url, name);
    for (const [since, sql] of Object.entries(WRITTEN)) {
      if (since <= name.slice(0, 4)) await withClient(database.url, (client) => client.query(sql));
    }
    return database.url;
  }

  it.each(names)("as %s left it keeps every row and value on the way to this version", async (name) => {
    const url = await ofVersion(name);
    const before = await content(url);
    expect(await migrateUp(url)).toEqual(names.slice(names.indexOf(name) + 1));
    const after = await content(url);
    for (const [table, rows] of before) {
      const kept = after.get(table) ?? [];
      expect([table, kept.length]).toEqual([table, rows.length]);
      for (const row of rows) expect(kept, table).toContainEqual(expect.objectContaining(unfilled(row)));
    }
  });

  it.each(names.slice(1))("as %s left it offers what is free there", async (name) => {
    const url = await ofVersion(name);
    await migrateUp(url);
    const cards = await rowsOf(url, "select distinct gpu_ids from units");
    // Whoever writes a unit today says its cards: these rows are of before.
    if (name < "0009") expect(cards).toEqual([{ gpu_ids: ["10de:2235"] }]);
    const free = await rowsOf(url, "select open_total as open, spot_total as spot from node_offers");
    expect(free).toEqual([name < "0003" ? { open: 3, spot: 0 } : { open: 2, spot: 1 }]);
  });
});

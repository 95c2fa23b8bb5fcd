import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dumpSchema } from "../dump-schema";
import { withClient } from "../embedded/start";
import { listMigrations, migrateDown, migrateUp } from "../migrate";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";

describe("the migrations", () => {
  let database: TestDatabase;
  let names: string[];
  beforeAll(async () => {
    database = await createTestDatabase("migrations");
    names = (await listMigrations()).map((migration) => migration.name);
  });
  afterAll(() => database.drop());

  const dump = () => withClient(database.url, dumpSchema);
  const leftovers = () =>
    withClient(database.url, async (client) => {
      const { rows } = await client.query(`
        select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
          and c.relkind in ('r', 'v', 'm', 'S') and c.relname not like 'schema_migrations%'
        union all select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        union all select t.typname from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')`);
      return rows.map((row) => row.name);
    });

  it("are numbered without gaps, each with its way back", () => {
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
  });

  it("have nothing to do on a migrated database", async () => {
    expect(await migrateUp(database.url)).toEqual([]);
  });

  it("go down to nothing and up again to the same", async () => {
    const before = await dump();
    expect(await migrateDown(database.url)).toEqual([...names].reverse());
    expect(await leftovers()).toEqual([]);
    expect(await migrateUp(database.url)).toEqual(names);
    expect(await dump()).toBe(before);
  });

  it("go down and up one step at a time to the same", async () => {
    const before = await dump();
    for (const [index, name] of [...names].reverse().entries()) {
      const below = [...names].reverse()[index + 1] ?? "";
      expect(await migrateDown(database.url, below)).toEqual([name]);
    }
    for (const name of names) expect(await migrateUp(database.url, name)).toEqual([name]);
    expect(await dump()).toBe(before);
  });

  it("keep what is in the tables when run by two servers at once", async () => {
    await migrateDown(database.url, names.at(-2));
    await withClient(database.url, (client) =>
      client.query("insert into orgs (id, name, slug) values ('o', 'O', 'o')"),
    );
    const done = await Promise.all([migrateUp(database.url), migrateUp(database.url), migrateUp(database.url)]);
    expect(done.flat()).toEqual([names.at(-1)]);
    const { rows } = await withClient(database.url, (client) => client.query("select name from orgs"));
    expect(rows).toEqual([{ name: "O" }]);
  });

  it("leave the audit trail closed to the server's role after going down and up", async () => {
    const insert = `insert into audit_entries (at, actor_type, actor_id, actor_name, org_id, action, outcome, request_id)
      values (now(), 'system', 'x', 'x', 'x', 'x', 'done', 'x')`;
    await withClient(database.appUrl, (client) => client.query(insert));
    for (const change of ["update audit_entries set reason = 'x'", "delete from audit_entries"]) {
      await expect(withClient(database.appUrl, (client) => client.query(change))).rejects.toThrow(/permission denied/);
    }
  });
});

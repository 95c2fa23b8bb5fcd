import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../embedded/start";
import { createTestDatabase, type TestDatabase } from "./test-database";

describe("a test database", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase("test database");
  });
  afterAll(async () => {
    await database.drop();
  });

  const failure = (url: string, sql: string) =>
    withClient(url, (client) => client.query(sql)).then(
      () => undefined,
      (error: Error) => error.message,
    );

  it("is migrated and speaks UTC, UTF-8 and the C collation", async () => {
    const { rows } = await withClient(database.appUrl, (client) =>
      client.query(`select current_setting('TimeZone') as zone, current_setting('server_encoding') as encoding,
        (select count(*)::int from schema_migrations) as migrations, 'a' < 'B' as "aBeforeB"`),
    );
    expect(rows[0]).toEqual({ zone: "UTC", encoding: "UTF8", migrations: expect.any(Number), aBeforeB: false });
    expect(rows[0].migrations).toBeGreaterThan(0);
  });

  it("gives the server's role rows and nothing else", async () => {
    expect(await failure(database.appUrl, "select 1 from audit_entries")).toBeUndefined();
    expect(await failure(database.appUrl, "create table mine ()")).toMatch(/permission denied/);
    expect(await failure(database.appUrl, "drop table audit_entries")).toMatch(/must be owner/);
    expect(await failure(database.appUrl, "alter table audit_entries disable trigger all")).toMatch(/must be owner/);
    for (const change of [
      "delete from audit_entries",
      "update audit_entries set reason = ''",
      "truncate audit_entries",
    ]) {
      expect(await failure(database.appUrl, change)).toMatch(/permission denied/);
    }
  });

  it("is the caller's own", async () => {
    const other = await createTestDatabase("Other: ünï");
    await withClient(database.url, (client) => client.query("create table only_here ()"));
    expect(await failure(other.url, "select from only_here")).toMatch(/does not exist/);
    await other.drop();
    expect(await failure(other.url, "select 1")).toMatch(/does not exist/);
  });
});

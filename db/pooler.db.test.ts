import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionSettings } from "./client";
import { droppedSettings, keepsStatements, poolerProblem } from "./pooler";
import { createTestDatabase, type TestDatabase } from "./testing/test-database";

describe("what stands before the database", () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase("pooler");
    client = new pg.Client({ connectionString: database.appUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it("is nothing to complain of where it is Postgres itself", async () => {
    expect(
      await poolerProblem({ connectionString: database.appUrl, ...sessionSettings(4_000, 2_000) }),
    ).toBeUndefined();
  });

  it("is noticed by a statement that the next connection doesn't know", async () => {
    expect(await keepsStatements(client, () => client.query("select 1"))).toBe(true);
    await client.query("deallocate all");
    const other = new pg.Client({ connectionString: database.appUrl });
    await other.connect();
    const lost = keepsStatements(other, () => other.query("deallocate all"));
    await expect(lost).resolves.toBe(false);
    await other.end();
  });

  it("is noticed by settings that nobody has passed on", async () => {
    const { rows } = await client.query<{ zone: string }>("select current_setting('TimeZone') as zone");
    expect(await droppedSettings((text) => client.query(text))).toEqual([
      ...(rows[0]?.zone === "UTC" || rows[0]?.zone === "Etc/UTC" ? [] : ["TimeZone"]),
      "idle_in_transaction_session_timeout",
      "lock_timeout",
      "statement_timeout",
    ]);
    expect(await poolerProblem({ connectionString: database.appUrl })).toContain("drops ");
  });
});

import { sql } from "kysely";
import type { Database } from "@/db/client";
import { withClient } from "@/db/embedded/start";
import type { TestDatabase } from "@/db/testing/test-database";

const INSTALL = `
  create schema fake;
  create table fake.clock (reads timestamptz not null);
  insert into fake.clock values (pg_catalog.now());
  create function fake.clock_timestamp() returns timestamptz volatile language sql as 'select reads from fake.clock';
  create function fake.now() returns timestamptz stable language sql as 'select reads from fake.clock';
  grant usage on schema fake to public;
  grant select on fake.clock to public;`;

/**
 * Gives a test database a clock that stands still until it is set. The product asks the database for the time by
 * `now()` and `clock_timestamp()`; on connections whose search path begins with `fake` these are found there, before
 * the real ones. Column defaults were bound when the tables were made and keep real time.
 * Answers the URL to connect with, as the server's own role.
 */
export async function installFakeClock(database: TestDatabase): Promise<string> {
  await withClient(database.url, (client) => client.query(INSTALL));
  const url = new URL(database.appUrl);
  url.searchParams.set("options", "-c timezone=UTC -c search_path=fake,pg_catalog,public");
  return url.href;
}

export async function setFakeClock(owner: Database, instant: Date): Promise<void> {
  await sql`update fake.clock set reads = ${instant}`.execute(owner);
}

import { sql } from "kysely";
import type { Database } from "../client";

/** Resolves when the database answers. */
export async function answersAtAll(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Whether this database takes changes: a standby and one that was made read-only don't. */
export async function takesChanges(db: Database): Promise<boolean> {
  const result = await sql<{ readOnly: string }>`select current_setting('transaction_read_only') as "readOnly"`.execute(
    db,
  );
  return result.rows[0]?.readOnly === "off";
}

/**
 * Resolves when the database's disk has room, some hundred kilobytes at least, and fails like any change where it has none: a
 * sort that doesn't fit into memory goes to a file, and leaves nothing behind.
 */
export async function findsRoom(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    await sql`select count(*) from (select n from generate_series(1, 20000) n order by -n) sorted`.execute(trx);
  });
}

/** Names of the migrations that this database has. */
export async function appliedMigrations(db: Database): Promise<string[]> {
  const result = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  return result.rows.map((row) => row.name);
}

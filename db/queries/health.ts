import { sql } from "kysely";
import type { Database } from "../client";

/** Whether this database takes changes: a standby and one that was made read-only don't. */
export async function takesChanges(db: Database): Promise<boolean> {
  const result = await sql<{ readOnly: string }>`select current_setting('transaction_read_only') as "readOnly"`.execute(
    db,
  );
  return result.rows[0]?.readOnly === "off";
}

/** Names of the migrations that this database has. */
export async function appliedMigrations(db: Database): Promise<string[]> {
  const result = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  return result.rows.map((row) => row.name);
}

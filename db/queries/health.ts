import { sql } from "kysely";
import type { Database } from "../client";

/** Names of the migrations that this database has. */
export async function appliedMigrations(db: Database): Promise<string[]> {
  const result = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  return result.rows.map((row) => row.name);
}

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** One numbered step: `NNNN_name.up.sql` and its way back, `NNNN_name.down.sql`. */
interface Migration {
  name: string;
  up: string;
  down: string;
}

// Resolved from the project root, which every command and server of ours starts in: bundlers rewrite import.meta.url.
const DIRECTORY = join(process.cwd(), "db", "migrations");

/** Two servers that start at once must not both migrate: the second waits on this lock and finds nothing to do. */
const LOCK_KEY = 7_146_033;

export async function listMigrations(): Promise<Migration[]> {
  const files = (await readdir(DIRECTORY)).filter((file) => file.endsWith(".up.sql")).sort();
  return Promise.all(
    files.map(async (file) => {
      const name = file.slice(0, -".up.sql".length);
      const [up, down] = await Promise.all([
        readFile(join(DIRECTORY, file), "utf8"),
        readFile(join(DIRECTORY, `${name}.down.sql`), "utf8"),
      ]);
      return { name, up, down };
    }),
  );
}

async function withMigrator<T>(connectionString: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK_KEY]);
    await client.query(
      "create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())",
    );
    return await run(client);
  } finally {
    await client.end();
  }
}

async function appliedNames(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>("select name from schema_migrations");
  return new Set(rows.map((row) => row.name));
}

/** Runs one step and its book-keeping in one transaction: a step is applied whole or not at all. */
async function step(client: pg.Client, sql: string, bookkeeping: string, name: string): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query(bookkeeping, [name]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Applies every migration that is not applied yet, up to and including `target` (all by default).
 * Returns the names applied now. Safe to call from several processes at once.
 */
export function migrateUp(connectionString: string, target?: string): Promise<string[]> {
  return withMigrator(connectionString, async (client) => {
    const applied = await appliedNames(client);
    const done: string[] = [];
    for (const migration of await listMigrations()) {
      if (target !== undefined && migration.name > target) break;
      if (applied.has(migration.name)) continue;
      await step(client, migration.up, "insert into schema_migrations (name) values ($1)", migration.name);
      done.push(migration.name);
    }
    return done;
  });
}

/** Takes back applied migrations, newest first, down to but not including `target` (all by default). */
export function migrateDown(connectionString: string, target = ""): Promise<string[]> {
  return withMigrator(connectionString, async (client) => {
    const applied = await appliedNames(client);
    const done: string[] = [];
    for (const migration of (await listMigrations()).reverse()) {
      if (migration.name <= target) break;
      if (!applied.has(migration.name)) continue;
      await step(client, migration.down, "delete from schema_migrations where name = $1", migration.name);
      done.push(migration.name);
    }
    return done;
  });
}

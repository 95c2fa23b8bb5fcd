import { once } from "node:events";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { listMigrations, migrateUp } from "../migrate";
import {
  BackupError,
  checksum,
  END_OF_TABLE,
  type Footer,
  type Header,
  parse,
  readHeader,
  type TableLine,
} from "./format";
import { columnList, quoted, readTables, type Table } from "./tables";
import type { Taken } from "./take";

/** Lines end with a line feed and nothing else: text may hold every other separator that there is. */
async function* linesOf(text: Readable): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of text) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** The lines of a backup with their checksum; a file that is cut or damaged ends with a plain sentence. */
class Lines {
  readonly #hash = checksum();
  readonly #lines: AsyncIterator<string>;

  constructor(file: Readable) {
    const text = createGunzip();
    file.on("error", (error) => text.destroy(error));
    this.#lines = linesOf(file.pipe(text));
  }

  async next(): Promise<string> {
    const line = await this.#lines.next().catch((error: unknown) => {
      throw new BackupError(`The backup can't be read to its end (${error instanceof Error ? error.message : error}).`);
    });
    if (line.done) throw new BackupError("The backup ends before its last line: it was cut off.");
    return line.value;
  }

  count(line: string): void {
    this.#hash.update(`${line}\n`);
  }

  get sha256(): string {
    return this.#hash.copy().digest("hex");
  }
}

async function refuseUsed(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relname = 'orgs' and relnamespace = 'public'::regnamespace",
  );
  if (rows.length === 0) return;
  const used = await client.query("select from orgs limit 1");
  if (used.rows.length > 0) {
    throw new BackupError("The database is in use: restore into a new one, so that nothing is overwritten.");
  }
}

async function prepare(connectionString: string, { migrations }: Header): Promise<void> {
  const known = (await listMigrations()).map((migration) => migration.name);
  const last = migrations.at(-1) ?? "";
  if (migrations.some((name) => !known.includes(name))) {
    throw new BackupError("This backup was made by a newer Holdfast: restore it with that version.");
  }
  await migrateUp(connectionString, last);
}

/** A backup of an older schema needs a database that stands there too; it is brought up to date afterwards. */
async function refuseAhead(client: Client, { migrations }: Header): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select name from schema_migrations order by name");
  if (`${rows.map((row) => row.name)}` !== `${migrations}`) {
    throw new BackupError("The database is on a newer schema than the backup: restore into one that is empty.");
  }
}

async function readRows(lines: Lines, client: Client, table: Table): Promise<number> {
  const into = client.query(copyFrom(`copy ${quoted(table.name)} (${columnList(table.columns)}) from stdin`));
  const failed = once(into, "error").then(([error]) => Promise.reject(error));
  const read = async () => {
    for (let line = await lines.next(); ; line = await lines.next()) {
      lines.count(line);
      if (line === END_OF_TABLE) break;
      if (!into.write(`${line}\n`)) await once(into, "drain");
    }
    into.end();
    await once(into, "finish");
    return into.rowCount ?? 0;
  };
  return Promise.race([read(), failed]);
}

/** Identity columns go on after the highest number that was copied. */
async function goOnAfter(client: Client, { name, identities }: Table): Promise<void> {
  for (const column of identities) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max(${quoted(column)}) from ${quoted(name)}), 0) + 1, false)`,
      [quoted(name), column],
    );
  }
}

async function readTable(lines: Lines, client: Client, head: TableLine, tables: readonly Table[]): Promise<number> {
  const table = tables.find((each) => each.name === head.table);
  if (!table || `${table.columns}` !== `${head.columns}`) {
    throw new BackupError(`The backup's table ${head.table} is not as this version of Holdfast knows it.`);
  }
  const switched = (how: "disable" | "enable") =>
    table.triggers.map((trigger) => `alter table ${quoted(table.name)} ${how} trigger ${quoted(trigger)}`);
  for (const statement of switched("disable")) await client.query(statement);
  const rows = await readRows(lines, client, table);
  for (const statement of switched("enable")) await client.query(statement);
  await goOnAfter(client, table);
  return rows;
}

async function readAll(lines: Lines, client: Client): Promise<Taken> {
  const tables = await readTables(client);
  const taken: Taken = { tables: 0, rows: 0 };
  for (;;) {
    const line = await lines.next();
    const head = parse(line) as (TableLine & Footer) | undefined;
    if (head?.sha256 !== undefined) {
      if (head.sha256 !== lines.sha256 || head.rows !== taken.rows) {
        throw new BackupError("The backup is damaged: its checksum does not fit.");
      }
      return taken;
    }
    lines.count(line);
    if (head?.table === undefined) throw new BackupError("The backup is damaged: a table's name is missing.");
    taken.rows += await readTable(lines, client, head, tables);
    taken.tables += 1;
  }
}

/**
 * Restores a backup into a database without content, as the owner of its tables, and brings it up to this version.
 * All of it or nothing: a damaged file changes nothing but the schema.
 */
export async function restoreBackup(connectionString: string, file: Readable): Promise<Taken> {
  const lines = new Lines(file);
  const first = await lines.next();
  const header = readHeader(first);
  lines.count(first);
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await refuseUsed(client);
    await prepare(connectionString, header);
    await refuseAhead(client, header);
    await client.query("begin");
    const taken = await readAll(lines, client);
    await client.query("commit");
    await migrateUp(connectionString);
    return taken;
  } finally {
    await client.end();
  }
}

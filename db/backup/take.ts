import { once } from "node:events";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { checksum, END_OF_TABLE, type Footer, type Header, type TableLine } from "./format";
import { columnList, quoted, readTables, type Table } from "./tables";

export interface Taken {
  tables: number;
  rows: number;
}

/** Writes with the reader's pace, and knows what it wrote. */
class Paper {
  readonly #hash = checksum();
  rows = 0;

  constructor(readonly out: Writable) {}

  async write(chunk: string | Buffer): Promise<void> {
    this.#hash.update(chunk);
    if (!this.out.write(chunk)) await once(this.out, "drain");
  }

  get footer(): Footer {
    return { rows: this.rows, sha256: this.#hash.copy().digest("hex") };
  }
}

async function writeTable(client: Client, table: Table, paper: Paper): Promise<void> {
  const head: TableLine = { table: table.name, columns: table.columns };
  await paper.write(`${JSON.stringify(head)}\n`);
  const list = columnList(table.columns);
  const rows = client.query(copyTo(`copy (select ${list} from ${quoted(table.name)}) to stdout`));
  for await (const chunk of rows) await paper.write(chunk as Buffer);
  paper.rows += rows.rowCount ?? 0;
  await paper.write(`${END_OF_TABLE}\n`);
}

async function writeAll(client: Client, out: Writable): Promise<Taken> {
  const paper = new Paper(out);
  const { rows } = await client.query<{ name: string; now: Date }>(
    "select name, clock_timestamp() as now from schema_migrations order by name",
  );
  const takenAt = (rows[0]?.now ?? new Date()).toISOString();
  const header: Header = { holdfast: "backup", version: 1, takenAt, migrations: rows.map((row) => row.name) };
  await paper.write(`${JSON.stringify(header)}\n`);
  const tables = await readTables(client);
  for (const table of tables) await writeTable(client, table, paper);
  out.write(`${JSON.stringify(paper.footer)}\n`);
  return { tables: tables.length, rows: paper.rows };
}

/** Writes the whole database as it is at one moment, while servers go on working on it. */
export async function takeBackup(client: Client, into: Writable): Promise<Taken> {
  await client.query("begin isolation level repeatable read read only");
  try {
    const zip = createGzip();
    const written = pipeline(zip, into);
    // Whichever fails first ends the other.
    const taken = await Promise.race([writeAll(client, zip), written.then(() => Promise.reject(new Error("cut off")))]);
    zip.end();
    await written;
    return taken;
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
}

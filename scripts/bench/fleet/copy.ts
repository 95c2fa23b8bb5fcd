import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

export type Cell = string | number | boolean | Date | null | readonly string[];

const CHUNK_CHARS = 1 << 16;

const escaped = (text: string) => text.replace(/[\\\t\n\r]/g, (char) => `\\${char}`);

function cellText(cell: Cell): string {
  if (cell === null) return "\\N";
  if (typeof cell === "string") return escaped(cell);
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === "object") return `{${cell.map((each) => `"${each}"`).join(",")}}`;
  return String(cell);
}

/** Lines in pieces of a size that sockets like. */
function* chunksOf(rows: Iterable<readonly Cell[]>): Generator<string> {
  let chunk = "";
  for (const row of rows) {
    chunk += `${row.map(cellText).join("\t")}\n`;
    if (chunk.length < CHUNK_CHARS) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk) yield chunk;
}

/** Writes rows by COPY; lists hold nothing that needs more than quotes. */
export async function copyRows(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  const target = client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`));
  await pipeline(Readable.from(chunksOf(rows)), target);
}

interface Definition {
  drop: string;
  make: string;
}

const INDEXES = `
  select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
  from pg_index i
  where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where conrelid = any($1::regclass[]) and contype = 'x'`;

/** Takes the indexes of tables away while they are filled: built once at the end they cost a fraction. */
export async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<Definition>(INDEXES, [tables]);
  for (const { drop } of rows) await client.query(drop);
  await fill();
  await client.query("set maintenance_work_mem = '512MB'");
  for (const { make } of rows) await client.query(make);
}

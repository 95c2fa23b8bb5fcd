import type { Client } from "pg";

/** A table of ours with what a copy of it needs. */
export interface Table {
  name: string;
  /** Those that hold facts; what the database works out itself is left out. */
  columns: string[];
  /** Columns whose numbers the database gives, to go on after the highest. */
  identities: string[];
  /** Triggers on insert that would work out again what is copied too. */
  triggers: string[];
}

/** Counters of the last minute, and what the migrations write down about themselves. */
const LEFT_OUT = ["schema_migrations", "rate_limits"];

interface Row extends Table {
  needs: string[];
}

/** Every table, those that others refer to first. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Row>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as identities,
       array(select t.tgname::text from pg_trigger t
             where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 4 <> 0 and t.tgenabled = 'O') as triggers,
       array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
     order by c.relname`,
    [LEFT_OUT],
  );
  const sorted: Row[] = [];
  while (sorted.length < rows.length) {
    const next = rows.filter(
      (row) => !sorted.includes(row) && row.needs.every((need) => sorted.some((before) => before.name === need)),
    );
    if (next.length === 0) throw new Error("tables refer to each other in a circle");
    sorted.push(...next);
  }
  return sorted.map(({ needs: _, ...table }) => table);
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(", ");

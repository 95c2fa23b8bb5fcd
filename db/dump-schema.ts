import type pg from "pg";

interface Named {
  name: string;
  sql: string;
}

const TABLES = `
  select c.relname as name,
    'create table ' || quote_ident(c.relname) || E' (\\n' || string_agg(
      '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when co.collname = 'C' then ' collate "C"' else '' end
      || case when a.attidentity = 'a' then ' generated always as identity' else '' end
      || case when a.attnotnull then ' not null' else '' end
      || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''), E',\\n' order by a.attnum) || E'\\n);' as sql
  from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    left join pg_collation co on co.oid = a.attcollation
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
  group by c.relname`;

// Not-null constraints have names of their own from Postgres 18 on; they stand with their columns already.
const CONSTRAINTS = `
  select conrelid::regclass || ' ' || conname as name,
    'alter table ' || conrelid::regclass || ' add constraint ' || quote_ident(conname) || ' '
      || pg_get_constraintdef(oid) || ';' as sql
  from pg_constraint
  where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c', 'x')
    and conrelid <> 0 and conrelid::regclass::text <> 'schema_migrations'`;

const INDEXES = `
  select c.relname as name, pg_get_indexdef(i.indexrelid) || ';' as sql
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = i.indexrelid)`;

const FUNCTIONS = `
  select p.proname || pg_get_function_identity_arguments(p.oid) as name,
    rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' as sql
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

const TRIGGERS = `
  select t.tgrelid::regclass || ' ' || t.tgname as name, pg_get_triggerdef(t.oid) || ';' as sql
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`;

/** The schema as one text, in an order that depends on names alone: what two databases differ in, their dumps differ in. */
export async function dumpSchema(client: pg.Client): Promise<string> {
  const parts: string[] = ["-- Generated from the migrations by `npm run generate`; do not edit."];
  for (const query of [TABLES, CONSTRAINTS, INDEXES, FUNCTIONS, TRIGGERS]) {
    const { rows } = await client.query<Named>(query);
    const sorted = rows.sort((a, b) => (a.name < b.name ? -1 : 1));
    parts.push(...sorted.map((row) => row.sql));
  }
  return `${parts.join("\n\n")}\n`;
}

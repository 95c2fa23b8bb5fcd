import type { Client } from "pg";

export const ownerRole = "holdfast_owner";
export const appRole = "holdfast_app";

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The server's own role: it logs in and works on rows, it owns nothing and can't change what a table is. */
export async function ensureAppRole(client: Client, password: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [appRole]);
  const attributes = `login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${quoteText(password)}`;
  await client.query(`${rowCount === 0 ? "create" : "alter"} role ${appRole} with ${attributes}`);
}

export async function ensureDatabase(client: Client, name: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
  if (rowCount === 0) await client.query(`create database ${quoteName(name)}`);
}

/** Run in a database before it is migrated: every table the migrations make is then the app role's to read and write. */
export async function grantToAppRole(client: Client): Promise<void> {
  await client.query(`
    revoke create on schema public from public;
    grant usage on schema public to ${appRole};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${appRole};
    alter default privileges in schema public grant usage, select, update on sequences to ${appRole};
  `);
}

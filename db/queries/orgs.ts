import { type CompiledQuery, sql } from "kysely";
import type { Executor } from "../client";
import { likeAnywhere } from "./console";

export interface OrgRow {
  id: string;
  name: string;
  slug: string;
  isPlatform: boolean;
  isProvider: boolean;
  createdAt: Date;
}

const columns = sql`o.id, o.name, o.slug, o.is_platform as "isPlatform", o.created_at as "createdAt",
  (select n.id from nodes n where n.organization_id = o.id order by n.id limit 1) is not null as "isProvider"`;

export async function findOrg(db: Executor, id: string): Promise<OrgRow | undefined> {
  const result = await sql<OrgRow>`select ${columns} from orgs o where o.id = ${id}`.execute(db);
  return result.rows[0];
}

export interface OrgPage {
  /** Only this org; undefined lists all. */
  only?: string | undefined;
  after?: string | undefined;
  limit: number;
}

export async function listOrgs(db: Executor, page: OrgPage): Promise<OrgRow[]> {
  const result = await sql<OrgRow>`
    select ${columns} from orgs o
    where ${page.only === undefined ? sql`true` : sql`o.id = ${page.only}`}
      and ${page.after === undefined ? sql`true` : sql`o.id > ${page.after}`}
    order by o.id limit ${page.limit}`.execute(db);
  return result.rows;
}

export interface NamedOrgRow {
  id: string;
  isPlatform: boolean;
}

/** Those of these ids that are orgs, and the platform org. */
export const orgsNamed = (db: Executor, ids: readonly string[]): CompiledQuery<NamedOrgRow> =>
  sql<NamedOrgRow>`
    select o.id, o.is_platform as "isPlatform" from orgs o where o.is_platform or o.id = any(${[...ids]}::text[])`.compile(
    db,
  );

/**
 * Inserts an org. Where the slug is taken: nothing if it must be exact, else the first free `slug-2`, `slug-3`, …
 */
export async function insertOrg(
  trx: Executor,
  org: { id: string; name: string; slug: string; exact: boolean },
): Promise<OrgRow | undefined> {
  for (let number = 1; number <= (org.exact ? 1 : 10_000); number += 1) {
    const slug = number === 1 ? org.slug : `${org.slug.slice(0, 57).replace(/-$/, "")}-${number}`;
    const result = await sql<OrgRow>`
      insert into orgs as o (id, name, slug) values (${org.id}, ${org.name}, ${slug})
      on conflict (slug) do nothing returning ${columns}`.execute(trx);
    if (result.rows[0]) return result.rows[0];
  }
  return undefined;
}

export interface OrgCountsRow extends OrgRow {
  people: number;
  /** Keys that work. */
  keys: number;
}

/** All orgs that match a text by name, slug or id, the newest first, with how many people and keys they have. */
export async function findOrgs(
  db: Executor,
  page: { search?: string | undefined; after?: string | undefined; limit: number },
): Promise<OrgCountsRow[]> {
  const { search, after, limit } = page;
  const pattern = likeAnywhere(search ?? "");
  const result = await sql<OrgCountsRow>`
    select ${columns}, (select count(*)::int from members m where m.org_id = o.id) as people,
      (select count(*)::int from api_keys k where k.org_id = o.id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > now())) as keys
    from orgs o
    where (o.name ilike ${pattern} or o.slug ilike ${pattern} or o.id = ${search ?? ""})
      and ${after === undefined ? sql`true` : sql`o.id < ${after}`}
    order by o.id desc limit ${limit}`.execute(db);
  return result.rows;
}

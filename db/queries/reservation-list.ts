import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../client";
import { likeAnywhere } from "./console";
import {
  type ReservationFilter,
  type ReservationRow,
  reservationColumns,
  reservationFrom,
  reservationWhere,
} from "./reservations";
import type { Scope } from "./scope";

/** The filters of the console's list: those of REST, and these. */
export interface ListFilter extends Omit<ReservationFilter, "endsBefore" | "audienceOf"> {
  /** Part of the contract reference, or a whole id. */
  contract?: string | undefined;
  /** Live ones whose end comes within so many hours. */
  endsWithinHours?: number | undefined;
}

export type ListSort = "created" | "-created" | "start" | "-start" | "end" | "-end";

/** A row's place in the order: its key as the database prints it, and its id. */
export interface ListPlace {
  key: string;
  id: string;
}

export interface ListedReservation extends ReservationRow, ListPlace {
  hostname: string;
  cancelledAt: Date | null;
}

const ORDERS = {
  // Ids rise with time: the age of a reservation is its id.
  created: { key: sql`r.id`, type: sql`text` },
  start: { key: sql`r.starts_at`, type: sql`timestamptz` },
  end: { key: sql`coalesce(r.ends_at, timestamptz 'infinity')`, type: sql`timestamptz` },
};

function orderOf(sort: ListSort) {
  const isDown = sort.startsWith("-");
  const { key, type } = ORDERS[sort.replace("-", "") as keyof typeof ORDERS];
  return { key, type, direction: isDown ? sql`desc` : sql`asc`, compare: isDown ? sql`<` : sql`>` };
}

function whereOf(filter: ListFilter, scope: Scope): RawBuilder<unknown>[] {
  const where = reservationWhere(filter, scope);
  if (filter.contract) {
    where.push(sql`(r.id = ${filter.contract} or r.contract_ref ilike ${likeAnywhere(filter.contract)})`);
  }
  if (filter.endsWithinHours !== undefined) {
    // now() and not the statement's clock: the index is asked, and the instant must be known before its rows are.
    where.push(sql`r.cancelled_at is null and r.ends_at > now()
      and r.ends_at <= now() + make_interval(hours => ${filter.endsWithinHours}::int)`);
  }
  return where;
}

/** One page of the reservations that the caller may read, in the order asked for. */
export async function reservationListPage(
  db: Executor,
  filter: ListFilter,
  page: { sort: ListSort; after: ListPlace | undefined; limit: number },
  scope: Scope,
): Promise<ListedReservation[]> {
  const { key, type, direction, compare } = orderOf(page.sort);
  const where = whereOf(filter, scope);
  if (page.after) where.push(sql`(${key}, r.id) ${compare} (${page.after.key}::${type}, ${page.after.id})`);
  const result = await sql<ListedReservation>`
    select ${reservationColumns}, n.hostname, r.cancelled_at as "cancelledAt", (${key})::text as key ${reservationFrom}
    where ${sql.join(where, sql` and `)}
    order by ${key} ${direction}, r.id ${direction} limit ${page.limit}`.execute(db);
  return result.rows;
}

/** How many there are, counted no further than `most`. */
export async function reservationListCount(
  db: Executor,
  filter: ListFilter,
  most: number,
  scope: Scope,
): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from (
      select ${reservationFrom} where ${sql.join(whereOf(filter, scope), sql` and `)} limit ${most}) counted`.execute(
    db,
  );
  return result.rows[0]?.count ?? 0;
}

/** These reservations as they are now, as far as the caller may read them. */
export async function reservationListRows(
  db: Executor,
  ids: readonly string[],
  scope: Scope,
): Promise<ListedReservation[]> {
  const where = [...whereOf({}, scope), sql`r.id = any(${[...ids]}::text[])`];
  const result = await sql<ListedReservation>`
    select ${reservationColumns}, n.hostname, r.cancelled_at as "cancelledAt", r.id as key ${reservationFrom}
    where ${sql.join(where, sql` and `)}`.execute(db);
  return result.rows;
}

export interface NamedOrg {
  id: string;
  name: string;
  isPlatform: boolean;
}

/** What orgs are called, and which is the operator. */
export async function namedOrgs(db: Executor, ids: readonly string[]): Promise<NamedOrg[]> {
  const result = await sql<NamedOrg>`
    select id, name, is_platform as "isPlatform" from orgs where id = any(${[...ids]}::text[])`.execute(db);
  return result.rows;
}

/** Orgs by name that stand in the audience of any reservation that the caller may read. */
export async function orgsInAudiences(
  db: Executor,
  text: string,
  limit: number,
  scope: Scope,
): Promise<{ id: string; name: string }[]> {
  const result = await sql<{ id: string; name: string }>`
    select o.id, o.name from orgs o
    where (o.name ilike ${likeAnywhere(text)} or o.id = ${text}) and exists (
      select ${reservationFrom}
      where r.allowed_org_ids @> array[o.id]::text[] and ${sql.join(whereOf({}, scope), sql` and `)})
    order by o.name, o.id limit ${limit}`.execute(db);
  return result.rows;
}

import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Answering, batchesFor, inOrder } from "../batches";
import type { Database, Executor, Trx } from "../client";
import { clockNow, decidedAt } from "./node-state";
import { cutTerm, unitRemoval } from "./reserved-units";
import { askedBy, askedScope, type ReservationAccess, reservationAccess, type Scope } from "./scope";
import { type ReservationStatusRow, reservationStatusSql } from "./status";

export interface ReservationRow {
  id: string;
  nodeId: string;
  status: ReservationStatusRow;
  units: { unitId: string; released: boolean }[];
  allowedOrgIds: string[];
  platformNamed: boolean;
  managingOrgIds: string[];
  startsAt: Date;
  endsAt: Date | null;
  contractRef: string | null;
  reason: string | null;
  topologyGen: number;
  createdAt: Date;
  updatedAt: Date;
}

export const reservationColumns = sql`
  r.id, r.node_id as "nodeId", ${reservationStatusSql} as status, r.allowed_org_ids as "allowedOrgIds",
  r.platform_named as "platformNamed",  r.managing_org_ids as "managingOrgIds", r.starts_at as "startsAt", r.ends_at as "endsAt",
  r.contract_ref as "contractRef", r.reason, r.topology_gen as "topologyGen", r.created_at as "createdAt",
  r.updated_at as "updatedAt", (
    select coalesce(json_agg(json_build_object('unitId', ru.unit_id, 'released', ru.released) order by ru.seq), '[]')
    from reservation_units ru
    where ru.node_id = r.node_id and ru.reservation_id = r.id and ru.removed_at is null) as units`;

const reservationFromAt = (now: RawBuilder<Date>) => sql`
  from reservations r join nodes n on n.id = r.node_id cross join (select ${now} as now) clock`;

export const reservationFrom = reservationFromAt(clockNow);

/**
 * One reservation under its own node, as far as this caller may reach it; undefined otherwise. As it is at this moment,
 * or at one that was decided on before: then nothing that depends on the clock differs from the decision.
 */
export async function findReservation(
  db: Executor,
  nodeId: string,
  id: string,
  access: ReservationAccess,
  scope: Scope,
  now?: Date,
): Promise<ReservationRow | undefined> {
  const from = now ? reservationFromAt(sql`${now}::timestamptz`) : reservationFrom;
  const result = await oneReservation({ nodeId, id, access, scope }, from).execute(db);
  return result.rows[0];
}

interface Reach {
  nodeId: string;
  id: string;
  access: ReservationAccess;
  scope: Scope;
}

const isReached = ({ nodeId, id, access, scope }: Reach) =>
  sql`r.node_id = ${nodeId} and r.id = ${id} and ${reservationAccess(access, scope)}`;

const oneReservation = (reach: Reach, from: RawBuilder<unknown>) => sql<ReservationRow>`
  select ${reservationColumns} ${from} where ${isReached(reach)}`;

type Seen = Omit<Reach, "access">;

const askedReservations = (seen: readonly Seen[]) => sql`${reservationFrom}
  join ${askedBy(seen, { node_id: ({ nodeId }) => nodeId, id: ({ id }) => id })}
    on r.node_id = asked.node_id and r.id = asked.id`;

const seenTogether = batchesFor(
  ({ nodeId, id, scope }: Seen) => JSON.stringify([scope.orgId, scope.isPlatform, nodeId, id]),
  async (db, seen) => {
    const result = await sql<Answering<ReservationRow>>`
      select asked.seq as asked, ${reservationColumns} ${askedReservations(seen)}
      where ${reservationAccess("see", askedScope)}`.execute(db);
    return inOrder(result.rows, seen);
  },
);

/** What `findReservation` finds for one who sees it, by one query for all who ask at the same time. */
export const seeReservation = (db: Database, seen: Seen): Promise<ReservationRow | undefined> =>
  seenTogether(db).find(seen);

const reservationFromDecided = reservationFromAt(decidedAt);

/** The same, to be sent behind the state of its node: as it is at the instant of that state. */
export const reservationUnderLock = (trx: Trx, reach: Reach): CompiledQuery<ReservationRow> =>
  oneReservation(reach, reservationFromDecided).compile(trx);

/** The same by itself: as it is once what is sent before it is done, and the instant of that. */
export const reservationNow = (trx: Trx, reach: Reach): CompiledQuery<ReservationRow & { now: Date }> =>
  sql<ReservationRow & { now: Date }>`
    select clock.now, ${reservationColumns} ${reservationFrom} where ${isReached(reach)}`.compile(trx);

/** Locks the node of a reservation that this caller may reach in that way; no row where there is none. */
export const lockOfReservation = (trx: Trx, { nodeId, id, access, scope }: Reach): CompiledQuery<unknown> =>
  sql`select from nodes n
    where n.id = ${nodeId} and exists (
      select from reservations r cross join (select ${clockNow} as now) clock
      where r.node_id = n.id and r.id = ${id} and ${reservationAccess(access, scope)})
    for no key update of n`.compile(trx);

export interface ReservationFilter {
  status?: readonly ReservationStatusRow[] | undefined;
  nodeId?: string | undefined;
  /** An org of the audience. */
  orgId?: string | undefined;
  endsBefore?: Date | undefined;
  /** Those that grant units to this org, whoever may read them otherwise. */
  audienceOf?: string | undefined;
}

/**
 * What any org but the operator could see at most: its own nodes' and those it manages. Says nothing that access doesn't,
 * but each half has an index, where the whole rule would be tried on every reservation there is.
 */
const withinReach = ({ orgId }: Scope) => sql`(r.managing_org_ids @> array[${orgId}]::text[]
  or r.node_id = any(array(select own.id from nodes own where own.organization_id = ${orgId})))`;

/** Whoever sees a reservation as one of its audience is told of nobody else in it, asked about one by one neither. */
const inAudience = (orgId: string, audienceOf: string | undefined) =>
  audienceOf === undefined || orgId === audienceOf ? sql`r.allowed_org_ids @> array[${orgId}]::text[]` : sql`false`;

/** What reservations a list is about, for this caller: over `r`, `n` and `clock` of `reservationFrom`. */
export function reservationWhere(filter: ReservationFilter, scope: Scope): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [
    filter.audienceOf === undefined
      ? reservationAccess("see", scope)
      : sql`r.allowed_org_ids @> array[${filter.audienceOf}]::text[]`,
  ];
  if (filter.audienceOf === undefined && !scope.isPlatform) where.push(withinReach(scope));
  if (filter.nodeId !== undefined) where.push(sql`r.node_id = ${filter.nodeId}`);
  if (filter.orgId !== undefined) where.push(inAudience(filter.orgId, filter.audienceOf));
  if (filter.endsBefore) where.push(sql`r.ends_at < ${filter.endsBefore}`);
  if (filter.status) where.push(sql`${reservationStatusSql} = any(${[...filter.status]}::text[])`);
  return where;
}

/** Reservations that the caller may read, newest first (ids rise with time), after the last one of the page before. */
export async function listReservations(
  db: Executor,
  filter: ReservationFilter & { after?: string | undefined; limit: number },
  scope: Scope,
): Promise<ReservationRow[]> {
  const where = reservationWhere(filter, scope);
  if (filter.after !== undefined) where.push(sql`r.id < ${filter.after}`);
  const result = await sql<ReservationRow>`
    select ${reservationColumns} ${reservationFrom}
    where ${sql.join(where, sql` and `)}
    order by r.id desc limit ${filter.limit}`.execute(db);
  return result.rows;
}

export interface NewReservation {
  nodeId: string;
  id: string;
  startsAt: Date;
  endsAt: Date | null;
  topologyGen: number;
  allowedOrgIds: string[];
  platformNamed: boolean;
  managingOrgIds: string[];
  contractRef: string | null;
  reason: string | null;
  now: Date;
}

export const insertReservation = (trx: Trx, row: NewReservation): CompiledQuery<unknown> =>
  trx
    .insertInto("reservations")
    .values({
      node_id: row.nodeId,
      id: row.id,
      starts_at: row.startsAt,
      ends_at: row.endsAt,
      topology_gen: row.topologyGen,
      allowed_org_ids: row.allowedOrgIds,
      platform_named: row.platformNamed,
      managing_org_ids: row.managingOrgIds,
      contract_ref: row.contractRef,
      reason: row.reason,
      created_at: row.now,
      updated_at: row.now,
    })
    .compile();

export const cancelWhole = (trx: Trx, nodeId: string, id: string, now: Date): CompiledQuery<unknown>[] => [
  trx
    .updateTable("reservations")
    .set({ cancelled_at: now, updated_at: now })
    .where("node_id", "=", nodeId)
    .where("id", "=", id)
    .compile(),
  trx
    .updateTable("reservation_units")
    .set({ term: cutTerm(now), released: false })
    .where("node_id", "=", nodeId)
    .where("reservation_id", "=", id)
    .where("removed_at", "is", null)
    .compile(),
];

/** Takes units out of a reservation that keeps others. */
export const cancelUnits = (
  trx: Trx,
  at: { nodeId: string; id: string },
  unitIds: readonly string[],
  now: Date,
): CompiledQuery<unknown>[] => [
  trx
    .updateTable("reservations")
    .set({ updated_at: now })
    .where("node_id", "=", at.nodeId)
    .where("id", "=", at.id)
    .compile(),
  unitRemoval(trx, at, unitIds, now),
];

export interface ReservationChange {
  endsAt?: Date | null;
  allowedOrgIds?: string[];
  platformNamed?: boolean;
  managingOrgIds?: string[];
  contractRef?: string;
  reason?: string;
  topologyGen?: number;
}

/** Writes the fields given, and the term of the current units where `endsAt` is among them. */
export async function updateReservation(
  trx: Trx,
  nodeId: string,
  id: string,
  change: ReservationChange,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("reservations")
    .set({
      updated_at: now,
      ...(change.endsAt !== undefined && { ends_at: change.endsAt }),
      ...(change.allowedOrgIds && { allowed_org_ids: change.allowedOrgIds }),
      ...(change.platformNamed !== undefined && { platform_named: change.platformNamed }),
      ...(change.managingOrgIds && { managing_org_ids: change.managingOrgIds }),
      ...(change.contractRef !== undefined && { contract_ref: change.contractRef }),
      ...(change.reason !== undefined && { reason: change.reason }),
      ...(change.topologyGen !== undefined && { topology_gen: change.topologyGen }),
    })
    .where("node_id", "=", nodeId)
    .where("id", "=", id)
    .execute();
  if (change.endsAt === undefined) return;
  await trx
    .updateTable("reservation_units")
    .set({ term: sql<string>`tstzrange(lower(term), ${change.endsAt}, '[)')` })
    .where("node_id", "=", nodeId)
    .where("reservation_id", "=", id)
    .where("removed_at", "is", null)
    .execute();
}

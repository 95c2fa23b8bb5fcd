import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Answering, batchesFor, inOrder } from "../batches";
import type { Database, Executor, Trx } from "../client";
import { askedBy, askedScope, type NodeAccess, nodeAccess, type Scope } from "./scope";

export interface UnitRow {
  id: string;
  allocClass: "vfio-group" | "device-request";
  sellable: boolean;
  notSellableReason: string | null;
  sellableGpus: number;
  gpuModelId: string;
  gpuModelName: string;
  numa: number | null;
  gpuBdfs: string[];
  gpuUuids: string[];
  gpuIds: string[];
}

export interface ReservedUnitRow {
  unitId: string;
  released: boolean;
  allocClass: "vfio-group" | "device-request";
  gpuBdfs: string[];
  gpuUuids: string[];
  gpuIds: string[];
}

/** A live reservation; times as the database prints them. */
export interface LiveReservationRow {
  id: string;
  startsAt: string;
  endsAt: string | null;
  topologyGen: number;
  allowedOrgIds: string[];
  platformNamed: boolean;
  managingOrgIds: string[];
  units: ReservedUnitRow[];
}

export interface ClaimRow {
  unitId: string;
  workloadId: string;
  kind: "vm" | "pod";
  organizationId: string;
  tier: "community" | "verified" | "spot";
  status: "running" | "terminating";
  gpuBdfs: string[];
  gpuUuids: string[];
}

export interface NodeStateRow {
  id: string;
  organizationId: string;
  pool: "community" | "verified";
  status: "online" | "draining" | "maintenance" | "removed";
  topologyGen: number;
  now: Date;
  units: UnitRow[];
  reservations: LiveReservationRow[];
  claims: ClaimRow[];
}

/** The instant that decides, to the millisecond. Read after a lock was won, never before: waiting takes time. */
export const clockNow = sql<Date>`date_trunc('milliseconds', clock_timestamp())`;

const units = sql<UnitRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', u.id, 'allocClass', u.alloc_class, 'sellable', u.sellable, 'notSellableReason', u.not_sellable_reason,
    'sellableGpus', u.sellable_gpus, 'gpuModelId', u.gpu_model_id, 'gpuModelName', m.name, 'numa', u.numa,
    'gpuBdfs', u.gpu_bdfs, 'gpuUuids', u.gpu_uuids, 'gpuIds', u.gpu_ids) order by u.id), '[]')
  from units u join gpu_models m on m.id = u.gpu_model_id
  where u.node_id = n.id and u.gone_at is null)`;

const reservations = sql<LiveReservationRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', r.id, 'startsAt', r.starts_at, 'endsAt', r.ends_at, 'topologyGen', r.topology_gen,
    'allowedOrgIds', r.allowed_org_ids, 'platformNamed', r.platform_named, 'managingOrgIds', r.managing_org_ids,
    'units', (
      select coalesce(json_agg(json_build_object(
        'unitId', ru.unit_id, 'released', ru.released, 'allocClass', ru.alloc_class,
        'gpuBdfs', ru.gpu_bdfs, 'gpuUuids', ru.gpu_uuids, 'gpuIds', ru.gpu_ids) order by ru.seq), '[]')
      from reservation_units ru
      where ru.node_id = r.node_id and ru.reservation_id = r.id and ru.removed_at is null)) order by r.id), '[]')
  from reservations r
  where r.node_id = n.id and r.cancelled_at is null and coalesce(r.ends_at, timestamptz 'infinity') > clock.now)`;

const claims = sql<ClaimRow[]>`(
  select coalesce(json_agg(json_build_object(
    'unitId', c.unit_id, 'workloadId', c.workload_id, 'kind', w.kind, 'organizationId', w.organization_id,
    'tier', w.tier, 'status', w.status, 'gpuBdfs', c.gpu_bdfs, 'gpuUuids', c.gpu_uuids)
    order by c.unit_id), '[]')
  from claims c join workloads w on w.id = c.workload_id
  where c.node_id = n.id and c.ended_at is null)`;

const stateWith = (more: RawBuilder<unknown>, from = sql`nodes n`) => sql<NodeStateRow>`
  with clock as materialized (select ${clockNow} as now)
  select ${more} n.id, n.organization_id as "organizationId", n.pool, n.status, n.topology_gen as "topologyGen",
    clock.now, ${units} as units, ${reservations} as reservations, ${claims} as claims
  from ${from} cross join clock`;

const selectState = stateWith(sql``);
const selectDecidedState = stateWith(sql`set_config('holdfast.decided_at', clock.now::text, true),`);

/**
 * The instant of the state that this transaction has read last under its lock: for statements which are sent with that
 * one, before the instant is known here.
 */
export const decidedAt = sql<Date>`nullif(current_setting('holdfast.decided_at', true), '')::timestamptz`;

/**
 * Everything the rules need of one node at one instant, in one statement and so one snapshot. Undefined where there is
 * no such node for this caller.
 */
export async function readNodeState(
  db: Executor,
  nodeId: string,
  access: NodeAccess,
  scope: Scope,
): Promise<NodeStateRow | undefined> {
  const result = await sql<NodeStateRow>`
    ${selectState} where n.id = ${nodeId} and ${nodeAccess(access, scope)}`.execute(db);
  return result.rows[0];
}

interface SeenState {
  nodeId: string;
  scope: Scope;
}

const askedStates = (seen: readonly SeenState[]) =>
  stateWith(
    sql`asked.seq as asked,`,
    sql`${askedBy(seen, { node_id: ({ nodeId }) => nodeId })} join nodes n on n.id = asked.node_id`,
  );

const statesTogether = batchesFor(
  ({ nodeId, scope }: SeenState) => JSON.stringify([scope.orgId, scope.isPlatform, nodeId]),
  async (db, seen) => {
    const result = await sql<Answering<NodeStateRow>>`
      ${askedStates(seen)} where ${nodeAccess("see", askedScope)}`.execute(db);
    return inOrder(result.rows, seen);
  },
);

/** What `readNodeState` reads for one who sees the node, by one statement for all who ask at the same time. */
export const seeNodeState = (db: Database, nodeId: string, scope: Scope): Promise<NodeStateRow | undefined> =>
  statesTogether(db).find({ nodeId, scope });

/** The same of several nodes, whoever asks: for what the product decides by itself and shows to nobody. */
export async function readNodeStates(db: Executor, nodeIds: readonly string[]): Promise<NodeStateRow[]> {
  const result = await sql<NodeStateRow>`${selectState} where n.id = any(${[...nodeIds]}::text[])`.execute(db);
  return result.rows;
}

/** The same, to be sent behind the lock of the node; what follows it in the transaction may refer to `decidedAt`. */
export const stateUnderLock = (
  trx: Trx,
  nodeId: string,
  access: NodeAccess,
  scope: Scope,
): CompiledQuery<NodeStateRow> =>
  sql<NodeStateRow>`${selectDecidedState} where n.id = ${nodeId} and ${nodeAccess(access, scope)}`.compile(trx);

/**
 * Takes the node's row lock: every mutation on a node begins here, so that they take turns and never deadlock.
 * No row where there is no such node for this caller. Only within a transaction.
 */
export const nodeLock = (trx: Trx, nodeId: string, access: NodeAccess, scope: Scope): CompiledQuery<unknown> =>
  sql`select from nodes n where n.id = ${nodeId} and ${nodeAccess(access, scope)} for no key update of n`.compile(trx);

/** The lock alone. */
export async function lockNode(trx: Trx, nodeId: string, access: NodeAccess, scope: Scope): Promise<boolean> {
  const result = await trx.executeQuery(nodeLock(trx, nodeId, access, scope));
  return result.rows.length > 0;
}

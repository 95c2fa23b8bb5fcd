import { sql } from "kysely";
import type { Executor } from "../client";
import { clockNow } from "./node-state";
import { nodeAccess, reservationAccess, type Scope } from "./scope";
import { type UnitStateRow, unitStates } from "./unit-states";

export interface StateTallyRow {
  gpuModelId: string;
  gpuModelName: string;
  /** Nodes that have units of the model, in any state. */
  nodes: number;
  states: { state: UnitStateRow; units: number; gpus: number }[];
}

/** Units of one reservation that somebody should look at; times as the database prints them. */
export interface UnitsRow {
  nodeId: string;
  hostname: string;
  reservationId: string;
  contractRef: string | null;
  units: number;
  gpus: number;
  since: string;
}

/** How many there are, and the first few. */
export interface Few<Row> {
  count: number;
  items: Row[];
}

export interface UnitOverviewRow {
  now: Date;
  models: StateTallyRow[];
  /** Reservations with units that outsiders are still on. */
  holdovers: Few<UnitsRow>;
  /** Reservations with units that have been reserved and idle for long. */
  idle: Few<UnitsRow>;
}

/**
 * Since when a unit of `states` is idle: the latest of its reservation's begin, the end of the last workload on it, and
 * the last time that it was taken back or moved in.
 */
const idleSince = sql`greatest(s.starts_at,
  (select max(c.ended_at) from claims c where c.node_id = s.node_id and c.unit_id = s.unit_id),
  (select max(a.at) from audit_entries a where a.reservation_id = s.reservation_id and a.outcome = 'done'
    and a.action in ('reservation.reclaim', 'reservation.reaffirm') and a.unit_ids @> array[s.unit_id]))`;

const few = (table: string, limit: number) => sql`json_build_object(
  'count', (select count(*) from ${sql.ref(table)}),
  'items', (select coalesce(json_agg(f.* order by f.since, f."reservationId"), '[]') from (
    select n.id as "nodeId", n.hostname, r.id as "reservationId", r.contract_ref as "contractRef", t.units, t.gpus, t.since
    from (select * from ${sql.ref(table)} order by since, reservation_id limit ${limit}) t
      join reservations r on r.node_id = t.node_id and r.id = t.reservation_id join nodes n on n.id = t.node_id) f))`;

/** Everything that follows from the states of units, in one statement: whatever the fleet's size, a few rows. */
export async function readUnitOverview(
  db: Executor,
  scope: Scope,
  { idleDays, limit }: { idleDays: number; limit: number },
): Promise<UnitOverviewRow> {
  const result = await sql<UnitOverviewRow>`
    with ${unitStates(scope)},
    tally as (
      select s.gpu_model_id, s.state, count(*)::int as units, sum(s.gpus)::int as gpus from states s group by 1, 2),
    spread as (
      select p.gpu_model_id, count(*)::int as nodes
      from (select s.gpu_model_id, s.node_id from states s group by 1, 2) p group by 1),
    outsiders as (
      select s.node_id, s.reservation_id, count(*)::int as units, sum(s.gpus)::int as gpus, min(s.starts_at) as since
      from states s where s.state = 'holdover' and s.readable group by 1, 2),
    idling as (
      select i.node_id, i.reservation_id, count(*)::int as units, sum(i.gpus)::int as gpus, min(i.since) as since
      from (
        select s.node_id, s.reservation_id, s.gpus, ${idleSince} as since from states s cross join clock
        where s.state = 'reserved' and s.readable and s.starts_at <= clock.now - make_interval(days => ${idleDays})) i
      cross join clock
      where i.since <= clock.now - make_interval(days => ${idleDays}) group by 1, 2)
    select clock.now,
      (select coalesce(json_agg(m.* order by m."gpuModelName", m."gpuModelId"), '[]') from (
        select g.id as "gpuModelId", g.name as "gpuModelName", p.nodes, (
          select json_agg(json_build_object('state', t.state, 'units', t.units, 'gpus', t.gpus))
          from tally t where t.gpu_model_id = g.id) as states
        from spread p join gpu_models g on g.id = p.gpu_model_id) m) as models,
      ${few("outsiders", limit)} as holdovers, ${few("idling", limit)} as idle
    from clock`.execute(db);
  return result.rows[0] as UnitOverviewRow;
}

export interface ReservationLineRow {
  reservationId: string;
  nodeId: string;
  hostname: string;
  contractRef: string | null;
  endsAt: string | null;
}

export interface NodeLineRow {
  nodeId: string;
  hostname: string;
  status: "draining" | "maintenance" | "online";
}

export interface AttentionRow {
  review: Few<ReservationLineRow>;
  ending: Few<ReservationLineRow>;
  offline: Few<NodeLineRow>;
  unreported: Few<NodeLineRow>;
  /** Nodes that the caller sees, removed ones left out. */
  nodes: number;
}

const reservationLine = sql`r.id as "reservationId", r.node_id as "nodeId", n.hostname, r.contract_ref as "contractRef",
  r.ends_at as "endsAt"`;

const lines = (rows: ReturnType<typeof sql>, order: ReturnType<typeof sql>, limit: number) => sql`(
  with found as (${rows})
  select json_build_object('count', (select count(*) from found),
    'items', (select coalesce(json_agg(f.*), '[]') from (select * from found order by ${order} limit ${limit}) f)))`;

/** Reservations and nodes that wait for somebody to decide. */
export async function readAttention(
  db: Executor,
  scope: Scope,
  { endingDays, limit }: { endingDays: number; limit: number },
): Promise<AttentionRow> {
  const live = sql`from reservations r join nodes n on n.id = r.node_id cross join clock
    where ${reservationAccess("see", scope)} and r.cancelled_at is null`;
  const present = sql`from nodes n where n.status <> 'removed' and ${nodeAccess("see", scope)}`;
  const review = sql`select ${reservationLine} ${live}
    and coalesce(r.ends_at, timestamptz 'infinity') > clock.now and r.topology_gen <> n.topology_gen`;
  const ending = sql`select ${reservationLine} ${live} and r.ends_at > clock.now
    and r.ends_at <= clock.now + make_interval(days => ${endingDays})`;
  const node = sql`select n.id as "nodeId", n.hostname, n.status`;
  const byHost = sql`hostname collate "C", "nodeId"`;
  const result = await sql<AttentionRow>`
    with clock as materialized (select ${clockNow} as now)
    select ${lines(review, sql`"reservationId"`, limit)} as review,
      ${lines(ending, sql`"endsAt", "reservationId"`, limit)} as ending,
      ${lines(sql`${node} ${present} and n.status <> 'online'`, byHost, limit)} as offline,
      ${lines(sql`${node} ${present} and n.reported_at is null`, byHost, limit)} as unreported,
      (select count(*)::int ${present}) as nodes`.execute(db);
  return result.rows[0] as AttentionRow;
}

export interface OwnWorkloadRow {
  id: string;
  kind: "vm" | "pod";
  name: string;
  status: "running" | "terminating";
  tier: "community" | "verified" | "spot";
  gpuModelId: string;
  gpuModelName: string;
  gpus: number;
  since: string;
}

/** What an org runs now, newest first. */
export async function readOwnWorkloads(
  db: Executor,
  orgId: string,
  limit: number,
): Promise<Few<OwnWorkloadRow> & { gpus: number }> {
  const result = await sql<Few<OwnWorkloadRow> & { gpus: number }>`
    with running as (
      select w.id, w.kind, w.name, w.status, w.tier, w.gpu_model_id as "gpuModelId", m.name as "gpuModelName",
        w.gpu_count as gpus, w.created_at as since
      from workloads w join gpu_models m on m.id = w.gpu_model_id
      where w.organization_id = ${orgId} and w.status <> 'terminated')
    select count(*)::int as count, coalesce(sum(gpus), 0)::int as gpus,
      (select coalesce(json_agg(f.* order by f.since desc, f.id), '[]')
        from (select * from running order by since desc, id limit ${limit}) f) as items
    from running`.execute(db);
  return result.rows[0] as Few<OwnWorkloadRow> & { gpus: number };
}

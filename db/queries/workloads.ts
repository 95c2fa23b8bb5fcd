import { type RawBuilder, sql } from "kysely";
import type { Executor, Trx } from "../client";
import { clockNow } from "./node-state";
import type { Scope } from "./scope";

export interface WorkloadRow {
  id: string;
  kind: "vm" | "pod";
  organizationId: string;
  name: string;
  status: "running" | "terminating" | "terminated";
  statusReason: string | null;
  tier: "community" | "verified" | "spot";
  gpuModelId: string;
  gpuCount: number;
  nodeId: string;
  unitIds: string[];
  createdAt: Date;
  terminatedAt: Date | null;
}

/** A workload and the instant at which it was like that. */
export interface FoundWorkload extends WorkloadRow {
  now: Date;
}

/** Access to a workload (contract, section 3). Whoever may end it may see it. */
export type WorkloadAccess = "see" | "terminate";

const columns = sql`w.id, w.kind, w.organization_id as "organizationId", w.name, w.status,
  w.status_reason as "statusReason", w.tier, w.gpu_model_id as "gpuModelId", w.gpu_count as "gpuCount",
  w.node_id as "nodeId", w.unit_ids as "unitIds", w.created_at as "createdAt", w.terminated_at as "terminatedAt"`;

const shares = (a: string, b: string) =>
  sql`(${sql.ref(`${a}.gpu_bdfs`)} && ${sql.ref(`${b}.gpu_bdfs`)} or
    array_remove(${sql.ref(`${a}.gpu_uuids`)}, '') && array_remove(${sql.ref(`${b}.gpu_uuids`)}, ''))`;

/**
 * Workload `w` is (or, while the reservation stood, was) a spot workload on a unit that a live reservation holds, on
 * the unit by name or by silicon as in server/domain/reclaim-plan.ts, and `who` is true of reservation `r`.
 */
const spotOnReserved = (who: RawBuilder<unknown>) => sql<boolean>`(w.tier = 'spot' and exists (
  select from claims c
    join reservations r on r.node_id = c.node_id
    join reservation_units ru on ru.node_id = r.node_id and ru.reservation_id = r.id and ru.removed_at is null
    left join units u on u.node_id = ru.node_id and u.id = ru.unit_id and u.gone_at is null
  where c.workload_id = w.id and c.node_id = w.node_id and (c.ended_at is null or c.ended_at >= r.created_at)
    and r.cancelled_at is null and coalesce(r.ends_at, timestamptz 'infinity') > clock.now
    and (c.unit_id = ru.unit_id or ${shares("c", "ru")} or ${shares("c", "u")})
    and ${who}))`;

/** Where clause over workload `w` on node `n` at `clock.now`: hidden equals missing. */
function workloadAccess(access: WorkloadAccess, scope: Scope): RawBuilder<boolean> {
  if (scope.isPlatform && access === "see") return sql<boolean>`true`;
  const who = scope.isPlatform
    ? sql`true`
    : sql`(n.organization_id = ${scope.orgId} or (r.managing_org_ids @> array[${scope.orgId}]::text[]
        and r.starts_at <= clock.now and r.topology_gen = n.topology_gen))`;
  return sql<boolean>`(w.organization_id = ${scope.orgId} or ${spotOnReserved(who)})`;
}

/** One workload of a kind, as far as this caller may reach it; undefined otherwise. */
export async function findWorkload(
  db: Executor,
  kind: "vm" | "pod",
  id: string,
  access: WorkloadAccess,
  scope: Scope,
): Promise<FoundWorkload | undefined> {
  const result = await sql<FoundWorkload>`
    select ${columns}, clock.now
    from workloads w join nodes n on n.id = w.node_id cross join (select ${clockNow} as now) clock
    where w.id = ${id} and w.kind = ${kind} and ${workloadAccess(access, scope)}`.execute(db);
  return result.rows[0];
}

/** The node that a workload is or was on, whoever asks: for the audit trail. */
export async function nodeOfWorkload(db: Executor, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("workloads").select("node_id").where("id", "=", id).executeTakeFirst();
  return row?.node_id;
}

/** Workloads of an org, newest first. */
export async function listWorkloads(
  db: Executor,
  kind: "vm" | "pod",
  orgId: string,
  page: { after?: string | undefined; limit: number },
): Promise<WorkloadRow[]> {
  const after = page.after === undefined ? sql`true` : sql`w.id < ${page.after}`;
  const result = await sql<WorkloadRow>`
    select ${columns} from workloads w
    where w.organization_id = ${orgId} and w.kind = ${kind} and ${after}
    order by w.id desc limit ${page.limit}`.execute(db);
  return result.rows;
}

export interface NewWorkload {
  id: string;
  kind: "vm" | "pod";
  organizationId: string;
  name: string;
  tier: string;
  gpuModelId: string;
  gpuCount: number;
  nodeId: string;
  units: readonly { id: string; gpuBdfs: readonly string[]; gpuUuids: readonly string[] }[];
  now: Date;
}

/** Starts a workload and claims its units. A violated `claims_one_live` means that somebody else holds one. */
export async function insertWorkload(trx: Trx, workload: NewWorkload): Promise<WorkloadRow> {
  const { id, units, now, nodeId } = workload;
  const result = await sql<WorkloadRow>`
    insert into workloads as w (id, kind, organization_id, name, status, tier, gpu_model_id, gpu_count, node_id,
      unit_ids, created_at)
    values (${id}, ${workload.kind}, ${workload.organizationId}, ${workload.name}, 'running', ${workload.tier},
      ${workload.gpuModelId}, ${workload.gpuCount}, ${nodeId}, ${units.map((unit) => unit.id)}, ${now})
    returning ${columns}`.execute(trx);
  await trx
    .insertInto("claims")
    .values(
      units.map((unit) => ({
        node_id: nodeId,
        unit_id: unit.id,
        workload_id: id,
        gpu_bdfs: [...unit.gpuBdfs],
        gpu_uuids: [...unit.gpuUuids],
        claimed_at: now,
      })),
    )
    .execute();
  const [row] = result.rows;
  if (!row) throw new Error("an inserted workload was not returned");
  return row;
}

/** Running workloads begin to end. What is ending or over already stays as it is. */
export async function beginTermination(trx: Trx, ids: readonly string[], reason: string): Promise<void> {
  await trx
    .updateTable("workloads")
    .set({ status: "terminating", status_reason: reason })
    .where("id", "in", [...ids])
    .where("status", "=", "running")
    .execute();
}

/** Ending workloads are gone, and with them, not before, all their claims. */
export async function finishTermination(trx: Trx, ids: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable("workloads")
    .set({ status: "terminated", terminated_at: now })
    .where("id", "in", [...ids])
    .where("status", "=", "terminating")
    .execute();
  await trx
    .updateTable("claims")
    .set({ ended_at: now })
    .where("workload_id", "in", [...ids])
    .where("ended_at", "is", null)
    .execute();
}

/**
 * Locks a node for a placement, whoever asks. Where somebody else holds it: false at once, or after its turn came if
 * `wait` is set. Only within a transaction.
 */
export async function lockForPlacement(trx: Trx, nodeId: string, wait: boolean): Promise<boolean> {
  const result = await sql`
    select from nodes n where n.id = ${nodeId}
    for no key update of n ${wait ? sql`` : sql`skip locked`}`.execute(trx);
  return result.rows.length > 0;
}

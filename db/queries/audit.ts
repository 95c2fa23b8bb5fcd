import { type RawBuilder, sql } from "kysely";
import type { Executor, Trx } from "../client";
import { nodeAccess, type Scope } from "./scope";

export interface NewAuditEntry {
  actorType: "user" | "key" | "system";
  actorId: string;
  actorName: string;
  orgId: string;
  action: string;
  nodeId?: string | undefined;
  reservationId?: string | undefined;
  unitIds?: readonly string[] | undefined;
  reason?: string | undefined;
  requestId: string;
  source?: string | undefined;
}

const insertColumns = sql`insert into audit_entries (at, actor_type, actor_id, actor_name, org_id, action, outcome,
  node_id, reservation_id, unit_ids, reason, code, request_id, source)`;

function values(entry: NewAuditEntry, outcome: "done" | "refused", code: string | null): RawBuilder<unknown> {
  const unitIds = entry.unitIds ? [...entry.unitIds] : null;
  return sql`clock_timestamp(), ${entry.actorType}, ${entry.actorId}, ${entry.actorName}, ${entry.orgId},
    ${entry.action}, ${outcome}, ${entry.nodeId ?? null}, ${entry.reservationId ?? null}, ${unitIds}::text[],
    ${entry.reason ?? null}, ${code}, ${entry.requestId}, ${entry.source ?? null}`;
}

/** Writes down a change in the transaction that makes it: if this fails, the change fails. */
export async function insertAudit(trx: Trx, entry: NewAuditEntry): Promise<void> {
  await sql`${insertColumns} values (${values(entry, "done", null)})`.execute(trx);
}

/** Writes down a refused attempt, if the caller may see the node at all. */
export async function insertRefusal(
  db: Executor,
  entry: NewAuditEntry & { nodeId: string },
  code: string,
  scope: Scope,
): Promise<void> {
  await sql`${insertColumns} select ${values(entry, "refused", code)}
    from nodes n where n.id = ${entry.nodeId} and ${nodeAccess("see", scope)}`.execute(db);
}

export interface AuditRow {
  seq: string;
  at: Date;
  actorType: "user" | "key" | "system";
  actorId: string;
  actorName: string;
  orgId: string;
  action: string;
  outcome: "done" | "refused";
  nodeId: string | null;
  reservationId: string | null;
  unitIds: string[] | null;
  reason: string | null;
  code: string | null;
  requestId: string;
  source: string | null;
}

/** The trail of a node, newest first; managing orgs see the entries of the reservations they manage. */
export async function listNodeAudit(
  db: Executor,
  nodeId: string,
  page: { after?: string | undefined; limit: number; unitId?: string | undefined },
  scope: Scope,
): Promise<AuditRow[]> {
  const mine = scope.isPlatform
    ? sql`true`
    : sql`(exists (select from nodes n where n.id = a.node_id and n.organization_id = ${scope.orgId})
        or exists (select from reservations r where r.node_id = a.node_id and r.id = a.reservation_id
          and r.managing_org_ids @> array[${scope.orgId}]::text[]))`;
  const after = page.after === undefined ? sql`true` : sql`a.seq < ${page.after}::bigint`;
  const unit = page.unitId === undefined ? sql`true` : sql`a.unit_ids @> array[${page.unitId}]::text[]`;
  const result = await sql<AuditRow>`
    select a.seq, a.at, a.actor_type as "actorType", a.actor_id as "actorId", a.actor_name as "actorName",
      a.org_id as "orgId", a.action, a.outcome, a.node_id as "nodeId", a.reservation_id as "reservationId",
      a.unit_ids as "unitIds", a.reason, a.code, a.request_id as "requestId", a.source
    from audit_entries a
    where a.node_id = ${nodeId} and ${mine} and ${after} and ${unit}
    order by a.seq desc limit ${page.limit}`.execute(db);
  return result.rows;
}

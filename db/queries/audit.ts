import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Executor, Trx } from "../client";
import { clockNow } from "./node-state";
import { nodeAccess, reservationAccess, type Scope } from "./scope";

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
export const auditInsert = (trx: Trx, entry: NewAuditEntry): CompiledQuery<unknown> =>
  sql`${insertColumns} values (${values(entry, "done", null)})`.compile(trx);

export async function insertAudit(trx: Trx, entry: NewAuditEntry): Promise<void> {
  await trx.executeQuery(auditInsert(trx, entry));
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

/** Writes down a refused attempt at something that is about no node; the caller must be one who may know of it. */
export async function insertOrgRefusal(db: Executor, entry: NewAuditEntry, code: string): Promise<void> {
  await sql`${insertColumns} values (${values(entry, "refused", code)})`.execute(db);
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

/** Which entries; what is left out doesn't filter. */
export interface AuditFilter {
  /** Words of the reason, each by how it begins. */
  text?: string | undefined;
  /** Words of the actor's name, or the id. */
  actor?: string | undefined;
  action?: readonly string[] | undefined;
  outcome?: "done" | "refused" | undefined;
  nodeId?: string | undefined;
  /** The beginning of a hostname, or the id. */
  node?: string | undefined;
  reservationId?: string | undefined;
  /** The beginning of a contract reference, or the id. */
  reservation?: string | undefined;
  unitId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface AuditSpan {
  /** Entries before this one. */
  after?: string | undefined;
  /** This entry and those before it. */
  upTo?: string | undefined;
  /** Entries since this one. */
  since?: string | undefined;
  /** Few match among many: they are found first and ordered then, in place of walking by order until enough have matched. */
  isSparse?: boolean | undefined;
  limit: number;
}

/**
 * Entries that the caller may read: those of its own nodes, of reservations that it may read as a managing org, and of
 * itself where they are about no node.
 */
function mine(scope: Scope): RawBuilder<unknown> {
  if (scope.isPlatform) return sql`true`;
  return sql`((a.node_id is null and a.org_id = ${scope.orgId})
    or a.node_id in (select n.id from nodes n where n.organization_id = ${scope.orgId})
    or (a.node_id, a.reservation_id) in (
      select r.node_id, r.id from reservations r join nodes n on n.id = r.node_id
        cross join (select ${clockNow} as now) clock
      where ${reservationAccess("see", scope)}))`;
}

/** `'c':* & '2031':*`: every word, by how it begins. */
const wordsQuery = (text: string): string =>
  text
    .split(/[\s\p{P}\p{S}]+/u)
    .filter(Boolean)
    .map((word) => `'${word}':*`)
    .join(" & ");

const beginsWith = (text: string): string => `${text.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;

function which(filter: AuditFilter): RawBuilder<unknown>[] {
  const { text, actor, action, outcome, nodeId, node, reservationId, reservation, unitId, from, to } = filter;
  const where: RawBuilder<unknown>[] = [];
  if (text)
    where.push(sql`(a.reason is not null and audit_words(a.reason) @@ to_tsquery('simple', ${wordsQuery(text)}))`);
  if (actor) {
    where.push(sql`(audit_words(a.actor_name) @@ to_tsquery('simple', ${wordsQuery(actor)}) or a.actor_id = ${actor})`);
  }
  if (action) where.push(sql`a.action = any(${[...action]}::text[])`);
  if (outcome) where.push(sql`a.outcome = ${outcome}`);
  if (nodeId) where.push(sql`a.node_id = ${nodeId}`);
  if (node) {
    where.push(sql`a.node_id = any(array(
      select n.id from nodes n where n.id = ${node} or n.hostname ilike ${beginsWith(node)}))`);
  }
  if (reservationId) where.push(sql`a.reservation_id = ${reservationId}`);
  if (reservation) {
    // A refused attempt may name a reservation of another node, whose contract is not for all to find out who read it.
    where.push(sql`(a.reservation_id = ${reservation} or (a.reservation_id = any(array(
        select r.id from reservations r where r.contract_ref ilike ${beginsWith(reservation)}))
      and exists (select from reservations r where r.id = a.reservation_id and r.node_id = a.node_id)))`);
  }
  if (unitId) where.push(sql`a.unit_ids @> array[${unitId}]::text[]`);
  if (from) where.push(sql`a.at >= ${from}`);
  if (to) where.push(sql`a.at < ${to}`);
  return where;
}

function selected(filter: AuditFilter, span: Omit<AuditSpan, "limit">, scope: Scope): RawBuilder<unknown> {
  const where = [mine(scope), ...which(filter)];
  if (span.after !== undefined) where.push(sql`a.seq < ${span.after}::bigint`);
  if (span.upTo !== undefined) where.push(sql`a.seq <= ${span.upTo}::bigint`);
  if (span.since !== undefined) where.push(sql`a.seq > ${span.since}::bigint`);
  return sql.join(where, sql` and `);
}

/** Entries that the caller may read, newest first. */
export async function listAudit(db: Executor, filter: AuditFilter, span: AuditSpan, scope: Scope): Promise<AuditRow[]> {
  const result = await sql<AuditRow>`
    select a.seq, a.at, a.actor_type as "actorType", a.actor_id as "actorId", a.actor_name as "actorName",
      a.org_id as "orgId", a.action, a.outcome, a.node_id as "nodeId", a.reservation_id as "reservationId",
      a.unit_ids as "unitIds", a.reason, a.code, a.request_id as "requestId", a.source
    from audit_entries a
    where ${selected(filter, span, scope)}
    order by ${span.isSparse ? sql`a.seq + 0` : sql`a.seq`} desc limit ${span.limit}`.execute(db);
  return result.rows;
}

/** How many entries that is, counted up to `limit`. */
export async function countAudit(db: Executor, filter: AuditFilter, span: AuditSpan, scope: Scope): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from audit_entries a where ${selected(filter, span, scope)} limit ${span.limit}) counted`.execute(db);
  return result.rows[0]?.count ?? 0;
}

/** The newest entry of all; `0` before the first. */
export async function auditHead(db: Executor): Promise<string> {
  const result = await sql<{ head: string }>`select coalesce(max(seq), 0) as head from audit_entries`.execute(db);
  return result.rows[0]?.head ?? "0";
}

/** Hostnames of nodes and contract references of reservations that entries mention. */
export async function auditNames(
  db: Executor,
  rows: readonly AuditRow[],
): Promise<{ hostnames: Map<string, string>; contracts: Map<string, string | null> }> {
  const ids = (pick: (row: AuditRow) => string | null) => [...new Set(rows.flatMap((row) => pick(row) ?? []))];
  const nodes = await sql<{ id: string; hostname: string }>`
    select id, hostname from nodes where id = any(${ids((row) => row.nodeId)}::text[])`.execute(db);
  const reservations = await sql<{ key: string; contractRef: string | null }>`
    select node_id || ' ' || id as key, contract_ref as "contractRef" from reservations
    where node_id = any(${ids((row) => row.nodeId)}::text[])
      and id = any(${ids((row) => row.reservationId)}::text[])`.execute(db);
  return {
    hostnames: new Map(nodes.rows.map((row) => [row.id, row.hostname])),
    contracts: new Map(reservations.rows.map((row) => [row.key, row.contractRef])),
  };
}

import { type RawBuilder, sql } from "kysely";

/** Whose eyes a query looks through. */
export interface Scope {
  orgId: string;
  isPlatform: boolean;
}

/** Eyes that differ from row to row. */
export interface ScopeOfRow {
  orgId: RawBuilder<string>;
  isPlatform: RawBuilder<boolean>;
}

/** The questions of several callers as rows of `asked`: by the columns that name what is asked for, with a number each. */
export function askedBy<Question extends { scope: Scope }>(
  questions: readonly Question[],
  columns: Readonly<Record<string, (question: Question) => string>>,
): RawBuilder<unknown> {
  const ids = Object.values(columns).map((idOf) => sql`${questions.map(idOf)}::text[]`);
  const orgIds = questions.map(({ scope }) => scope.orgId);
  const operators = questions.map(({ scope }) => scope.isPlatform);
  const names = Object.keys(columns).map((name) => sql.id(name));
  return sql`unnest(${sql.join(ids)}, ${orgIds}::text[], ${operators}::boolean[])
    with ordinality asked (${sql.join(names)}, org_id, is_platform, seq)`;
}

/** The eyes with which each row of `asked` is asked. */
export const askedScope: ScopeOfRow = { orgId: sql.ref("asked.org_id"), isPlatform: sql.ref("asked.is_platform") };

/** Access to a node (contract, section 3, "Where the permission counts"). */
export type NodeAccess = "see" | "operate" | "manage";
export type ReservationAccess = "see" | "manage" | "release" | "reclaim";

/** The operator reaches everything. Known before the query where one caller asks, so that it isn't in its way. */
function unlessPlatform({ isPlatform }: Scope | ScopeOfRow, rule: () => RawBuilder<boolean>): RawBuilder<boolean> {
  if (typeof isPlatform !== "boolean") return sql<boolean>`(${isPlatform} or ${rule()})`;
  return isPlatform ? sql<boolean>`true` : rule();
}

const managed = (scope: Scope | ScopeOfRow) => sql<boolean>`r.managing_org_ids @> array[${scope.orgId}]::text[]`;

/** The org manages a live reservation on node `n`. */
const managesOnNode = (scope: Scope | ScopeOfRow) => sql<boolean>`exists (
  select from reservations r
  where r.node_id = n.id and ${managed(scope)}
    and r.cancelled_at is null and coalesce(r.ends_at, timestamptz 'infinity') > now())`;

/** Where clause over node `n`: hidden equals missing, so every query that loads a node for a caller carries it. */
export const nodeAccess = (access: NodeAccess, scope: Scope | ScopeOfRow): RawBuilder<boolean> =>
  unlessPlatform(scope, () => nodeRule(access, scope));

function nodeRule(access: NodeAccess, scope: Scope | ScopeOfRow): RawBuilder<boolean> {
  switch (access) {
    case "see":
      return sql<boolean>`(n.organization_id = ${scope.orgId} or ${managesOnNode(scope)})`;
    case "operate":
      return sql<boolean>`n.organization_id = ${scope.orgId}`;
    case "manage":
      return sql<boolean>`false`;
  }
}

/** Active: begun, not over, not cancelled, on the node's current topology. */
const active = sql<boolean>`(r.cancelled_at is null and r.starts_at <= clock.now
  and coalesce(r.ends_at, timestamptz 'infinity') > clock.now and r.topology_gen = n.topology_gen)`;

/** Where clause over reservation `r` on node `n` at `clock.now`. Status beyond "active for managers" is a 409, not a 404. */
export const reservationAccess = (access: ReservationAccess, scope: Scope | ScopeOfRow): RawBuilder<boolean> =>
  unlessPlatform(scope, () => reservationRule(access, scope));

function reservationRule(access: ReservationAccess, scope: Scope | ScopeOfRow): RawBuilder<boolean> {
  switch (access) {
    case "see":
      return sql<boolean>`(n.organization_id = ${scope.orgId} or (${managed(scope)} and exists (
        select from reservations m
        where m.node_id = n.id and m.managing_org_ids @> array[${scope.orgId}]::text[]
          and m.cancelled_at is null and coalesce(m.ends_at, timestamptz 'infinity') > clock.now)))`;
    case "release":
    case "reclaim":
      return sql<boolean>`(n.organization_id = ${scope.orgId} or (${managed(scope)} and ${active}))`;
    case "manage":
      return sql<boolean>`false`;
  }
}

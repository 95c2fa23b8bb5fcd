import { type RawBuilder, sql } from "kysely";

/** Whose eyes a query looks through. */
export interface Scope {
  orgId: string;
  isPlatform: boolean;
}

/** Access to a node (contract, section 3, "Where the permission counts"). */
export type NodeAccess = "see" | "operate" | "manage";
export type ReservationAccess = "see" | "manage" | "release" | "reclaim";

const managed = (scope: Scope) => sql<boolean>`r.managing_org_ids @> array[${scope.orgId}]::text[]`;

/** The org manages a live reservation on node `n`. */
const managesOnNode = (scope: Scope) => sql<boolean>`exists (
  select from reservations r
  where r.node_id = n.id and ${managed(scope)}
    and r.cancelled_at is null and coalesce(r.ends_at, timestamptz 'infinity') > now())`;

/** Where clause over node `n`: hidden equals missing, so every query that loads a node for a caller carries it. */
export function nodeAccess(access: NodeAccess, scope: Scope): RawBuilder<boolean> {
  if (scope.isPlatform) return sql<boolean>`true`;
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
export function reservationAccess(access: ReservationAccess, scope: Scope): RawBuilder<boolean> {
  if (scope.isPlatform) return sql<boolean>`true`;
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

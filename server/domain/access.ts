import type { ClaimFacts, NodeFacts, NodeState, ReservationFacts, UnitFacts } from "./facts";
import type { Permission } from "./permissions";
import { holds } from "./silicon";
import { isLive, type ReservationAction, type ReservationStatus, reservationStatus, whyNot } from "./status";

/** A caller as the table of contract section 3 sees one. */
export interface Caller {
  orgId: string;
  isPlatform: boolean;
  permissions: ReadonlySet<Permission>;
}

const PERMISSION: Record<ReservationAction, Permission> = {
  release: "reservation.capacity",
  reclaim: "reservation.capacity",
  cancel: "reservation.manage",
  change: "reservation.manage",
  reaffirm: "reservation.manage",
};

function whoMayNot(
  action: ReservationAction,
  caller: Caller,
  node: Pick<NodeFacts, "organizationId">,
  managingOrgIds: readonly string[],
  status: ReservationStatus,
): string | undefined {
  if (!caller.permissions.has(PERMISSION[action])) return `Your role lacks the permission ${PERMISSION[action]}.`;
  if (caller.isPlatform) return undefined;
  if (action !== "release" && action !== "reclaim") return "Only the platform org can do this.";
  if (node.organizationId === caller.orgId) return undefined;
  if (!managingOrgIds.includes(caller.orgId)) return "Your org does not manage this reservation.";
  return status === "active" ? undefined : "A managing org can do this only while the reservation is active.";
}

/**
 * Why this caller can't do that to a reservation now; undefined where a call would be let through. For people who see
 * buttons: the server itself answers by the queries of db/queries/scope.ts, and the two are tested against each other.
 */
export function whyNotAct(
  action: ReservationAction,
  caller: Caller,
  node: Pick<NodeFacts, "organizationId">,
  reservation: Pick<ReservationFacts, "managingOrgIds">,
  status: ReservationStatus,
): string | undefined {
  return whoMayNot(action, caller, node, reservation.managingOrgIds, status) ?? whyNot(action, status);
}

/** Why this caller can't reserve units of a node now. */
export function whyNotReserve(caller: Caller, node: NodeFacts): string | undefined {
  if (!caller.isPlatform) return "Only the platform org can reserve units.";
  if (!caller.permissions.has("reservation.manage")) return "Your role lacks the permission reservation.manage.";
  if (node.status !== "online") return `The node is ${node.status}; only units of online nodes can be reserved.`;
  return undefined;
}

/** Why this caller can't move a node to another pool. */
export function whyNotRepool(caller: Caller): string | undefined {
  if (!caller.isPlatform) return "Only the platform org can change the pool.";
  return caller.permissions.has("node.write") ? undefined : "Your role lacks the permission node.write.";
}

/** Why this caller can't change the node itself (status, inventory). */
export function whyNotOperate(caller: Caller, node: Pick<NodeFacts, "organizationId">): string | undefined {
  if (!caller.isPlatform && node.organizationId !== caller.orgId)
    return "Only the platform org and the node's owner can do this.";
  return caller.permissions.has("node.write") ? undefined : "Your role lacks the permission node.write.";
}

/**
 * Whether the workload on a unit may be shown to this caller with its name and org: to the operator, the node's owner,
 * its own org, and whoever manages a live reservation of that unit. A neighbour's is none of a managing org's business.
 */
export function mayNameHolder(
  caller: Pick<Caller, "orgId" | "isPlatform">,
  unit: UnitFacts,
  claim: Pick<ClaimFacts, "organizationId">,
  state: NodeState,
): boolean {
  if (caller.isPlatform || caller.orgId === state.node.organizationId || caller.orgId === claim.organizationId)
    return true;
  return state.reservations.some(
    (reservation) =>
      reservation.managingOrgIds.includes(caller.orgId) &&
      isLive(reservationStatus(reservation, state.node.topologyGen, state.now)) &&
      holds(reservation, unit),
  );
}

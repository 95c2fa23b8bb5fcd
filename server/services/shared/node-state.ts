import type { Executor, Trx } from "@/db/client";
import { lockNode, type NodeStateRow, readNodeState, type UnitRow } from "@/db/queries/node-state";
import { lockNodeOfReservation } from "@/db/queries/reservations";
import type { NodeAccess, ReservationAccess } from "@/db/queries/scope";
import { notFound } from "@/server/domain/errors";
import type { NodeState, UnitFacts } from "@/server/domain/facts";
import { type Context, scopeOf } from "./context";
import { timedLock } from "./timed-lock";

/** The facts of a node, its units with the names of their models. */
export interface LoadedNode extends NodeState {
  units: readonly (UnitFacts & Pick<UnitRow, "gpuModelName">)[];
}

export function toFacts(row: NodeStateRow): LoadedNode {
  const { id, organizationId, pool, status, topologyGen } = row;
  return {
    now: row.now,
    node: { id, organizationId, pool, status, topologyGen },
    units: row.units,
    reservations: row.reservations.map((reservation) => ({
      ...reservation,
      startsAt: new Date(reservation.startsAt),
      endsAt: reservation.endsAt === null ? null : new Date(reservation.endsAt),
      cancelledAt: null,
    })),
    claims: row.claims,
  };
}

/** A node as it is now, for a reader. Not found where the caller has no such access. */
export async function loadNode(ctx: Context, db: Executor, nodeId: string, access: NodeAccess): Promise<LoadedNode> {
  const row = await readNodeState(db, nodeId, access, scopeOf(ctx));
  if (!row) throw notFound();
  return toFacts(row);
}

/** Locks a node, then reads it: what is decided on this state stays true until the transaction ends. */
export async function lockAndLoadNode(ctx: Context, trx: Trx, nodeId: string, access: NodeAccess): Promise<LoadedNode> {
  if (!(await timedLock(() => lockNode(trx, nodeId, access, scopeOf(ctx))))) throw notFound();
  return loadNode(ctx, trx, nodeId, access);
}

/** The same by way of one of its reservations, which the caller must be able to reach for that action. */
export async function lockAndLoadReservationNode(
  ctx: Context,
  trx: Trx,
  at: { nodeId: string; reservationId: string },
  access: ReservationAccess,
): Promise<LoadedNode> {
  const scope = scopeOf(ctx);
  if (!(await timedLock(() => lockNodeOfReservation(trx, at.nodeId, at.reservationId, access, scope)))) {
    throw notFound();
  }
  return loadNode(ctx, trx, at.nodeId, "see");
}

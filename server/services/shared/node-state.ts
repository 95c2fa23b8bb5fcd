import type { CompiledQuery } from "kysely";
import { type Executor, type Trx, together } from "@/db/client";
import {
  type NodeStateRow,
  nodeLock,
  readNodeState,
  seeNodeState,
  stateUnderLock,
  type UnitRow,
} from "@/db/queries/node-state";
import type { NodeAccess } from "@/db/queries/scope";
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

function factsOf(row: NodeStateRow | undefined): LoadedNode {
  if (!row) throw notFound();
  return toFacts(row);
}

/** A node as it is now, for a reader. Not found where the caller has no such access. */
export async function loadNode(ctx: Context, db: Executor, nodeId: string, access: NodeAccess): Promise<LoadedNode> {
  return factsOf(await readNodeState(db, nodeId, access, scopeOf(ctx)));
}

/** The same for one who sees the node, in numbers: those who ask together share a statement. */
export async function seeNode(ctx: Context, nodeId: string): Promise<LoadedNode> {
  return factsOf(await seeNodeState(ctx.db, nodeId, scopeOf(ctx)));
}

/** The statements of one round trip: what takes the lock, what reads the node then, and one thing more. */
interface Flight<T> {
  lock: CompiledQuery<unknown>;
  state: CompiledQuery<NodeStateRow>;
  more?: CompiledQuery<T>;
}

/**
 * Locks a node, then reads it: what is decided on this state stays true until the transaction ends. Not found where the
 * lock finds nothing.
 */
export async function lockAndLoad<T>(trx: Trx, flight: Flight<T>): Promise<{ state: LoadedNode; more: T[] }> {
  const { lock, state, more } = flight;
  const found = await timedLock(() =>
    together<[unknown, NodeStateRow, ...T[]]>(trx, [lock, state, ...(more ? [more] : [])]),
  );
  const [locked, [row], rest = []] = found as [unknown[], NodeStateRow[], T[]?];
  if (locked.length === 0 || !row) throw notFound();
  return { state: toFacts(row), more: rest };
}

/** The same for a caller who must have this access to the node. */
export function lockAndLoadNode<T>(
  ctx: Context,
  trx: Trx,
  { nodeId, access, more }: { nodeId: string; access: NodeAccess; more?: CompiledQuery<T> },
): Promise<{ state: LoadedNode; more: T[] }> {
  const scope = scopeOf(ctx);
  const lock = nodeLock(trx, nodeId, access, scope);
  return lockAndLoad<T>(trx, { lock, state: stateUnderLock(trx, nodeId, access, scope), ...(more && { more }) });
}

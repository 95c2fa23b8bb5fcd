import { sql } from "kysely";
import { sqlState, type Trx } from "@/db/client";
import { sellingNodes } from "@/db/queries/catalog";
import { lockForPlacement } from "@/db/queries/workloads";
import { Refusal } from "@/server/domain/errors";
import type { PlacementRequest } from "@/server/domain/placement";
import { byChoice, type Choice, planOnNode } from "@/server/domain/placement-choice";
import type { LoadedNode } from "./node-state";
import { loadPlacementNodes } from "./placement-state";

export interface PlacementOrder extends PlacementRequest {
  gpuCount: number;
}

/** Takes the units that were chosen on a node whose lock the transaction holds. */
export type Take<T> = (state: LoadedNode, unitIds: readonly string[]) => Promise<T>;

const UNIQUE_VIOLATION = "23505";

/** One plain sentence, never a hint of whose capacity it is (contract, section 4). */
const noCapacity = () => new Refusal("no_capacity", "There is no capacity for this request right now.");

/** Nodes that fit, the best answer first, as far as can be told without their locks. */
async function fittingNodes(trx: Trx, order: PlacementOrder, nodeIds: readonly string[]): Promise<string[]> {
  const plans: { nodeId: string; choice: Choice }[] = [];
  for (const { state, links } of await loadPlacementNodes(trx, nodeIds)) {
    const choice = planOnNode(state, order, order.gpuCount, links);
    if (choice) plans.push({ nodeId: state.node.id, choice });
  }
  plans.sort((a, b) => byChoice(a.choice, b.choice) || (a.nodeId < b.nodeId ? -1 : 1));
  return plans.map((plan) => plan.nodeId);
}

/** Locks a node, decides again on what it is now, and takes the units. */
async function takeOn<T>(trx: Trx, order: PlacementOrder, nodeId: string, wait: boolean, take: Take<T>) {
  if (!(await lockForPlacement(trx, nodeId, wait))) return "busy";
  const [node] = await loadPlacementNodes(trx, [nodeId]);
  const choice = node && planOnNode(node.state, order, order.gpuCount, node.links);
  if (!node || !choice) return "unfit";
  return {
    taken: await take(
      node.state,
      choice.units.map((unit) => unit.id),
    ),
  };
}

/** An attempt on one node leaves nothing behind where it fails, its lock neither: no two placements wait for each other. */
async function attempt<T>(trx: Trx, order: PlacementOrder, nodeId: string, wait: boolean, take: Take<T>) {
  await sql`savepoint attempt`.execute(trx);
  try {
    const result = await takeOn(trx, order, nodeId, wait, take);
    await (typeof result === "string" ? sql`rollback to savepoint attempt` : sql`release savepoint attempt`).execute(
      trx,
    );
    return result;
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    await sql`rollback to savepoint attempt`.execute(trx);
    return "unfit";
  }
}

/**
 * Places a request on the best node that fits (contract, section 4). Nodes that somebody else is working on are passed
 * over, and waited for only before a request is refused.
 */
export async function place<T>(trx: Trx, order: PlacementOrder, take: Take<T>): Promise<T> {
  const nodes = await fittingNodes(trx, order, await sellingNodes(trx, order));
  for (const wait of [false, true]) {
    for (const nodeId of nodes) {
      const result = await attempt(trx, order, nodeId, wait, take);
      if (typeof result !== "string") return result.taken;
    }
  }
  throw noCapacity();
}

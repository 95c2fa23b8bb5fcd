import { sql } from "kysely";
import { sqlState, type Trx } from "@/db/client";
import { nodesOfShape, type OfferShapeRow, readOffers } from "@/db/queries/catalog";
import { lockForPlacement } from "@/db/queries/workloads";
import { Refusal } from "@/server/domain/errors";
import type { PlacementRequest } from "@/server/domain/placement";
import { byChoice, type Choice, planOnNode } from "@/server/domain/placement-choice";
import { rankShapes } from "@/server/domain/placement-shapes";
import type { LoadedNode } from "./node-state";
import { loadPlacementNodes } from "./placement-state";
import { timedLock } from "./timed-lock";

export interface PlacementOrder extends PlacementRequest {
  gpuCount: number;
}

/** Takes the units that were chosen on a node whose lock the transaction holds. */
export type Take<T> = (state: LoadedNode, unitIds: readonly string[]) => Promise<T>;

const UNIQUE_VIOLATION = "23505";
/** Nodes that are compared with each other before one is tried. */
const PAGE = 16;
/** How often a request looks again because others were quicker on the nodes that fitted, before worse answers will do. */
const CHOOSY_ROUNDS = 2;
/** And how often in all: what it saw on offer may have changed its shape each time, and still be there. */
const ROUNDS = 16;

/** One plain sentence, never a hint of whose capacity it is (contract, section 4). */
const noCapacity = () => new Refusal("no_capacity", "There is no capacity for this request right now.");

/** Nodes that fit, the best answer first, as far as can be told without their locks. For one GPU they are all alike. */
async function fittingNodes(trx: Trx, order: PlacementOrder, nodeIds: readonly string[]): Promise<string[]> {
  if (nodeIds.length < 2 || order.gpuCount === 1) return [...nodeIds];
  const plans: { nodeId: string; choice: Choice }[] = [];
  for (const { state, links } of await loadPlacementNodes(trx, nodeIds, order.gpuCount)) {
    const choice = planOnNode(state, order, order.gpuCount, links);
    if (choice) plans.push({ nodeId: state.node.id, choice });
  }
  plans.sort((a, b) => byChoice(a.choice, b.choice) || (a.nodeId < b.nodeId ? -1 : 1));
  return plans.map((plan) => plan.nodeId);
}

/** One try on one node. */
interface Attempt<T> {
  order: PlacementOrder;
  nodeId: string;
  /** The worst rank to take: worse ones wait until better nodes were tried. */
  worst: number;
  /** Whether to wait for a node that somebody else is working on. */
  wait: boolean;
  take: Take<T>;
}

/** Locks a node, decides again on what it is now, and takes the units. */
async function takeOn<T>(trx: Trx, { order, nodeId, worst, wait, take }: Attempt<T>) {
  if (!(await timedLock(() => lockForPlacement(trx, nodeId, wait)))) return "busy";
  const [node] = await loadPlacementNodes(trx, [nodeId], order.gpuCount);
  const choice = node && planOnNode(node.state, order, order.gpuCount, node.links);
  if (!node || !choice || choice.rank > worst) return "unfit";
  const unitIds = choice.units.map((unit) => unit.id);
  return { taken: await take(node.state, unitIds) };
}

/** An attempt leaves nothing behind where it fails, its lock neither: no two placements wait for each other. */
async function attempt<T>(trx: Trx, one: Attempt<T>) {
  await sql`savepoint attempt`.execute(trx);
  try {
    const result = await takeOn(trx, one);
    const end = typeof result === "string" ? sql`rollback to savepoint attempt` : sql`release savepoint attempt`;
    await end.execute(trx);
    return result;
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    await sql`rollback to savepoint attempt`.execute(trx);
    return "unfit";
  }
}

/** Pages of nodes whose best answers are equally good, those that a request leaves the least on first. */
async function* pagesOf(trx: Trx, order: PlacementOrder, shapes: readonly OfferShapeRow[]): AsyncGenerator<string[]> {
  let page: string[] = [];
  for (const shape of shapes) {
    const seen: string[] = [];
    for (let more = true; more; ) {
      const limit = PAGE - page.length;
      const nodeIds = await nodesOfShape(trx, order, { shape, except: seen, limit });
      seen.push(...nodeIds);
      page.push(...nodeIds);
      more = nodeIds.length === limit;
      if (more) {
        yield page;
        page = [];
      }
    }
  }
  if (page.length > 0) yield page;
}

type Tries<T> = Pick<Attempt<T>, "order" | "worst" | "take">;

/**
 * Tries the nodes of one group. Those that somebody else is working on are passed over, and waited for only before a
 * worse answer is taken.
 */
async function placeIn<T>(trx: Trx, tries: Tries<T>, shapes: readonly OfferShapeRow[]) {
  const busy: string[] = [];
  for await (const page of pagesOf(trx, tries.order, shapes)) {
    for (const nodeId of await fittingNodes(trx, tries.order, page)) {
      const result = await attempt(trx, { ...tries, nodeId, wait: false });
      if (typeof result !== "string") return result;
      if (result === "busy") busy.push(nodeId);
    }
  }
  for (const nodeId of busy) {
    const result = await attempt(trx, { ...tries, nodeId, wait: true });
    if (typeof result !== "string") return result;
  }
  return undefined;
}

/**
 * Places a request on the best node that fits (contract, section 4). It begins with what the catalog shows, so that a
 * count that is offered is not refused; where others were quicker it looks again.
 */
export async function place<T>(trx: Trx, order: PlacementOrder, take: Take<T>): Promise<T> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const groups = rankShapes(await readOffers(trx, order, [order]), order.gpuCount);
    if (groups.length === 0) break;
    for (const { rank, shapes } of groups) {
      const worst = round <= CHOOSY_ROUNDS ? rank : Number.POSITIVE_INFINITY;
      const placed = await placeIn(trx, { order, worst, take }, shapes);
      if (placed) return placed.taken;
    }
  }
  throw noCapacity();
}

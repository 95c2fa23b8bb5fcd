import { findNode, managedNodeIds } from "@/db/queries/nodes";
import { type Context, scopeOf } from "../shared/context";

/** Whether a change on a node is this caller's to hear of: asked anew each time, since it can change with the change. */
async function mayHearOf(ctx: Context, nodeId: string | undefined): Promise<boolean> {
  if (ctx.actor.isPlatform) return true;
  if (nodeId === undefined) return false;
  return (await findNode(ctx.db, nodeId, "see", scopeOf(ctx))) !== undefined;
}

/**
 * For one listener: whether a change is told, or told as a mere gap because the node stopped being this caller's to see
 * with it (the page must ask again, and nothing more may be said), or kept quiet.
 */
export async function earsOf(
  ctx: Context,
): Promise<(change: { nodeId?: string; orgId?: string }) => Promise<"all" | "gap" | "nothing">> {
  const known = new Set(ctx.actor.isPlatform ? [] : await managedNodeIds(ctx.db, ctx.actor.orgId));
  return async ({ nodeId, orgId }) => {
    if (nodeId === undefined && orgId === ctx.actor.orgId) return "all";
    if (await mayHearOf(ctx, nodeId)) {
      if (nodeId !== undefined && !ctx.actor.isPlatform) known.add(nodeId);
      return "all";
    }
    return nodeId !== undefined && known.delete(nodeId) ? "gap" : "nothing";
  };
}

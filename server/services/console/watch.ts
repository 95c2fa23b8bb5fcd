import { findNode } from "@/db/queries/nodes";
import { type Context, scopeOf } from "../shared/context";

/** Whether a change on a node is this caller's to hear of: asked anew each time, since it can change with the change. */
export async function mayHearOf(ctx: Context, nodeId: string | undefined): Promise<boolean> {
  if (ctx.actor.isPlatform) return true;
  if (nodeId === undefined) return false;
  return (await findNode(ctx.db, nodeId, "see", scopeOf(ctx))) !== undefined;
}

import type { Trx } from "@/db/client";
import { findNode } from "@/db/queries/nodes";
import { type Context, scopeOf } from "./context";
import { type Node, presentNode } from "./present";

/** The node as it is after a change, within the transaction that made it. */
export async function rereadNode(ctx: Context, trx: Trx, nodeId: string): Promise<Node> {
  // A platform org's key may act for another org, so the node need not be the caller's own.
  const row = await findNode(trx, nodeId, "see", scopeOf(ctx));
  if (!row) throw new Error("a node vanished within its own transaction");
  return presentNode(row);
}

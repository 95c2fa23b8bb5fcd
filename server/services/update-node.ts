import { updateNode as writeNode } from "@/db/queries/nodes";
import type { updateNode as operation } from "@/server/contract/nodes";
import type { InputOf } from "@/server/contract/operation";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import { lockAndLoadNode } from "./shared/node-state";
import type { Node } from "./shared/present";
import { rereadNode } from "./shared/reread-node";

/** Changes status (platform org or owner) or pool (platform org only). Nothing that runs is touched. */
export function updateNode(ctx: Context, input: InputOf<typeof operation>): Promise<Node> {
  return mutate(ctx, async (trx) => {
    const access = input.pool === undefined ? "operate" : "manage";
    const { state } = await lockAndLoadNode(ctx, trx, { nodeId: input.nodeId, access });
    const { node } = state;
    const status = input.status === node.status ? undefined : input.status;
    const pool = input.pool === node.pool ? undefined : input.pool;
    if (status !== undefined || pool !== undefined) {
      await writeNode(trx, node.id, { status, pool });
      await recordChange(ctx, trx, {
        action: "node.update",
        nodeId: node.id,
        reason: [status && `status: ${status}`, pool && `pool: ${pool}`].filter(Boolean).join(", "),
      });
    }
    return rereadNode(ctx, trx, node.id);
  });
}

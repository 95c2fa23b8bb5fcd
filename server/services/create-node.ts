import { insertNode } from "@/db/queries/nodes";
import type { createNode as operation } from "@/server/contract/nodes";
import type { InputOf } from "@/server/contract/operation";
import { newId } from "@/server/ids";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import { requireOrg } from "./shared/org-access";
import type { Node } from "./shared/present";
import { rereadNode } from "./shared/reread-node";

/** Registers a node of an org: online, in the community pool unless said otherwise, without units until its first report. */
export function createNode(ctx: Context, input: InputOf<typeof operation>): Promise<Node> {
  return mutate(ctx, async (trx) => {
    const org = await requireOrg(ctx, trx, input.orgId);
    const nodeId = newId("node");
    await insertNode(trx, {
      id: nodeId,
      organizationId: org.id,
      hostname: input.hostname,
      pool: input.pool ?? "community",
      locationCity: input.locationCity ?? null,
      locationCountry: input.locationCountry ?? null,
    });
    await recordChange(ctx, trx, { action: "node.create", nodeId });
    return rereadNode(ctx, trx, nodeId);
  });
}

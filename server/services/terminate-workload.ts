import { lockNode } from "@/db/queries/node-state";
import { findWorkload } from "@/db/queries/workloads";
import type { InputOf } from "@/server/contract/operation";
import type { vms } from "@/server/contract/workloads";
import { notFound } from "@/server/domain/errors";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import { EVERYTHING } from "./shared/placement-state";
import { presentWorkload, type Workload } from "./shared/present-workload";
import { terminateWorkloads } from "./shared/terminate";
import { timedLock } from "./shared/timed-lock";
import { findWorkloadFor } from "./shared/workload";

/**
 * Ends one workload: its own org's always, a spot workload of others on a reserved unit for those of section 3. What
 * is ending or over already stays so, and leaves no second entry in the trail.
 */
export function terminateWorkload(
  ctx: Context,
  kind: "vm" | "pod",
  input: InputOf<typeof vms.terminate>,
): Promise<Workload> {
  const { workloadId } = input;
  return mutate(ctx, async (trx) => {
    const seen = await findWorkloadFor(ctx, trx, kind, workloadId, "terminate");
    await timedLock(() => lockNode(trx, seen.nodeId, "see", EVERYTHING));
    // What was true before the lock need not be true now: a reclaim or the end of a term may have come in between.
    const { now, ...workload } = await findWorkloadFor(ctx, trx, kind, workloadId, "terminate");
    if (workload.status !== "running") return presentWorkload(workload);

    const own = workload.organizationId === ctx.actor.orgId;
    await terminateWorkloads(trx, [workload.id], own ? "Ended on request." : "Ended by the operator of the node.", now);
    await recordChange(ctx, trx, {
      action: "workload.terminate",
      nodeId: workload.nodeId,
      unitIds: workload.unitIds,
      reason: `${kind} ${workload.id} of ${workload.organizationId}`,
    });
    const ended = await findWorkload(trx, kind, workloadId, "see", EVERYTHING);
    if (!ended) throw notFound();
    return presentWorkload(ended);
  });
}

import { findGpuModel } from "@/db/queries/catalog";
import { insertWorkload } from "@/db/queries/workloads";
import type { InputOf } from "@/server/contract/operation";
import type { vms } from "@/server/contract/workloads";
import { invalid } from "@/server/domain/errors";
import { classOf } from "@/server/domain/placement";
import { newId } from "@/server/ids";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import { requireOrg } from "./shared/org-access";
import { place } from "./shared/place";
import { presentWorkload, type Workload } from "./shared/present-workload";

/** Starts a workload of an org on whole units of one node, which the product picks (contract, section 4). */
export function createWorkload(ctx: Context, kind: "vm" | "pod", input: InputOf<typeof vms.create>): Promise<Workload> {
  const { name, gpuModelId, gpuCount, tier = "community" } = input;
  return mutate(ctx, async (trx) => {
    const org = await requireOrg(ctx, trx, input.orgId);
    if (!(await findGpuModel(trx, gpuModelId))) {
      throw invalid([{ field: "gpuModelId", message: "is not a known GPU model" }]);
    }
    const id = newId(kind);
    const order = { orgId: org.id, isPlatform: org.isPlatform, tier, gpuModelId, allocClass: classOf(kind), gpuCount };
    const row = await place(trx, order, ({ node, units, now }, unitIds) =>
      insertWorkload(trx, {
        id,
        kind,
        organizationId: org.id,
        name,
        tier,
        gpuModelId,
        gpuCount,
        nodeId: node.id,
        units: units.filter((unit) => unitIds.includes(unit.id)),
        now,
      }),
    );
    await recordChange(ctx, trx, {
      action: "workload.create",
      nodeId: row.nodeId,
      unitIds: row.unitIds,
      reason: `${kind} ${id} of ${org.id}`,
    });
    return presentWorkload(row);
  });
}

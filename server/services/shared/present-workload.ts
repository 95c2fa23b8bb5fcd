import type { z } from "zod";
import type { WorkloadRow } from "@/db/queries/workloads";
import type { workloadSchema } from "@/server/contract/workloads";
import { present, utc } from "./present";

export type Workload = z.output<typeof workloadSchema>;

export function presentWorkload(row: WorkloadRow): Workload {
  return present({
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    status: row.status,
    statusReason: row.statusReason,
    tier: row.tier,
    gpuModelId: row.gpuModelId,
    gpuCount: row.gpuCount,
    nodeId: row.nodeId,
    unitIds: row.unitIds,
    createdAt: utc(row.createdAt),
    terminatedAt: row.terminatedAt && utc(row.terminatedAt),
  });
}

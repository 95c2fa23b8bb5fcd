import { createHash } from "node:crypto";
import type { ReclaimPlan } from "@/server/domain/reclaim-plan";

export interface PlanScope {
  reservationId: string;
  unitIds: readonly string[];
  topologyGen: number;
}

/** Stands for what a preview showed: same units, same topology, same workloads, or another token. */
export function planToken(scope: PlanScope, plan: ReclaimPlan): string {
  const shown = [
    scope.reservationId,
    [...scope.unitIds].sort(),
    scope.topologyGen,
    [...plan.terminate].sort(),
    [...plan.skip].sort(),
  ];
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
}

import type { HolderView, UnitView } from "@/server/contract/console";

/** What the server's dry run said. */
export interface ReclaimPlan {
  wouldTerminate: readonly string[];
  wouldSkip: readonly string[];
  planToken: string;
}

export interface PlannedWorkload {
  id: string;
  /** Undefined where it began after the page was read: the id alone is known. */
  holder: HolderView | undefined;
}

/** The plan as three lists: what ends, what runs on, and what has nothing on it. */
export interface ReclaimLists {
  ends: PlannedWorkload[];
  staysOn: PlannedWorkload[];
  idle: UnitView[];
}

export function reclaimLists(plan: ReclaimPlan, units: readonly UnitView[]): ReclaimLists {
  const holders = new Map(units.flatMap((unit) => (unit.holder ? [[unit.holder.workloadId, unit.holder]] : [])));
  const planned = (ids: readonly string[]) => ids.map((id) => ({ id, holder: holders.get(id) }));
  return {
    ends: planned(plan.wouldTerminate),
    staysOn: planned(plan.wouldSkip),
    idle: units.filter((unit) => !unit.holder),
  };
}

/** What differs between the plan that was shown and the one that is true now. */
export function planChanges(before: ReclaimPlan, after: ReclaimPlan): { added: string[]; removed: string[] } {
  return {
    added: after.wouldTerminate.filter((id) => !before.wouldTerminate.includes(id)),
    removed: before.wouldTerminate.filter((id) => !after.wouldTerminate.includes(id)),
  };
}

export const workloadCount = (count: number): string => (count === 1 ? "1 workload" : `${count} workloads`);

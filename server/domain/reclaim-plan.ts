import type { ClaimFacts, NodeState, ReservedUnit, UnitFacts } from "./facts";
import { sharesSilicon } from "./silicon";

/** What a reclaim does: the dry run shows it, the real run carries it out (contract, section 5). */
export interface ReclaimPlan {
  /** Spot workloads on the named units, each once and whole, wherever else they hold units. */
  terminate: string[];
  /** Other workloads on them, which run on: ordinary ones, and those that are ending already. */
  skip: string[];
  /** Named units that are on the spot market now. */
  unrelease: string[];
}

/** A workload is on a reserved unit by the unit's name, by the cards that were reserved, or by those it has now. */
function isOn(claim: ClaimFacts, reserved: ReservedUnit, current: UnitFacts | undefined): boolean {
  if (claim.unitId === reserved.unitId || sharesSilicon(claim, reserved)) return true;
  return current !== undefined && sharesSilicon(claim, current);
}

/** The one planner of reclaim: pure, so that dry and real cannot differ (contract, section 5). */
export function planReclaim(
  state: NodeState,
  reserved: readonly ReservedUnit[],
  unitIds: readonly string[],
): ReclaimPlan {
  const named = reserved.filter((unit) => unitIds.includes(unit.unitId));
  const current = new Map(state.units.map((unit) => [unit.id, unit]));
  const terminate = new Set<string>();
  const skip = new Set<string>();
  for (const claim of state.claims) {
    if (!named.some((unit) => isOn(claim, unit, current.get(unit.unitId)))) continue;
    const ends = claim.tier === "spot" && claim.status === "running";
    (ends ? terminate : skip).add(claim.workloadId);
  }
  const unrelease = named.filter((unit) => unit.released).map((unit) => unit.unitId);
  return { terminate: [...terminate].sort(), skip: [...skip].sort(), unrelease };
}

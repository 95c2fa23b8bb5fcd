import type { ClaimFacts, NodeState, UnitFacts } from "./facts";
import { type Governing, governing } from "./governing";
import { claimOn } from "./silicon";

/** What a unit is to an operator at one glance. Tile, miniature, legend, timeline and badge all say one of these. */
export const UNIT_STATES = [
  "free",
  "in-use",
  "reserved",
  "audience",
  "released",
  "spot",
  "holdover",
  "needs-review",
  "not-sellable",
] as const;
export type UnitState = (typeof UNIT_STATES)[number];

export interface UnitSituation {
  state: UnitState;
  claim: ClaimFacts | undefined;
  governing: Governing | undefined;
}

function claimedState(claim: ClaimFacts, governs: Governing | undefined): UnitState {
  if (!governs) return "in-use";
  if (governs.released && claim.tier === "spot") return "spot";
  if (governs.reservation.allowedOrgIds.includes(claim.organizationId)) return "audience";
  // Before its term begins a reservation has no claim on who runs there; once begun, outsiders are holdovers.
  return governs.status === "active" ? "holdover" : "in-use";
}

/** How a unit stands now: who governs it, who is on it, and the one word for both. */
export function unitSituation(unit: UnitFacts, node: NodeState): UnitSituation {
  const claim = claimOn(unit, node.claims);
  const governs = governing(unit, node);
  const situation = { claim, governing: governs };
  if (!unit.sellable) return { ...situation, state: "not-sellable" };
  if (governs?.status === "needs-review") return { ...situation, state: "needs-review" };
  if (claim) return { ...situation, state: claimedState(claim, governs) };
  if (!governs) return { ...situation, state: "free" };
  return { ...situation, state: governs.released ? "released" : "reserved" };
}

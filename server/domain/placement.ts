import type { AllocClass, NodeState, Tier, UnitFacts } from "./facts";
import { type Governing, governing } from "./governing";
import { claimOn } from "./silicon";

export interface PlacementRequest {
  orgId: string;
  /** The org is the operator, which is in every audience. */
  isPlatform: boolean;
  tier: Tier;
  gpuModelId: string;
  allocClass: AllocClass;
}

/** Why a unit is not for a request: for tests and logs, never for the caller (contract, section 4). */
export type NotPlaceable =
  | "node-not-online"
  | "not-sellable"
  | "other-model"
  | "other-class"
  | "pool-not-verified"
  | "needs-review"
  | "not-begun"
  | "not-in-audience"
  | "released-for-spot-only"
  | "claimed";

/** Reserved for the org by name, released, open, and (platform org) in the audience without being named. */
export const PREFERENCES = { named: 0, released: 1, open: 2, unnamed: 3 } as const;
export type Preference = (typeof PREFERENCES)[keyof typeof PREFERENCES];

export type Verdict = { placeable: true; preference: Preference } | { placeable: false; reason: NotPlaceable };

const yes = (preference: Preference): Verdict => ({ placeable: true, preference });
const no = (reason: NotPlaceable): Verdict => ({ placeable: false, reason });

/** Pods claim units of hosts without IOMMU groups, VMs the others (contract, section 1). */
export const classOf = (kind: "vm" | "pod"): AllocClass => (kind === "vm" ? "vfio-group" : "device-request");

/** The table of section 4: what the governing reservation allows. The same rule in SQL: unit_offers in db/migrations. */
function allowedBy(governs: Governing, request: PlacementRequest): Verdict {
  const { reservation, status, released } = governs;
  if (status === "needs-review") return no("needs-review");
  if (released) return request.tier === "spot" ? yes(PREFERENCES.released) : no("released-for-spot-only");
  if (status !== "active") return no("not-begun");
  if (!reservation.allowedOrgIds.includes(request.orgId)) return no("not-in-audience");
  return yes(request.isPlatform && !reservation.platformNamed ? PREFERENCES.unnamed : PREFERENCES.named);
}

/** Whether a unit would be for a request if nobody held it: what the catalog counts as total (contract, section 4). */
export function offered(unit: UnitFacts, request: PlacementRequest, state: NodeState): Verdict {
  if (state.node.status !== "online") return no("node-not-online");
  if (!unit.sellable) return no("not-sellable");
  if (unit.gpuModelId !== request.gpuModelId) return no("other-model");
  if (unit.allocClass !== request.allocClass) return no("other-class");
  const governs = governing(unit, state);
  if (governs) return allowedBy(governs, request);
  const poolFits = request.tier !== "verified" || state.node.pool === "verified";
  return poolFits ? yes(PREFERENCES.open) : no("pool-not-verified");
}

/** Whether a unit can be placed for a request right now, and how gladly (contract, section 4). */
export function placeable(unit: UnitFacts, request: PlacementRequest, state: NodeState): Verdict {
  const verdict = offered(unit, request, state);
  return verdict.placeable && claimOn(unit, state.claims) ? no("claimed") : verdict;
}

import type { AllocClass, ReservationFacts, ReservedUnit, Silicon, UnitFacts } from "./facts";
import { sameSilicon } from "./silicon";

/** What of a unit makes up the topology (contract, section 6). */
export interface TopologyUnit extends Silicon {
  id: string;
  allocClass: AllocClass;
  sellable: boolean;
}

export interface TopologyDifference {
  /** True where the set of units differs, and so the topology generation rises. */
  changed: boolean;
  new: string[];
  gone: string[];
  kept: string[];
  /** Units that keep their id but hold other GPUs now. */
  regrouped: { unitId: string; before: string[]; after: string[] }[];
  /** Units that keep id and GPUs but change class or sellability. */
  altered: { unitId: string; what: "allocClass" | "sellable"; before: string; after: string }[];
  /** Cards found again by UUID at another address. */
  moved: { uuid: string; from: string; to: string }[];
}

function addresses(units: readonly Silicon[]): Map<string, string> {
  const byUuid = new Map<string, string>();
  for (const unit of units) {
    unit.gpuUuids.forEach((uuid, index) => {
      const bdf = unit.gpuBdfs[index];
      if (uuid !== "" && bdf !== undefined) byUuid.set(uuid, bdf);
    });
  }
  return byUuid;
}

function movedCards(before: readonly Silicon[], after: readonly Silicon[]): TopologyDifference["moved"] {
  const now = addresses(after);
  return [...addresses(before)].flatMap(([uuid, from]) => {
    const to = now.get(uuid);
    return to !== undefined && to !== from ? [{ uuid, from, to }] : [];
  });
}

function alterations(before: TopologyUnit, after: TopologyUnit): TopologyDifference["altered"] {
  const altered: TopologyDifference["altered"] = [];
  if (before.allocClass !== after.allocClass) {
    altered.push({ unitId: after.id, what: "allocClass", before: before.allocClass, after: after.allocClass });
  }
  if (before.sellable !== after.sellable) {
    altered.push({
      unitId: after.id,
      what: "sellable",
      before: String(before.sellable),
      after: String(after.sellable),
    });
  }
  return altered;
}

/** Compares stored units with reported ones; matched by unit id, never by group number (contract, section 6). */
export function topologyDifference(
  before: readonly TopologyUnit[],
  after: readonly TopologyUnit[],
): TopologyDifference {
  const was = new Map(before.map((unit) => [unit.id, unit]));
  const is = new Map(after.map((unit) => [unit.id, unit]));
  const difference: TopologyDifference = {
    changed: false,
    new: [...is.keys()].filter((id) => !was.has(id)),
    gone: [...was.keys()].filter((id) => !is.has(id)),
    kept: [...is.keys()].filter((id) => was.has(id)),
    regrouped: [],
    altered: [],
    moved: movedCards(before, after),
  };
  for (const [id, now] of is) {
    const then = was.get(id);
    if (!then) continue;
    if (!sameSilicon(then, now)) {
      difference.regrouped.push({ unitId: id, before: [...then.gpuBdfs], after: [...now.gpuBdfs] });
    }
    difference.altered.push(...alterations(then, now));
  }
  const { gone, regrouped, altered } = difference;
  difference.changed = difference.new.length + gone.length + regrouped.length + altered.length > 0;
  return difference;
}

/** The topology generation once a report is stored; the first report is generation 1 (contract, section 6). */
export const generationAfter = (current: number, changed: boolean, isFirst: boolean): number =>
  changed && !isFirst ? current + 1 : current;

/** Why a reserved unit can't simply be kept on the current topology. */
export interface UnitMismatch {
  unitId: string;
  reason: string;
}

/** What stands between a reservation and the current topology: empty where each unit is as it was (contract, section 5). */
export function reaffirmMismatches(
  reservation: Pick<ReservationFacts, "units">,
  units: readonly UnitFacts[],
): UnitMismatch[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  return reservation.units.flatMap((reserved) => {
    const reason = mismatch(reserved, byId.get(reserved.unitId));
    return reason === undefined ? [] : [{ unitId: reserved.unitId, reason }];
  });
}

function mismatch(reserved: ReservedUnit, unit: UnitFacts | undefined): string | undefined {
  if (!unit) return "The unit is gone.";
  if (!sameSilicon(reserved, unit)) {
    const exchanged = sameAddresses(reserved, unit) ? " (a card was exchanged)" : "";
    return `Its GPUs were ${reserved.gpuBdfs.join(", ")} and are ${unit.gpuBdfs.join(", ")} now${exchanged}.`;
  }
  if (reserved.allocClass !== unit.allocClass) {
    return `Its class was ${reserved.allocClass} and is ${unit.allocClass} now.`;
  }
  return undefined;
}

const sameAddresses = (a: Silicon, b: Silicon): boolean =>
  a.gpuBdfs.length === b.gpuBdfs.length && a.gpuBdfs.every((bdf) => b.gpuBdfs.includes(bdf));

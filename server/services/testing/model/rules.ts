import type { AllocClass, Gpu, Model, Node, Org, Reservation, Status, Tier, Unit, Workload } from "./facts";

/** Section 2, first match wins. */
export function status(m: Model, r: Reservation): Status {
  if (r.cancelled) return "cancelled";
  if (r.end !== null && r.end <= m.now) return "expired";
  if (r.gen !== r.node.gen) return "needs-review";
  if (m.now < r.start) return "pending";
  return "active";
}

export const isLive = (m: Model, r: Reservation): boolean =>
  ["pending", "active", "needs-review"].includes(status(m, r));

/** Section 6: the same address or UUID. */
export const touches = (a: Gpu[], b: Gpu[]): boolean =>
  a.some((mine) => b.some((theirs) => mine.bdf === theirs.bdf || (mine.uuid !== "" && mine.uuid === theirs.uuid)));

export const holds = (r: Reservation, unit: Unit): boolean =>
  r.units.some((held) => held.unitId === unit.id || touches(held.gpus, unit.gpus));

const liveHolders = (m: Model, node: Node, unit: Unit): Reservation[] =>
  m.reservations.filter((r) => r.node === node && isLive(m, r) && holds(r, unit));

/**
 * Section 4: the live reservation whose term covers now, else the earliest live one to come. Several only where cards
 * were regrouped; then the unit is withheld if one of them is in review.
 */
export function governing(m: Model, node: Node, unit: Unit): Reservation[] {
  const holders = liveHolders(m, node, unit);
  const begun = holders.filter((r) => r.start <= m.now);
  if (begun.length > 0) return begun;
  const earliest = Math.min(...holders.map((r) => r.start));
  return holders.filter((r) => r.start === earliest);
}

export const isReleasedBy = (r: Reservation, unit: Unit): boolean =>
  r.units.some((held) => held.unitId === unit.id && held.released);

/** Running workloads that hold the unit, by its name or by a card in it. */
export const holders = (m: Model, node: Node, unit: Unit): Workload[] =>
  m.workloads.filter(
    (w) => w.node === node && w.running && w.units.some((u) => u.unitId === unit.id || touches(u.gpus, unit.gpus)),
  );

/** The table of section 4, whoever is on the unit now. */
export function isOffered(m: Model, node: Node, unit: Unit, org: Org, tier: Tier): boolean {
  if (node.status !== "online" || !unit.sellable) return false;
  const governors = governing(m, node, unit);
  if (governors.length === 0) return tier !== "verified" || node.pool === "verified";
  return governors.every((r) => {
    if (status(m, r) === "needs-review") return false;
    if (isReleasedBy(r, unit)) return tier === "spot";
    return status(m, r) === "active" && r.allowed.includes(org.id);
  });
}

export const isPlaceable = (m: Model, node: Node, unit: Unit, org: Org, tier: Tier): boolean =>
  isOffered(m, node, unit, org, tier) && holders(m, node, unit).length === 0;

/** Every number of GPUs that some of the units add up to. */
export function sums(units: Unit[]): Set<number> {
  const all = new Set([0]);
  for (const unit of units) for (const sum of [...all]) all.add(sum + unit.gpus.length);
  all.delete(0);
  return all;
}

export const ofKind = (node: Node, model: string, allocClass: AllocClass): Unit[] =>
  node.units.filter((unit) => unit.model === model && unit.allocClass === allocClass);

const gpusOf = (units: Unit[]): number => units.reduce((total, unit) => total + unit.gpus.length, 0);

/** A line of the catalog, section 4. */
export function availability(m: Model, org: Org, tier: Tier, model: string, allocClass: AllocClass) {
  const counts = new Set<number>();
  let [totalGpus, freeGpus] = [0, 0];
  for (const node of m.nodes) {
    const units = ofKind(node, model, allocClass);
    const free = units.filter((unit) => isPlaceable(m, node, unit, org, tier));
    totalGpus += gpusOf(units.filter((unit) => isOffered(m, node, unit, org, tier)));
    freeGpus += gpusOf(free);
    for (const sum of sums(free)) counts.add(sum);
  }
  const placeableGpuCounts = [...counts].sort((a, b) => a - b);
  return { totalGpus, freeGpus, maxPlaceableGpus: placeableGpuCounts.at(-1) ?? 0, placeableGpuCounts };
}

export interface Span {
  start: number;
  end: number | null;
}

/** Half-open terms meet where some instant is in both. */
export const meet = (a: Span, b: Span): boolean =>
  Math.max(a.start, b.start) < Math.min(a.end ?? Number.POSITIVE_INFINITY, b.end ?? Number.POSITIVE_INFINITY);

export const obstacles = (m: Model, node: Node, unit: Unit, span: Span, except?: Reservation): Reservation[] =>
  liveHolders(m, node, unit).filter((r) => r !== except && meet(r, span));

/** Codes that say why a unit can't be reserved for a term; none where it can (section 7, "Unit"). */
export function whyNotReservable(m: Model, node: Node, unit: Unit, span: Span): string[] {
  const codes: string[] = [];
  if (node.status !== "online" || !unit.sellable) codes.push("unit_not_reservable");
  if (obstacles(m, node, unit, span).length > 0) codes.push("reservation_overlap");
  return codes;
}

export const START_GRACE = 5 * 60 * 1000;

/** Section 7: the asked term, or undefined where it is a 400. Times relative to now. */
export function askedSpan(m: Model, startIn: number | undefined, endIn: number | undefined): Span | undefined {
  if (startIn !== undefined && startIn < -START_GRACE) return undefined;
  if (endIn !== undefined && (endIn <= 0 || endIn <= (startIn ?? 0))) return undefined;
  return { start: m.now + Math.max(0, startIn ?? 0), end: endIn === undefined ? null : m.now + endIn };
}

/** Section 3: who sees what. */
export const managesOn = (m: Model, org: Org, node: Node): boolean =>
  m.reservations.some((r) => r.node === node && isLive(m, r) && r.managing.includes(org.id));

export const seesNode = (m: Model, org: Org, node: Node): boolean =>
  org.isPlatform || node.owner === org.id || managesOn(m, org, node);

export const operates = (org: Org, node: Node): boolean => org.isPlatform || node.owner === org.id;

/** Release and reclaim: the operator and the owner reach every reservation, a managing org its active ones. */
export const reachesCapacity = (m: Model, org: Org, r: Reservation): boolean =>
  operates(org, r.node) || (r.managing.includes(org.id) && status(m, r) === "active");

/** A spot workload on a unit of a live reservation, for those who may end it there. */
export function mayEnd(m: Model, org: Org, w: Workload): boolean {
  if (w.org === org.id) return true;
  if (w.tier !== "spot") return false;
  return m.reservations.some((r) => {
    if (r.node !== w.node || !isLive(m, r)) return false;
    const may = operates(org, r.node) || (r.managing.includes(org.id) && status(m, r) === "active");
    return (
      may &&
      isOnAnyOf(
        w,
        r,
        r.units.map((held) => held.unitId),
      )
    );
  });
}

/** Whether a workload is on one of these units of a reservation: by name, by the cards reserved, or by those there now. */
export function isOnAnyOf(w: Workload, r: Reservation, unitIds: string[]): boolean {
  return unitIds.some((unitId) => {
    const reserved = r.units.find((held) => held.unitId === unitId)?.gpus ?? [];
    const current = r.node.units.find((unit) => unit.id === unitId)?.gpus ?? [];
    return w.units.some((u) => u.unitId === unitId || touches(u.gpus, reserved) || touches(u.gpus, current));
  });
}

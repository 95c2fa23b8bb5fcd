import { NO_UNIT } from "./commands";
import type { Model, Node, Org, Reservation } from "./facts";

export interface Pick {
  nodeId: string;
  reservationId: string;
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

export const pickOrg = (m: Model, index: number): Org => at(m.orgs, index) as Org;
/** Newest first: what happened last is what is asked about most. */
export const pickReservation = (m: Model, index: number): Reservation | undefined =>
  at([...m.reservations].reverse(), index);
export const pickNewest = <T>(list: readonly T[], index: number): T | undefined => at([...list].reverse(), index);

const GHOST = "0000:ee:00.0";

function ids(from: readonly string[], units: readonly number[]): string[] {
  return [...new Set(units.map((unit) => (unit === NO_UNIT ? GHOST : (at(from, unit) ?? GHOST))))];
}

export const unitIdsOn = (node: Node, units: readonly number[]): string[] =>
  ids(
    node.units.map((unit) => unit.id),
    units,
  );

export const unitIdsIn = (r: Reservation, units: readonly number[]): string[] =>
  ids(
    r.units.map((unit) => unit.unitId),
    units,
  );

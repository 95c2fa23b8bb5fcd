import type { NodeState, ReservationFacts, UnitFacts } from "./facts";
import { holds } from "./silicon";
import { isLive, reservationStatus } from "./status";
import { overlaps, type Term } from "./term";

/** Why a unit can't be reserved for a term; `reservationId` where another reservation is in the way. */
export interface NotReservable {
  code: "unit_not_reservable" | "reservation_overlap";
  reason: string;
  reservationId?: string;
}

/** Live reservations that hold the unit at some instant of the term. */
export function conflicting(
  unit: UnitFacts,
  term: Term,
  state: NodeState,
  except?: string,
): ReservationFacts | undefined {
  return state.reservations.find(
    (reservation) =>
      reservation.id !== except &&
      isLive(reservationStatus(reservation, state.node.topologyGen, state.now)) &&
      overlaps(reservation, term) &&
      holds(reservation, unit),
  );
}

export function overlapReason(reservation: ReservationFacts): NotReservable {
  const until = reservation.endsAt ? `until ${reservation.endsAt.toISOString()}` : "with no end";
  return {
    code: "reservation_overlap",
    reason: `Reserved from ${reservation.startsAt.toISOString()} ${until} by ${reservation.id}.`,
    reservationId: reservation.id,
  };
}

/**
 * The one answer to "why can't I reserve this unit for this term?" (contract, section 7, "Unit"). Undefined where a
 * create would succeed. A unit in use can be reserved: reserving stops nothing.
 */
export function whyNotReservable(unit: UnitFacts, term: Term, state: NodeState): NotReservable | undefined {
  if (state.node.status !== "online") {
    return {
      code: "unit_not_reservable",
      reason: `The node is ${state.node.status}; only units of online nodes can be reserved.`,
    };
  }
  if (!unit.sellable) {
    return {
      code: "unit_not_reservable",
      reason: `The unit can't be sold: ${unit.notSellableReason ?? "no reason was reported"}`,
    };
  }
  const other = conflicting(unit, term, state);
  return other ? overlapReason(other) : undefined;
}

import type { NodeState, ReservationFacts, UnitFacts } from "./facts";
import { holds } from "./silicon";
import { isLive, type ReservationStatus, reservationStatus } from "./status";
import { covers } from "./term";

export interface Governing {
  reservation: ReservationFacts;
  status: ReservationStatus;
  /** Whether the unit is on the spot market by this reservation. */
  released: boolean;
}

/** Ends of doubt go to review: where several reservations tie, the one that withholds comes first. */
function byPrecedence(now: Date) {
  const rank = (g: Governing) => (covers(g.reservation, now) ? 0 : 1);
  const review = (g: Governing) => (g.status === "needs-review" ? 0 : 1);
  return (a: Governing, b: Governing): number => {
    const begun = rank(a) - rank(b);
    if (begun !== 0) return begun;
    if (rank(a) === 1) {
      const earlier = a.reservation.startsAt.getTime() - b.reservation.startsAt.getTime();
      if (earlier !== 0) return earlier;
    }
    return review(a) - review(b) || (a.reservation.id < b.reservation.id ? -1 : 1);
  };
}

/**
 * The reservation that decides about a unit now: the live one whose term covers now, else the earliest live one to
 * come (contract, section 4). Undefined where none holds the unit.
 */
export function governing(unit: UnitFacts, state: NodeState): Governing | undefined {
  const candidates: Governing[] = [];
  for (const reservation of state.reservations) {
    if (!holds(reservation, unit)) continue;
    const status = reservationStatus(reservation, state.node.topologyGen, state.now);
    if (!isLive(status)) continue;
    const released = reservation.units.some((reserved) => reserved.unitId === unit.id && reserved.released);
    candidates.push({ reservation, status, released });
  }
  return candidates.sort(byPrecedence(state.now))[0];
}

import { whyNotOnUnits } from "@/components/reservations/unit-actions";
import type { NodeView, ReservationView, UnitView } from "@/server/contract/console";
import type { ReservationAction } from "@/server/domain/status";

/** What can be done with the selected units now, and why not where it can't. */
export interface SelectionAction {
  /** Undefined: the action can be started. */
  why: string | undefined;
  /** The reservation it is about; undefined for reserving, and where there is none. */
  reservation: ReservationView | undefined;
}

export interface SelectionActions {
  reserve: SelectionAction;
  release: SelectionAction;
  reclaim: SelectionAction;
  cancel: SelectionAction;
}

const no = (why: string, reservation?: ReservationView): SelectionAction => ({ why, reservation });

function reserveAction(view: NodeView, units: readonly UnitView[]): SelectionAction {
  if (units.length === 0) return no("Select units first.");
  if (!view.reserve.allowed) return no(view.reserve.why ?? "You can't reserve units here.");
  const unsellable = units.find((unit) => !unit.sellable);
  if (unsellable)
    return no(`Unit ${unsellable.id} can't be sold: ${unsellable.notSellableReason ?? "no reason reported"}`);
  return { why: undefined, reservation: undefined };
}

/** The one reservation that governs all selected units. */
function sharedReservation(view: NodeView, units: readonly UnitView[]): ReservationView | string {
  const ids = new Set(units.map((unit) => unit.reservationId));
  if (units.length === 0) return "Select units first.";
  if (ids.has(undefined)) return "Not all of the selected units are reserved.";
  if (ids.size > 1) return "The selected units belong to different reservations; act on one at a time.";
  const [id] = ids;
  const reservation = view.reservations.find((each) => each.id === id);
  if (!reservation) return "You can't read the reservation of these units.";
  const foreign = units.find((unit) => !reservation.reservedUnitIds.includes(unit.id));
  return foreign ? `Unit ${foreign.id} is withheld by that reservation, but is not part of it.` : reservation;
}

function reservationAction(view: NodeView, units: readonly UnitView[], action: ReservationAction): SelectionAction {
  const reservation = sharedReservation(view, units);
  if (typeof reservation === "string") return no(reservation);
  return { why: whyNotOnUnits(reservation, units, action), reservation };
}

/** The same answers as the server's 404s and 409s, from what the server said in the view (contract, sections 3 and 5). */
export function selectionActions(view: NodeView, units: readonly UnitView[]): SelectionActions {
  return {
    reserve: reserveAction(view, units),
    release: reservationAction(view, units, "release"),
    reclaim: reservationAction(view, units, "reclaim"),
    cancel: reservationAction(view, units, "cancel"),
  };
}

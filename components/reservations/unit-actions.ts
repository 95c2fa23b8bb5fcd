import type { ReservationView, UnitView } from "@/server/contract/console";
import type { ReservationAction } from "@/server/domain/status";

/** Why an action can't be started on these units of a reservation, by what the server said; undefined where it can. */
export function whyNotOnUnits(
  reservation: ReservationView,
  units: readonly UnitView[],
  action: ReservationAction,
): string | undefined {
  const may = reservation.actions[action];
  if (!may.allowed) return may.why ?? "You can't do that now.";
  const isReleased = units.every((unit) => reservation.releasedUnitIds.includes(unit.id));
  return action === "release" && isReleased ? "The selected units are released already." : undefined;
}

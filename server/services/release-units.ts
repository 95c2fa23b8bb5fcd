import { updateReservation } from "@/db/queries/reservations";
import { setReleased } from "@/db/queries/reserved-units";
import type { InputOf } from "@/server/contract/operation";
import type { releaseUnits as operation } from "@/server/contract/reservations";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import type { Reservation } from "./shared/present";
import { foreignUnits, refuseProblems, refuseWrongStatus } from "./shared/refuse";
import { lockReservation, reread } from "./shared/reservation";

/** Puts reserved units on the spot market; what is there already stays, and is no news (contract, section 5). */
export function releaseUnits(ctx: Context, input: InputOf<typeof operation>): Promise<Reservation> {
  return mutate(ctx, async (trx) => {
    const { state, row } = await lockReservation(ctx, trx, input, "release");
    const own = row.units.map((unit) => unit.unitId);
    refuseProblems(foreignUnits(input.unitIds, own));
    refuseWrongStatus("release", row.status);

    const held = row.units.filter((unit) => !unit.released).map((unit) => unit.unitId);
    const unitIds = input.unitIds.filter((unitId) => held.includes(unitId));
    if (unitIds.length > 0) {
      await setReleased(trx, input.nodeId, row.id, unitIds, true);
      await updateReservation(trx, input.nodeId, row.id, {}, state.now);
      await recordChange(ctx, trx, {
        action: "reservation.release",
        nodeId: input.nodeId,
        reservationId: row.id,
        unitIds,
        reason: input.reason,
      });
    }
    return reread(ctx, trx, input, state.now);
  });
}

import type { Trx } from "@/db/client";
import { cancelUnits, cancelWhole, type ReservationRow } from "@/db/queries/reservations";
import { removedUnitIds } from "@/db/queries/reserved-units";
import type { InputOf } from "@/server/contract/operation";
import type { cancelReservation as operation } from "@/server/contract/reservations";
import { changeRecord } from "./shared/audit";
import { type Context, decide } from "./shared/context";
import { presentReservation, type Reservation } from "./shared/present";
import { foreignUnits, refuseProblems, refuseWrongStatus } from "./shared/refuse";
import { lockReservationAlone } from "./shared/reservation";

type Input = InputOf<typeof operation>;

/** Units to take out now: all where none are named. What was taken out before stays out, and is no error. */
async function unitsToCancel(trx: Trx, row: ReservationRow, input: Input): Promise<string[]> {
  const current = row.units.map((unit) => unit.unitId);
  if (!input.unitIds) return current;
  const former = await removedUnitIds(trx, input.nodeId, row.id);
  refuseProblems(foreignUnits(input.unitIds, [...current, ...former]));
  return input.unitIds.filter((unitId) => current.includes(unitId));
}

/** Ends a reservation, or takes units out of it; releases end with it and workloads run on (contract, section 5). */
export function cancelReservation(ctx: Context, input: Input): Promise<Reservation> {
  return decide(ctx, async (trx) => {
    const { row, now } = await lockReservationAlone(ctx, trx, input, "manage");
    const unitIds = await unitsToCancel(trx, row, input);
    refuseWrongStatus("cancel", row.status);
    if (row.status === "cancelled" || unitIds.length === 0) return { writes: [], answer: presentReservation(row) };

    const isWhole = unitIds.length === row.units.length;
    const writes = [
      ...(isWhole
        ? cancelWhole(trx, input.nodeId, row.id, now)
        : cancelUnits(trx, { nodeId: input.nodeId, id: row.id }, unitIds, now)),
      changeRecord(ctx, trx, {
        action: "reservation.cancel",
        nodeId: input.nodeId,
        reservationId: row.id,
        unitIds,
        reason: input.reason,
      }),
    ];
    const left = row.units.filter((unit) => !unitIds.includes(unit.unitId));
    const changed: ReservationRow = {
      ...row,
      updatedAt: now,
      ...(isWhole ? { status: "cancelled" } : { units: left }),
    };
    return { writes, answer: presentReservation(changed) };
  });
}

import type { Trx } from "@/db/client";
import { type ReservationRow, updateReservation } from "@/db/queries/reservations";
import { insertReservedUnits, refreshReservedUnit, unitRemoval } from "@/db/queries/reserved-units";
import type { InputOf } from "@/server/contract/operation";
import type { reaffirmReservation as operation } from "@/server/contract/reservations";
import { Refusal } from "@/server/domain/errors";
import type { ReservationFacts, UnitFacts } from "@/server/domain/facts";
import { conflicting, overlapReason } from "@/server/domain/reservable";
import { laterOf } from "@/server/domain/term";
import { reaffirmMismatches } from "@/server/domain/topology-diff";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import type { LoadedNode } from "./shared/node-state";
import type { Reservation } from "./shared/present";
import { namedUnits, type RefusedUnit, refuseProblems, refuseUnits, refuseWrongStatus } from "./shared/refuse";
import { lockReservation, reread } from "./shared/reservation";

type Input = InputOf<typeof operation>;

function refuseMismatch(live: ReservationFacts, state: LoadedNode): void {
  const mismatches = reaffirmMismatches(live, state.units);
  if (mismatches.length === 0) return;
  throw new Refusal(
    "topology_mismatch",
    "The node's topology differs from what was reserved; name the units to move to, or cancel.",
    { units: mismatches },
  );
}

/** What stands in the way of holding a unit from now on: somebody else, or that a newly taken one can't be sold. */
function obstacle(unit: UnitFacts, live: ReservationFacts, state: LoadedNode): RefusedUnit[] {
  const term = { startsAt: laterOf(live.startsAt, state.now), endsAt: live.endsAt };
  const other = conflicting(unit, term, state, live.id);
  if (other) return [{ unitId: unit.id, ...overlapReason(other) }];
  const isNew = !live.units.some((reserved) => reserved.unitId === unit.id);
  if (!isNew || unit.sellable) return [];
  const reason = `The unit can't be sold: ${unit.notSellableReason ?? "no reason was reported"}`;
  return [{ unitId: unit.id, code: "unit_not_reservable", reason }];
}

async function moveTo(trx: Trx, row: ReservationRow, units: readonly UnitFacts[], now: Date): Promise<void> {
  const had = row.units.map((unit) => unit.unitId);
  const wanted = units.map((unit) => unit.id);
  const dropped = had.filter((unitId) => !wanted.includes(unitId));
  if (dropped.length > 0) await trx.executeQuery(unitRemoval(trx, row, dropped, now));
  for (const unit of units.filter((each) => had.includes(each.id))) {
    await refreshReservedUnit(trx, row.nodeId, row.id, unit);
  }
  const added = units.filter((unit) => !had.includes(unit.id));
  if (added.length === 0) return;
  const rows = added.map((unit) => ({ ...unit, unitId: unit.id, released: false }));
  await trx.executeQuery(insertReservedUnits(trx, { ...row, startsAt: laterOf(row.startsAt, now) }, rows));
}

/** Brings a reservation in review back on the node's current topology (contract, section 5). */
export function reaffirmReservation(ctx: Context, input: Input): Promise<Reservation> {
  return mutate(ctx, async (trx) => {
    const { state, row, live } = await lockReservation(ctx, trx, input, "manage");
    const wanted = input.unitIds ?? row.units.map((unit) => unit.unitId);
    const named = namedUnits(state.units, wanted);
    if (input.unitIds) refuseProblems(named.problems);
    refuseWrongStatus("reaffirm", row.status);
    if (!live) throw new Error("a reservation in review is not live");
    if (!input.unitIds) refuseMismatch(live, state);
    refuseUnits(named.units.flatMap((unit) => obstacle(unit, live, state)));

    await moveTo(trx, row, named.units, state.now);
    await updateReservation(trx, row.nodeId, row.id, { topologyGen: state.node.topologyGen }, state.now);
    await recordChange(ctx, trx, {
      action: "reservation.reaffirm",
      nodeId: row.nodeId,
      reservationId: row.id,
      unitIds: wanted,
      reason: input.reason,
    });
    return reread(ctx, trx, input, state.now);
  });
}

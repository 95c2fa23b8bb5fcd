import { type ReservationChange, type ReservationRow, updateReservation } from "@/db/queries/reservations";
import type { InputOf } from "@/server/contract/operation";
import type { changeReservation as operation } from "@/server/contract/reservations";
import { conflicting, overlapReason } from "@/server/domain/reservable";
import { endProblem } from "@/server/domain/term";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import { type Audience, namedOrgs } from "./shared/named-orgs";
import type { LoadedNode } from "./shared/node-state";
import type { Reservation } from "./shared/present";
import { refuseProblems, refuseUnits, refuseWrongStatus } from "./shared/refuse";
import { lockReservation, reread } from "./shared/reservation";

type Input = InputOf<typeof operation>;

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id, i) => id === b[i]);

/** The fields that really differ: asking for what is so already changes nothing. */
function difference(row: ReservationRow, input: Input, audience: Audience | undefined): ReservationChange {
  const { endsAt, managingOrgIds, contractRef, reason } = input;
  const change: ReservationChange = {};
  if (endsAt !== undefined && endsAt?.getTime() !== row.endsAt?.getTime()) change.endsAt = endsAt;
  // Naming the platform org changes no list, since it is in every audience, but it changes what it is placed on first.
  const isOther = audience && !same(audience.allowedOrgIds, row.allowedOrgIds);
  if (isOther || (audience && audience.platformNamed !== row.platformNamed)) Object.assign(change, audience);
  if (managingOrgIds && !same(managingOrgIds, row.managingOrgIds)) change.managingOrgIds = managingOrgIds;
  if (contractRef !== undefined && contractRef !== row.contractRef) change.contractRef = contractRef;
  if (reason !== undefined && reason !== row.reason) change.reason = reason;
  return change;
}

/** A longer term must not run into anybody else's. */
function refuseOverlaps(state: LoadedNode, row: ReservationRow, endsAt: Date | null): void {
  const term = { startsAt: row.startsAt, endsAt };
  const own = new Set(row.units.map((unit) => unit.unitId));
  refuseUnits(
    state.units.flatMap((unit) => {
      const other = own.has(unit.id) ? conflicting(unit, term, state, row.id) : undefined;
      return other ? [{ unitId: unit.id, ...overlapReason(other) }] : [];
    }),
  );
}

/** Changes end, audience, managing orgs, contract reference or reason (contract, section 5). */
export function changeReservation(ctx: Context, input: Input): Promise<Reservation> {
  return mutate(ctx, async (trx) => {
    const { state, row } = await lockReservation(ctx, trx, input, "manage");
    const orgs = await namedOrgs(trx, input);
    const badEnd = input.endsAt === undefined ? undefined : endProblem(input.endsAt, row.startsAt, state.now);
    refuseProblems([...(badEnd ? [badEnd] : []), ...orgs.problems]);
    refuseWrongStatus("change", row.status);

    const change = difference(row, input, orgs.audience);
    if (Object.keys(change).length > 0) {
      if (change.endsAt !== undefined) refuseOverlaps(state, row, change.endsAt);
      await updateReservation(trx, input.nodeId, row.id, change, state.now);
      await recordChange(ctx, trx, {
        action: "reservation.change",
        nodeId: input.nodeId,
        reservationId: row.id,
        unitIds: row.units.map((unit) => unit.unitId),
        reason: input.reason,
      });
    }
    return reread(ctx, trx, input, state.now);
  });
}

import { type Trx, together } from "@/db/client";
import { stateUnderLock } from "@/db/queries/node-state";
import {
  findReservation,
  lockOfReservation,
  type ReservationRow,
  reservationNow,
  reservationUnderLock,
} from "@/db/queries/reservations";
import type { ReservationAccess } from "@/db/queries/scope";
import { notFound } from "@/server/domain/errors";
import type { ReservationFacts } from "@/server/domain/facts";
import { type Context, scopeOf } from "./context";
import { type LoadedNode, lockAndLoad } from "./node-state";
import { presentReservation, type Reservation } from "./present";
import { timedLock } from "./timed-lock";

export interface ReservationAddress {
  nodeId: string;
  reservationId: string;
}

export interface LockedReservation {
  state: LoadedNode;
  row: ReservationRow;
  /** The facts the rules need; undefined where the reservation is over. */
  live: ReservationFacts | undefined;
}

/** Locks the node of a reservation and reads both, for a caller who may reach the reservation in that way. */
export async function lockReservation(
  ctx: Context,
  trx: Trx,
  at: ReservationAddress,
  access: ReservationAccess,
): Promise<LockedReservation> {
  const reach = { nodeId: at.nodeId, id: at.reservationId, access, scope: scopeOf(ctx) };
  const { state, more } = await lockAndLoad<ReservationRow>(trx, {
    lock: lockOfReservation(trx, reach),
    state: stateUnderLock(trx, at.nodeId, "see", reach.scope),
    more: reservationUnderLock(trx, reach),
  });
  const [row] = more;
  if (!row) throw notFound();
  return { state, row, live: state.reservations.find((reservation) => reservation.id === row.id) };
}

/** The same for what is decided on the reservation alone, whatever else is on its node. */
export async function lockReservationAlone(
  ctx: Context,
  trx: Trx,
  at: ReservationAddress,
  access: ReservationAccess,
): Promise<{ row: ReservationRow; now: Date }> {
  const reach = { nodeId: at.nodeId, id: at.reservationId, access, scope: scopeOf(ctx) };
  const [locked, [found]] = await timedLock(() =>
    together<[unknown, ReservationRow & { now: Date }]>(trx, [
      lockOfReservation(trx, reach),
      reservationNow(trx, reach),
    ]),
  );
  if (locked.length === 0 || !found) throw notFound();
  const { now, ...row } = found;
  return { row, now };
}

/** The reservation after a change, within the transaction that made it and at the moment that it was decided at. */
export async function reread(ctx: Context, trx: Trx, at: ReservationAddress, now: Date): Promise<Reservation> {
  const row = await findReservation(trx, at.nodeId, at.reservationId, "see", scopeOf(ctx), now);
  if (!row) throw new Error("a reservation vanished within its own transaction");
  return presentReservation(row);
}

import { findReservation } from "@/db/queries/reservations";
import type { InputOf } from "@/server/contract/operation";
import type { getReservation as operation } from "@/server/contract/reservations";
import { notFound } from "@/server/domain/errors";
import { type Context, reader, scopeOf } from "./shared/context";
import { presentReservation, type Reservation } from "./shared/present";

export async function getReservation(ctx: Context, input: InputOf<typeof operation>): Promise<Reservation> {
  const row = await findReservation(reader(ctx), input.nodeId, input.reservationId, "see", scopeOf(ctx));
  if (!row) throw notFound();
  return presentReservation(row);
}

import { seeReservation } from "@/db/queries/reservations";
import type { InputOf } from "@/server/contract/operation";
import type { getReservation as operation } from "@/server/contract/reservations";
import { notFound } from "@/server/domain/errors";
import { type Context, scopeOf } from "./shared/context";
import { presentReservation, type Reservation } from "./shared/present";

export async function getReservation(ctx: Context, input: InputOf<typeof operation>): Promise<Reservation> {
  const row = await seeReservation(ctx.db, { nodeId: input.nodeId, id: input.reservationId, scope: scopeOf(ctx) });
  if (!row) throw notFound();
  return presentReservation(row);
}

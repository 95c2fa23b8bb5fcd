import { orgNames } from "@/db/queries/console";
import { findNode } from "@/db/queries/nodes";
import { findReservation } from "@/db/queries/reservations";
import type { ReservationView } from "@/server/contract/console";
import { notFound } from "@/server/domain/errors";
import { type Context, scopeOf } from "../shared/context";
import { reservationView } from "./views";

/** One reservation, whatever its status, with names and what the caller may do. */
export async function readReservationView(
  ctx: Context,
  input: { nodeId: string; reservationId: string },
): Promise<ReservationView> {
  const row = await findReservation(ctx.db, input.nodeId, input.reservationId, "see", scopeOf(ctx));
  const node = await findNode(ctx.db, input.nodeId, "see", scopeOf(ctx));
  if (!row || !node) throw notFound();
  const orgs = await orgNames(ctx.db, [...row.allowedOrgIds, ...row.managingOrgIds]);
  return reservationView(ctx, row, node, { orgs, workloads: new Map() });
}

import { nodeOfReservation, orgNames } from "@/db/queries/console";
import { findNode } from "@/db/queries/nodes";
import { seeReservation } from "@/db/queries/reservations";
import type { ReservationPageView, ReservationView } from "@/server/contract/console";
import { notFound } from "@/server/domain/errors";
import { type Context, scopeOf } from "../shared/context";
import { readNodeView } from "./read-node-view";
import { reservationView } from "./views";

/** One reservation, whatever its status, with names and what the caller may do. */
export async function readReservationView(
  ctx: Context,
  input: { nodeId: string; reservationId: string },
): Promise<ReservationView> {
  const row = await seeReservation(ctx.db, { nodeId: input.nodeId, id: input.reservationId, scope: scopeOf(ctx) });
  const node = await findNode(ctx.db, input.nodeId, "see", scopeOf(ctx));
  if (!row || !node) throw notFound();
  const orgs = await orgNames(ctx.db, [...row.allowedOrgIds, ...row.managingOrgIds]);
  return reservationView(ctx, row, node, { orgs, workloads: new Map() });
}

/** A reservation by its id alone, with the node that its units are on. */
export async function readReservationPage(
  ctx: Context,
  input: { reservationId: string },
): Promise<ReservationPageView> {
  const nodeId = await nodeOfReservation(ctx.db, input.reservationId, scopeOf(ctx));
  if (nodeId === undefined) throw notFound();
  const view = await readNodeView(ctx, { nodeId });
  const live = view.reservations.find((each) => each.id === input.reservationId);
  return { view, reservation: live ?? (await readReservationView(ctx, { nodeId, ...input })) };
}

import { findNode } from "@/db/queries/nodes";
import { listReservations } from "@/db/queries/reservations";
import type { InputOf } from "@/server/contract/operation";
import type { Page } from "@/server/contract/page";
import type { listNodeReservations as operation } from "@/server/contract/reservations";
import { notFound } from "@/server/domain/errors";
import { type Context, reader, scopeOf } from "./shared/context";
import { pageThrough } from "./shared/cursor";
import { presentReservation, type Reservation } from "./shared/present";

export async function listNodeReservations(ctx: Context, input: InputOf<typeof operation>): Promise<Page<Reservation>> {
  const { nodeId, status } = input;
  if (!(await findNode(reader(ctx), nodeId, "see", scopeOf(ctx)))) throw notFound();
  return pageThrough(ctx, input, {
    list: "listNodeReservations",
    filters: { nodeId, status },
    rows: (page) => listReservations(reader(ctx), { nodeId, status, ...page }, scopeOf(ctx)),
    position: (row) => row.id,
    item: presentReservation,
  });
}

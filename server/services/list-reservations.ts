import { listReservations as queryReservations } from "@/db/queries/reservations";
import type { InputOf } from "@/server/contract/operation";
import type { Page } from "@/server/contract/page";
import type { listReservations as operation } from "@/server/contract/reservations";
import { type Context, reader, scopeOf } from "./shared/context";
import { pageThrough } from "./shared/cursor";
import { presentReservation, type Reservation } from "./shared/present";

/** What an org of the audience sees: that it is in it, and nobody else. */
function withoutOthers(reservation: Reservation, orgId: string): Reservation {
  const own = (ids: readonly string[] = []) => ids.filter((id) => id === orgId);
  return {
    ...reservation,
    allowedOrgIds: own(reservation.allowedOrgIds),
    managingOrgIds: own(reservation.managingOrgIds),
  };
}

/** All reservations that the caller may read; for `role=audience` those that grant units to the caller's own org. */
export function listReservations(ctx: Context, input: InputOf<typeof operation>): Promise<Page<Reservation>> {
  const { status, nodeId, orgId, endsBefore, role } = input;
  const audienceOf = role === "audience" ? ctx.actor.orgId : undefined;
  const filter = { status, nodeId, orgId, endsBefore, audienceOf };
  return pageThrough(ctx, input, {
    list: "listReservations",
    filters: filter,
    rows: (page) => queryReservations(reader(ctx), { ...filter, ...page }, scopeOf(ctx)),
    position: (row) => row.id,
    item: (row) => {
      const reservation = presentReservation(row);
      return audienceOf === undefined ? reservation : withoutOthers(reservation, audienceOf);
    },
  });
}

import { sql } from "kysely";

export type ReservationStatusRow = "cancelled" | "expired" | "needs-review" | "pending" | "active";

/** Status of reservation `r` on node `n` at `clock.now`; the pure rule is server/domain/status.ts. */
export const reservationStatusSql = sql<ReservationStatusRow>`case
  when r.cancelled_at is not null then 'cancelled'
  when r.ends_at <= clock.now then 'expired'
  when r.topology_gen <> n.topology_gen then 'needs-review'
  when clock.now < r.starts_at then 'pending'
  else 'active' end`;

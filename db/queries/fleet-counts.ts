import { sql } from "kysely";
import type { Executor } from "../client";
import type { Scope } from "./scope";
import { type ReservationStatusRow, reservationStatusSql } from "./status";
import { type UnitStateRow, unitStates } from "./unit-states";

export interface FleetCountsRow {
  reservations: Partial<Record<ReservationStatusRow, number>>;
  units: Partial<Record<UnitStateRow, number>>;
}

/** How many reservations have each status and how many units each state; what there is none of is left out. */
export async function readFleetCounts(db: Executor, scope: Scope): Promise<FleetCountsRow> {
  const result = await sql<FleetCountsRow>`
    with ${unitStates(scope)},
    statuses as (
      select ${reservationStatusSql} as status, count(*)::int as n
      from reservations r join nodes n on n.id = r.node_id cross join clock group by 1),
    tally as (select state, count(*)::int as n from states group by 1)
    select (select coalesce(json_object_agg(status, n), '{}') from statuses) as reservations,
      (select coalesce(json_object_agg(state, n), '{}') from tally) as units`.execute(db);
  return result.rows[0] as FleetCountsRow;
}

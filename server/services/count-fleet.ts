import type { Database } from "@/db/client";
import { readFleetCounts } from "@/db/queries/fleet-counts";
import { RESERVATION_STATUSES } from "@/server/domain/status";
import { UNIT_STATES } from "@/server/domain/unit-state";
import { EVERYTHING } from "./shared/placement-state";

export interface FleetCounts {
  reservations: [status: string, count: number][];
  units: [state: string, count: number][];
}

/** How many reservations have each status and units each state, in the whole fleet: for those who run the product. */
export async function countFleet(db: Database): Promise<FleetCounts> {
  const { reservations, units } = await readFleetCounts(db, EVERYTHING);
  return {
    reservations: RESERVATION_STATUSES.map((status) => [status, reservations[status] ?? 0]),
    units: UNIT_STATES.map((state) => [state, units[state] ?? 0]),
  };
}

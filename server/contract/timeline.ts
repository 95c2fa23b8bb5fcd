import { z } from "zod";
import type { ReservationStatus } from "../domain/status";
import { id, instant } from "./text";

/** What a node's timeline asks for, and what it draws. */
export const timelineQuerySchema = z.strictObject({ nodeId: id(), from: instant(), to: instant() });
export type TimelineQuery = z.output<typeof timelineQuerySchema>;

interface Stretch {
  from: string;
  /** Absent: it goes on. */
  to?: string;
}

/** A unit held by a reservation: from its start to its end, its cancelling, or the unit's being taken out of it. */
export interface TimelineHold extends Stretch {
  id: string;
  unitId: string;
  reservationId: string;
  contractRef?: string;
  status: ReservationStatus;
  audience: { id: string; name: string }[];
  /** While it was on the spot market. */
  released: Stretch[];
}

/** A unit held by a workload. */
export interface TimelineRun extends Stretch {
  id: string;
  unitId: string;
  workloadId: string;
  name: string;
  kind: "vm" | "pod";
  tier: "community" | "verified" | "spot";
  org: { id: string; name: string };
}

export interface TimelineView {
  holds: TimelineHold[];
  runs: TimelineRun[];
  /** There was more than can be drawn; the latest are here. */
  isCut: boolean;
}

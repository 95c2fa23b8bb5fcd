import { z } from "zod";
import { RESERVATION_STATUSES } from "../domain/status";
import { id, MAX_NAME, text } from "./text";

/** The console's list of reservations across the fleet: the same facts as REST, with names. */

const named = z.strictObject({ id: z.string(), name: z.string() });
const status = z.enum(RESERVATION_STATUSES);

export const RESERVATION_SORTS = ["created", "-created", "start", "-start", "end", "-end"] as const;
export const ENDING_SPANS = ["24h", "7d", "30d"] as const;

/** Filters; what is left out doesn't filter. Kept in the page's address under the same names. */
const filters = {
  status: z.array(status).optional(),
  nodeId: id().optional(),
  /** An org of the audience. */
  orgId: id().optional(),
  /** Part of the contract reference, or a whole id. */
  contract: text(MAX_NAME).optional(),
  /** Live ones that end within this time. */
  ending: z.enum(ENDING_SPANS).optional(),
  sort: z.enum(RESERVATION_SORTS).optional(),
};

export const reservationExportSchema = z.strictObject(filters);
export type ReservationExport = z.output<typeof reservationExportSchema>;

export const reservationListSchema = z.strictObject({
  ...filters,
  cursor: z.string().max(1000).nullish(),
  limit: z.int().min(1).max(200).optional(),
  /** Sent by the client library with every page; there is only one direction. */
  direction: z.literal("forward").optional(),
});
export type ReservationListQuery = z.output<typeof reservationListSchema>;

export const reservationListRowSchema = z.strictObject({
  id: z.string(),
  nodeId: z.string(),
  hostname: z.string(),
  status,
  /** Without the platform org where that is there only because it always is. */
  audience: z.array(named),
  managers: z.array(named),
  startsAt: z.string(),
  endsAt: z.string().optional(),
  cancelledAt: z.string().optional(),
  contractRef: z.string().optional(),
  units: z.int(),
  released: z.int(),
  createdAt: z.string(),
});
export type ReservationListRow = z.output<typeof reservationListRowSchema>;

export interface ReservationListPage {
  items: ReservationListRow[];
  nextCursor?: string;
  /** Rows that match the filters over all pages, counted up to `COUNTED`. */
  total: number;
  /** What the filters' ids are called, as far as the caller may know. */
  names: { node?: string; org?: string };
}

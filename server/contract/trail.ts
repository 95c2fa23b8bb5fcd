import { z } from "zod";
import { auditEntrySchema } from "./audit";
import { id, instant, MAX_NAME, text } from "./text";

/** Longest list of actions in one question; there are fewer than that. */
const MOST_ACTIONS = 50;

const filter = {
  /** Words of the reason, each by how it begins. */
  text: text(MAX_NAME).optional(),
  /** Words of the actor's name, or the id. */
  actor: text(MAX_NAME).optional(),
  action: z.array(text(MAX_NAME)).min(1).max(MOST_ACTIONS).optional(),
  outcome: z.enum(["done", "refused"]).optional(),
  nodeId: id().optional(),
  /** The beginning of a hostname, or the id. */
  node: text(MAX_NAME).optional(),
  reservationId: id().optional(),
  /** The beginning of a contract reference, or the id. */
  reservation: text(MAX_NAME).optional(),
  unitId: id().optional(),
  /** The first instant, and the first that is too late. */
  from: instant().optional(),
  to: instant().optional(),
};

/** Which entries of the trail; what is left out doesn't filter. */
export const trailFilterSchema = z.strictObject(filter);
export type TrailFilter = z.output<typeof trailFilterSchema>;

export const trailQuerySchema = z.strictObject({
  ...filter,
  cursor: z.string().max(1000).nullish(),
  limit: z.int().min(1).max(200).optional(),
  /** Sent by the client library with every page; there is only one direction. */
  direction: z.literal("forward").optional(),
});

/** Which entries came since the head of a page was read. */
export const trailNewsSchema = z.strictObject({ ...filter, head: id() });

/** An entry with the names of what it mentions, as far as there is such a thing now. */
export const trailRowSchema = auditEntrySchema.extend({
  orgName: z.string(),
  hostname: z.string().optional(),
  /** The reservation can be opened; entries of refused attempts may name one that never was. */
  reservation: z.strictObject({ id: z.string(), contractRef: z.string().optional() }).optional(),
});
export type TrailRow = z.output<typeof trailRowSchema>;

export const trailPageSchema = z.strictObject({
  items: z.array(trailRowSchema),
  nextCursor: z.string().optional(),
  /** Id of the newest entry of all at the time: what comes later is news. */
  head: z.string(),
  /** Entries over all pages, counted up to a limit; with `isMore`, there are more. Said with the first page alone. */
  total: z.int().optional(),
  isMore: z.boolean().optional(),
});
export type TrailPage = z.output<typeof trailPageSchema>;

export const EXPORT_FORMATS = ["csv", "jsonl"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Carries how many entries an export has. */
export const EXPORT_TOTAL_HEADER = "x-total-entries";

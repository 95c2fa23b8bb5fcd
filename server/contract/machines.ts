import { z } from "zod";
import { holderSchema, nodeViewSchema, reservationViewSchema } from "./console";
import { INVENTORY_BODY_LIMIT } from "./operation";
import { topologyDifferenceSchema } from "./report";
import { id, text } from "./text";

/** Shapes of the console's import page: a report read for one node, line by line, and what storing it would change. */

export const importInputSchema = z.strictObject({ nodeId: id(), text: text(INVENTORY_BODY_LIMIT) });

const lines = z.array(z.int().positive());

export const importMessageSchema = z.strictObject({ message: z.string(), lines });
export type ImportMessage = z.output<typeof importMessageSchema>;

export const readDeviceSchema = z.strictObject({
  bdf: z.string(),
  vendorDevice: z.string().optional(),
  as: z.enum(["gpu", "nvswitch", "groupmate", "ignored", "left-out", "unknown"]),
  unitId: z.string().optional(),
  /** What became of it, in one or two sentences. */
  note: z.string(),
  lines,
});
export type ReadDeviceView = z.output<typeof readDeviceSchema>;

/** A unit as it is stored, for the left side of a comparison. */
export const storedUnitSchema = z.strictObject({
  id: z.string(),
  gpus: z.array(z.string()),
  gpuModelName: z.string(),
  sellable: z.boolean(),
  allocClass: z.enum(["vfio-group", "device-request"]),
});
export type StoredUnitView = z.output<typeof storedUnitSchema>;

export const importPreviewSchema = z.strictObject({
  accept: z.enum(["yes", "partial", "no"]),
  errors: z.array(importMessageSchema),
  warnings: z.array(importMessageSchema),
  /** Every device that was read, up to a number that a page can show. */
  devices: z.array(readDeviceSchema),
  /** How many more there were. */
  moreDevices: z.int().nonnegative(),
  /** Formats that were recognised. */
  sources: z.array(z.string()),
  /** The node as its page would draw it with this report stored. */
  after: nodeViewSchema,
  /** Units as they are stored now. */
  before: z.array(storedUnitSchema),
  /** Nothing was ever reported: there is nothing to differ from. */
  isFirst: z.boolean(),
  difference: topologyDifferenceSchema,
  /** Live reservations that storing it would put into review. */
  intoReview: z.array(reservationViewSchema),
  /** Workloads on units that would go or change; they run on. */
  workloads: z.array(holderSchema),
});
export type ImportPreview = z.output<typeof importPreviewSchema>;

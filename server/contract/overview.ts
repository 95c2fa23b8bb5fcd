import { z } from "zod";
import { RESERVATION_STATUSES } from "../domain/status";
import { unitState } from "./console";
import { id } from "./text";
import { TIERS } from "./workloads";

/** Shapes of the console's overview, models and catalog pages. */

const time = z.string();
const few = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ count: z.int().meta({ description: "How many there are." }), items: z.array(item) });

const modelTallySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Nodes that have some of it. */
  nodes: z.int(),
  units: z.int(),
  gpus: z.int(),
  /** States that occur, in the fixed order. */
  states: z.array(z.strictObject({ state: unitState, units: z.int(), gpus: z.int() })),
});
export type ModelTally = z.output<typeof modelTallySchema>;

const onReservation = {
  nodeId: z.string(),
  hostname: z.string(),
  reservationId: z.string(),
  contractRef: z.string().optional(),
};
const reservationLineSchema = z.strictObject({ ...onReservation, endsAt: time.optional() });
/** Units of one reservation, and since when they are like that. */
const unitsLineSchema = z.strictObject({ ...onReservation, units: z.int(), gpus: z.int(), since: time });
const nodeLineSchema = z.strictObject({
  nodeId: z.string(),
  hostname: z.string(),
  status: z.enum(["online", "draining", "maintenance"]),
});

/** Nodes that the caller sees: its machines, or all of them for the operator. Removed nodes are in none of the numbers. */
export const fleetOverviewSchema = z.strictObject({
  nodes: z.int(),
  models: z.array(modelTallySchema),
  review: few(reservationLineSchema),
  ending: few(reservationLineSchema),
  holdovers: few(unitsLineSchema),
  idle: few(unitsLineSchema),
  offline: few(nodeLineSchema),
  unreported: few(nodeLineSchema),
});
export type FleetOverview = z.output<typeof fleetOverviewSchema>;
export type Line = z.output<typeof reservationLineSchema> | z.output<typeof unitsLineSchema>;

/** What is the caller's own org's: what is kept for it, and what it runs. */
export const ownOverviewSchema = z.strictObject({
  grants: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.string(),
        status: z.enum(RESERVATION_STATUSES),
        units: z.int(),
        released: z.int(),
        startsAt: time,
        endsAt: time.optional(),
        contractRef: z.string().optional(),
      }),
    ),
    hasMore: z.boolean(),
  }),
  workloads: z.strictObject({
    count: z.int(),
    gpus: z.int(),
    items: z.array(
      z.strictObject({
        id: z.string(),
        kind: z.enum(["vm", "pod"]),
        name: z.string(),
        status: z.enum(["running", "terminating"]),
        tier: z.enum(TIERS),
        model: z.strictObject({ id: z.string(), name: z.string() }),
        gpus: z.int(),
        since: time,
      }),
    ),
  }),
});
export type OwnOverview = z.output<typeof ownOverviewSchema>;

export const overviewSchema = z.strictObject({
  /** The database's clock when this was read. */
  now: time,
  fleet: fleetOverviewSchema.optional(),
  own: ownOverviewSchema.optional(),
});
export type Overview = z.output<typeof overviewSchema>;

const offerSchema = z.strictObject({
  totalGpus: z.int(),
  freeGpus: z.int(),
  maxPlaceableGpus: z.int(),
  placeableGpuCounts: z.array(z.int()),
});
export type OfferView = z.output<typeof offerSchema>;

/** What an org can buy: the answers of GET /v1/gpu-availability for each tier, side by side. */
export const catalogSchema = z.strictObject({
  org: z.strictObject({ id: z.string(), name: z.string() }),
  models: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      tiers: z.record(z.enum(TIERS), z.strictObject({ vm: offerSchema, cluster: offerSchema })),
    }),
  ),
});
export type CatalogView = z.output<typeof catalogSchema>;

export const catalogInputSchema = z.strictObject({
  /** Whose eyes to look through; the caller's own org unless said. Another one is for the operator only. */
  orgId: id().optional(),
});

import { z } from "zod";
import { RESERVATION_ACTIONS, RESERVATION_STATUSES } from "../domain/status";
import { UNIT_STATES } from "../domain/unit-state";
import { id, MAX_NAME, text } from "./text";

/** Shapes of the console's own reads. They say the same facts as REST, with names and drawn-together for a page. */

export const unitState = z.enum(UNIT_STATES);
const nodeStatus = z.enum(["online", "draining", "maintenance", "removed"]);
const pool = z.enum(["community", "verified"]);
const named = z.strictObject({ id: z.string(), name: z.string() });
const time = z.string();

/** Times in answers are RFC 3339 in UTC, as in REST. */
export const holderSchema = z.strictObject({
  workloadId: z.string(),
  kind: z.enum(["vm", "pod"]),
  name: z.string(),
  org: named,
  tier: z.enum(["community", "verified", "spot"]),
  status: z.enum(["running", "terminating"]),
  since: time,
  /** All units that the workload holds, this one included. */
  unitIds: z.array(z.string()),
});

export const unitViewSchema = z.strictObject({
  id: z.string(),
  state: unitState,
  allocClass: z.enum(["vfio-group", "device-request"]),
  sellable: z.boolean(),
  notSellableReason: z.string().optional(),
  /** 0 when not sellable; `gpus.length` says how many there are. */
  sellableGpus: z.int(),
  gpuModelId: z.string(),
  gpuModelName: z.string(),
  iommuGroup: z.int().optional(),
  gpus: z.array(
    z.strictObject({
      bdf: z.string(),
      vendorDevice: z.string().optional(),
      name: z.string().optional(),
      numa: z.int().optional(),
      uuid: z.string().optional(),
      pciPath: z.array(z.string()).optional(),
    }),
  ),
  groupmates: z.array(z.strictObject({ bdf: z.string(), pciClass: z.string(), name: z.string().optional() })),
  released: z.boolean(),
  /** The governing reservation. */
  reservationId: z.string().optional(),
  /** The next live reservation to begin, where that is another one. */
  nextReservationId: z.string().optional(),
  /** `vm:<id>` or `pod:<id>`, as in REST. */
  claimedBy: z.string().optional(),
  /** Who that is, where it is the caller's to know. */
  holder: holderSchema.optional(),
  /** For a reservation that starts now and has no end. */
  reservable: z.boolean(),
  notReservableReason: z.string().optional(),
});
export type UnitView = z.output<typeof unitViewSchema>;
export type HolderView = z.output<typeof holderSchema>;

/** What the caller may do with a reservation now; `why` is the sentence for a disabled button. */
const mayDo = z.strictObject({ allowed: z.boolean(), why: z.string().optional() });
const actions = z.record(z.enum(RESERVATION_ACTIONS), mayDo);

export const reservationViewSchema = z.strictObject({
  id: z.string(),
  nodeId: z.string(),
  status: z.enum(RESERVATION_STATUSES),
  reservedUnitIds: z.array(z.string()),
  releasedUnitIds: z.array(z.string()),
  audience: z.array(named),
  managers: z.array(named),
  startsAt: time,
  endsAt: time.optional(),
  contractRef: z.string().optional(),
  reason: z.string().optional(),
  topologyGen: z.int(),
  createdAt: time,
  updatedAt: time,
  actions,
  /** In review only: each unit as it was reserved, and why it can't simply be kept. */
  review: z
    .array(z.strictObject({ unitId: z.string(), gpus: z.array(z.string()), mismatch: z.string().optional() }))
    .optional(),
});
export type ReservationView = z.output<typeof reservationViewSchema>;

export const nodeViewSchema = z.strictObject({
  node: z.strictObject({
    id: z.string(),
    hostname: z.string(),
    owner: named,
    pool,
    status: nodeStatus,
    topologyGen: z.int(),
    reportedAt: time.optional(),
    createdAt: time,
    locationCity: z.string().optional(),
    locationCountry: z.string().optional(),
    driverVersion: z.string().optional(),
    nvswitchCount: z.int(),
  }),
  /** The database's clock when this was read: counters follow it and not the browser's. */
  now: time,
  units: z.array(unitViewSchema),
  links: z.array(z.strictObject({ a: z.string(), b: z.string(), type: z.string() })),
  /** Live reservations that the caller may read. */
  reservations: z.array(reservationViewSchema),
  /** Whether the caller may reserve here; `why` where not. */
  reserve: mayDo,
  operate: mayDo,
  /** Whether the caller may move the node to another pool. */
  repool: mayDo,
  /** The operator, which is in every audience and goes without saying. */
  platformOrgId: z.string(),
});
export type NodeView = z.output<typeof nodeViewSchema>;

/** A reservation of any status, and the node as it is now. */
export interface ReservationPageView {
  view: NodeView;
  reservation: ReservationView;
}

export const FLEET_SORTS = ["hostname", "-hostname", "created", "-created"] as const;

/** A name of full length in it, every character escaped, in base64. */
const MAX_CURSOR = 2_000;

/** Filters of the fleet page; what is left out doesn't filter. Kept in the page's address under the same names. */
export const fleetQuerySchema = z.strictObject({
  search: text(MAX_NAME).optional(),
  status: z.array(nodeStatus).optional(),
  pool: pool.optional(),
  model: text(MAX_NAME).optional(),
  ownerId: text(MAX_NAME).optional(),
  /** Only nodes with a reservation in review. */
  review: z.boolean().optional(),
  /** Only nodes with a unit in this state. */
  state: unitState.optional(),
  /** Only nodes that have never reported. */
  unreported: z.boolean().optional(),
  sort: z.enum(FLEET_SORTS).optional(),
  // It holds the hostname of a row.
  cursor: z.string().max(MAX_CURSOR).nullish(),
  limit: z.int().min(1).max(200).optional(),
  /** Sent by the client library with every page; there is only one direction. */
  direction: z.literal("forward").optional(),
});

export const fleetRowSchema = z.strictObject({
  id: z.string(),
  hostname: z.string(),
  owner: named,
  pool,
  status: nodeStatus,
  reportedAt: time.optional(),
  locationCity: z.string().optional(),
  locationCountry: z.string().optional(),
  /** `8 × NVIDIA H100 SXM5 80GB`, one entry a model. */
  models: z.array(z.strictObject({ id: z.string(), name: z.string(), gpus: z.int() })),
  /** In the order of the machine: enough to draw the miniature. */
  units: z.array(z.strictObject({ state: unitState, gpus: z.int(), numa: z.int().optional() })),
  /** Live reservations in review. */
  inReview: z.int(),
  /** When the row changes by the clock alone: a term begins or ends. */
  nextBoundary: time.optional(),
});
export type FleetRow = z.output<typeof fleetRowSchema>;

export const fleetPageSchema = z.strictObject({
  items: z.array(fleetRowSchema),
  nextCursor: z.string().optional(),
  /** Rows that match the filters, over all pages: counted with the first one. */
  total: z.int().optional(),
});

/** Units that could or couldn't be reserved for a term, before anything is sent. */
export const orgSearchSchema = z.strictObject({
  text: text(MAX_NAME),
  limit: z.int().min(1).max(50).optional(),
});

export const nodeIdSchema = z.strictObject({ nodeId: id() });

/**
 * Something changed on a node. Pages refetch what they show of it: the event carries no facts of its own, nor who made
 * the change, as not everybody who sees the node may know.
 */
export const changeEventSchema = z.strictObject({
  nodeId: z.string().optional(),
  action: z.string(),
  reservationId: z.string().optional(),
  unitIds: z.array(z.string()).optional(),
  at: time,
});
export type ChangeEvent = z.output<typeof changeEventSchema>;

export const sessionViewSchema = z.strictObject({
  user: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
  org: z.strictObject({
    id: z.string(),
    name: z.string(),
    isPlatform: z.boolean(),
    role: z.enum(["owner", "admin", "member", "viewer"]),
  }),
  /** Every org that the person is a member of. */
  orgs: z.array(
    z.strictObject({ id: z.string(), name: z.string(), role: z.enum(["owner", "admin", "member", "viewer"]) }),
  ),
  permissions: z.array(z.string()),
});
export type SessionView = z.output<typeof sessionViewSchema>;

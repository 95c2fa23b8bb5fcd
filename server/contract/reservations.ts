import { z } from "zod";
import { RESERVATION_STATUSES } from "../domain/status";
import { allocClass, gpuModelId, unitId } from "./inventory-unit";
import { operation } from "./operation";
import { pageOf, paging } from "./page";
import { absentNull, id, idList, instant, MAX_NAME, MAX_REASON, optionalText, time } from "./text";

const tag = "Reservations";
const status = z.enum(RESERVATION_STATUSES).meta({
  id: "ReservationStatus",
  description: "Computed when it is read, by the database's clock; `pending`, `active` and `needs-review` are live.",
});

/** One unit of a node, as far as reserving is concerned (contract, section 7). */
export const unitSchema = z
  .strictObject({
    id: unitId,
    gpuModelId,
    gpuModelName: z.string().optional(),
    allocClass,
    sellableGpus: z.int().nonnegative().describe("GPUs of the unit; 0 when not sellable."),
    state: z.enum(["free", "claimed"]).describe("`claimed`: a running or terminating workload holds it."),
    claimedBy: z.string().optional().describe("`vm:<id>` or `pod:<id>`."),
    reservationId: z.string().optional().describe("The governing reservation: the live one of now, else the next."),
    released: z.boolean().optional().describe("On the spot market now."),
    reservable: z.boolean().describe("A create for the asked term with this unit would succeed."),
    notReservableReason: z.string().optional().describe("One sentence; absent where the unit is reservable."),
  })
  .meta({ id: "Unit" });

const reservationFields = {
  id: z.string(),
  nodeId: z.string(),
  status,
  reservedUnitIds: z.array(z.string()),
  releasedUnitIds: z.array(z.string()).optional().describe("Those of the reserved units that are on the spot market."),
  allowedOrgIds: z.array(z.string()).describe("The audience; the platform org is always in it."),
  managingOrgIds: z
    .array(z.string())
    .optional()
    .describe("Orgs that may release and reclaim these units while the reservation is active."),
  startsAt: time(),
  endsAt: time().optional().describe("The first instant that is no longer of the term; absent: open-ended."),
  contractRef: z.string().optional(),
  reason: z.string().optional(),
  topologyGen: z
    .int()
    .positive()
    .optional()
    .describe("The node's generation that it was made for or re-affirmed on; once they differ it needs review."),
  createdAt: time().optional(),
  updatedAt: time().optional(),
};

export const reservationSchema = z.strictObject(reservationFields).meta({ id: "Reservation" });
const reservationPage = pageOf(reservationSchema).meta({ id: "ReservationPage" });

const workloadIds = z.array(z.string()).optional();

/** A reservation after reclaim: what ended and what was left alone, or in a dry run what would. */
export const reclaimedSchema = z
  .strictObject({
    ...reservationFields,
    terminated: workloadIds.describe("Spot workloads that were ended; present unless it was a dry run."),
    skipped: workloadIds.describe("Workloads that are not spot and run on; present unless it was a dry run."),
    wouldTerminate: workloadIds.describe("Dry run only: spot workloads that would be ended."),
    wouldSkip: workloadIds.describe("Dry run only: workloads that would run on."),
    planToken: z.string().optional().describe("Dry run only: what a real reclaim takes as `expectPlan`."),
  })
  .meta({ id: "ReclaimedReservation" });

const node = z.strictObject({ nodeId: z.string() });
const one = z.strictObject({ nodeId: z.string(), reservationId: z.string() });
const path = "/v1/nodes/{nodeId}/reservations";
const onePath = `${path}/{reservationId}`;

const reason = optionalText(MAX_REASON).describe("Why, for the trail.");
const contractRef = optionalText(MAX_NAME).describe("Your reference, such as a contract's number.");
const allowedOrgIds = idList().describe("The audience: orgs that may be placed. The platform org is always added.");
const managingOrgIds = absentNull(idList(0)).describe(
  "Orgs that may release and reclaim these units while the reservation is active; may be empty.",
);
const statusFilter = z.array(status).optional().describe("May be repeated.");

export const listUnits = operation({
  id: "listUnits",
  method: "GET",
  path: `${path}/units`,
  tag,
  summary: "List the units of a node",
  description:
    "`reservable` answers for the asked term; without one, for a reservation that starts now and has no end.",
  permission: "reservation.read",
  access: "node.see",
  params: node,
  query: z.strictObject({
    startsAt: instant().optional().describe("Begin of the asked term; now unless said otherwise."),
    endsAt: instant().optional().describe("End of the asked term; open-ended unless said otherwise."),
  }),
  answer: { status: 200, schema: z.array(unitSchema) },
});

export const createReservation = operation({
  id: "createReservation",
  method: "POST",
  path,
  tag,
  summary: "Reserve units for an audience and a term",
  description: "All units or none: a refused create names every refused unit in `details.units`.",
  permission: "reservation.manage",
  access: "node.manage",
  params: node,
  body: z.strictObject({
    unitIds: idList(),
    allowedOrgIds,
    managingOrgIds,
    contractRef,
    reason,
    startsAt: absentNull(instant()).describe("Now unless said otherwise; up to 5 minutes past counts as now."),
    endsAt: absentNull(instant()).describe("The first instant that is no longer of the term; open-ended without."),
  }),
  answer: { status: 201, schema: reservationSchema },
  refusals: ["reservation_overlap", "unit_not_reservable"],
  action: "reservation.create",
});

export const listNodeReservations = operation({
  id: "listNodeReservations",
  method: "GET",
  path,
  tag,
  summary: "List the reservations of a node, newest first",
  permission: "reservation.read",
  access: "node.see",
  params: node,
  query: z.strictObject({ status: statusFilter, ...paging }),
  answer: { status: 200, schema: reservationPage },
});

export const getReservation = operation({
  id: "getReservation",
  method: "GET",
  path: onePath,
  tag,
  summary: "Read one reservation",
  permission: "reservation.read",
  access: "reservation.see",
  params: one,
  answer: { status: 200, schema: reservationSchema },
});

export const changeReservation = operation({
  id: "changeReservation",
  method: "PATCH",
  path: onePath,
  tag,
  summary: "Change a pending or active reservation",
  description: "Fields left out stay as they are. `endsAt: null` opens the term; any other null counts as left out.",
  permission: "reservation.manage",
  access: "reservation.manage",
  params: one,
  body: z.strictObject({
    endsAt: instant().nullable().optional().describe("null opens the term."),
    allowedOrgIds: absentNull(allowedOrgIds),
    managingOrgIds,
    contractRef,
    reason,
  }),
  answer: { status: 200, schema: reservationSchema },
  refusals: ["reservation_overlap", "wrong_status"],
  action: "reservation.change",
});

export const cancelReservation = operation({
  id: "cancelReservation",
  method: "POST",
  path: `${onePath}/cancel`,
  tag,
  summary: "Cancel a reservation, or take units out of it",
  description: "Naming all units is the same as naming none. Workloads run on. Cancelling again changes nothing.",
  permission: "reservation.manage",
  access: "reservation.manage",
  params: one,
  body: z.strictObject({ reason, unitIds: absentNull(idList()) }),
  answer: { status: 200, schema: reservationSchema },
  refusals: ["wrong_status"],
  action: "reservation.cancel",
});

export const reaffirmReservation = operation({
  id: "reaffirmReservation",
  method: "POST",
  path: `${onePath}/reaffirm`,
  tag,
  summary: "Bring a reservation in review back, on the node's current topology",
  description: "Without `unitIds` it keeps its units where each is as it was; with them it moves to those units.",
  permission: "reservation.manage",
  access: "reservation.manage",
  params: one,
  body: z.strictObject({ reason, unitIds: absentNull(idList()) }),
  answer: { status: 200, schema: reservationSchema },
  refusals: ["wrong_status", "topology_mismatch", "reservation_overlap", "unit_not_reservable"],
  action: "reservation.reaffirm",
});

export const releaseUnits = operation({
  id: "releaseUnits",
  method: "POST",
  path: `${onePath}/release`,
  tag,
  summary: "Put reserved units on the spot market",
  description: "Anyone may be placed on them, only at tier spot, until they are reclaimed.",
  permission: "reservation.capacity",
  access: "reservation.release",
  params: one,
  body: z.strictObject({ unitIds: idList(), reason }),
  answer: { status: 200, schema: reservationSchema },
  refusals: ["wrong_status"],
  action: "reservation.release",
});

export const reclaimUnits = operation({
  id: "reclaimUnits",
  method: "POST",
  path: `${onePath}/reclaim`,
  tag,
  summary: "Take units off the spot market and end the spot workloads on them",
  description:
    "`dryRun: true` changes nothing and answers `wouldTerminate`, `wouldSkip` and a `planToken`; sent back as `expectPlan` it binds the real call to that preview. A retry without an Idempotency-Key is a new order: it may end workloads that started in between.",
  permission: "reservation.capacity",
  access: "reservation.reclaim",
  params: one,
  body: z.strictObject({
    unitIds: idList(),
    reason,
    dryRun: z.boolean().optional().describe("Say what would happen, and change nothing."),
    expectPlan: absentNull(id()).describe(
      "`planToken` of a dry run: 409 `plan_changed` where workloads or topology are others by now.",
    ),
  }),
  answer: { status: 200, schema: reclaimedSchema },
  refusals: ["wrong_status", "plan_changed"],
  action: "reservation.reclaim",
});

export const listReservations = operation({
  id: "listReservations",
  method: "GET",
  path: "/v1/reservations",
  tag,
  summary: "List all reservations that the caller may read, newest first",
  description: "`role=audience` lists those that grant units to the caller's own org, without the other orgs named.",
  permission: "reservation.read",
  access: "caller",
  query: z.strictObject({
    status: statusFilter,
    nodeId: id().optional(),
    orgId: id().optional().describe("An org of the audience."),
    endsBefore: instant().optional(),
    role: z.literal("audience").optional().describe("Those that grant units to the caller's own org."),
    ...paging,
  }),
  answer: { status: 200, schema: reservationPage },
});

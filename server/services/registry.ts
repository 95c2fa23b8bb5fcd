import type { AnswerOf, InputOf } from "@/server/contract/operation";
import type { OperationId, operations } from "@/server/contract/operations";
import { cancelReservation } from "./cancel-reservation";
import { changeReservation } from "./change-reservation";
import { createApiKey } from "./create-api-key";
import { createNode } from "./create-node";
import { createOrg } from "./create-org";
import { createReservation } from "./create-reservation";
import { createWorkload } from "./create-workload";
import { getNode } from "./get-node";
import { getOrg } from "./get-org";
import { getReservation } from "./get-reservation";
import { getWorkload } from "./get-workload";
import { gpuAvailability } from "./gpu-availability";
import { listApiKeys } from "./list-api-keys";
import { listGpuModels } from "./list-gpu-models";
import { listNodeAudit } from "./list-node-audit";
import { listNodeReservations } from "./list-node-reservations";
import { listNodes } from "./list-nodes";
import { listOrgs } from "./list-orgs";
import { listReservations } from "./list-reservations";
import { listUnits } from "./list-units";
import { listWorkloads } from "./list-workloads";
import { previewInventory } from "./preview-inventory";
import { putInventory } from "./put-inventory";
import { reaffirmReservation } from "./reaffirm-reservation";
import { reclaimUnits } from "./reclaim-units";
import { releaseUnits } from "./release-units";
import { revokeApiKey } from "./revoke-api-key";
import type { Context } from "./shared/context";
import { terminateWorkload } from "./terminate-workload";
import { updateNode } from "./update-node";
import { whoami } from "./whoami";

type Services = {
  [K in OperationId]: (
    ctx: Context,
    input: InputOf<(typeof operations)[K]>,
  ) => Promise<AnswerOf<(typeof operations)[K]>>;
};

/** Which service carries out which call of the operation table. */
export const services: Services = {
  whoami,
  listNodes,
  getNode,
  createNode,
  updateNode,
  putInventory,
  previewInventory,
  listUnits,
  createReservation,
  listNodeReservations,
  getReservation,
  changeReservation,
  cancelReservation,
  reaffirmReservation,
  releaseUnits,
  reclaimUnits,
  listReservations,
  listNodeAudit,
  listGpuModels,
  getGpuAvailability: gpuAvailability,
  createVm: (ctx, input) => createWorkload(ctx, "vm", input),
  listVms: (ctx, input) => listWorkloads(ctx, "vm", input),
  getVm: (ctx, input) => getWorkload(ctx, "vm", input),
  terminateVm: (ctx, input) => terminateWorkload(ctx, "vm", input),
  createPod: (ctx, input) => createWorkload(ctx, "pod", input),
  listPods: (ctx, input) => listWorkloads(ctx, "pod", input),
  getPod: (ctx, input) => getWorkload(ctx, "pod", input),
  terminatePod: (ctx, input) => terminateWorkload(ctx, "pod", input),
  createOrg,
  listOrgs,
  getOrg,
  listApiKeys,
  createApiKey,
  revokeApiKey,
};

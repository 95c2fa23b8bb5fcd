import { listNodeAudit } from "./audit";
import { createNode, getNode, listNodes, previewInventory, putInventory, updateNode } from "./nodes";
import type { Operation } from "./operation";
import { createApiKey, createOrg, getOrg, listApiKeys, listOrgs, revokeApiKey, whoami } from "./orgs";
import * as reservations from "./reservations";
import { getGpuAvailability, listGpuModels, pods, vms } from "./workloads";

/** Every call of the API. The REST handler, the tRPC inputs, the OpenAPI document and the tests are made from this table. */
export const operations = {
  whoami,
  listNodes,
  getNode,
  createNode,
  updateNode,
  putInventory,
  previewInventory,
  listUnits: reservations.listUnits,
  createReservation: reservations.createReservation,
  listNodeReservations: reservations.listNodeReservations,
  getReservation: reservations.getReservation,
  changeReservation: reservations.changeReservation,
  cancelReservation: reservations.cancelReservation,
  reaffirmReservation: reservations.reaffirmReservation,
  releaseUnits: reservations.releaseUnits,
  reclaimUnits: reservations.reclaimUnits,
  listReservations: reservations.listReservations,
  listNodeAudit,
  listGpuModels,
  getGpuAvailability,
  createVm: vms.create,
  listVms: vms.list,
  getVm: vms.get,
  terminateVm: vms.terminate,
  createPod: pods.create,
  listPods: pods.list,
  getPod: pods.get,
  terminatePod: pods.terminate,
  createOrg,
  listOrgs,
  getOrg,
  listApiKeys,
  createApiKey,
  revokeApiKey,
};

export type OperationId = keyof typeof operations;

export const allOperations = Object.values(operations) as Operation[];

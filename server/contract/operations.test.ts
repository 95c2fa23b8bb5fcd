import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Operation } from "./operation";
import { allOperations, type OperationId, operations } from "./operations";

/** The table of section 7: method and path, permission, status of success. */
const TABLE: readonly (readonly [OperationId, string, string | undefined, number])[] = [
  ["listUnits", "GET /v1/nodes/{nodeId}/reservations/units", "reservation.read", 200],
  ["createReservation", "POST /v1/nodes/{nodeId}/reservations", "reservation.manage", 201],
  ["listNodeReservations", "GET /v1/nodes/{nodeId}/reservations", "reservation.read", 200],
  ["getReservation", "GET /v1/nodes/{nodeId}/reservations/{reservationId}", "reservation.read", 200],
  ["changeReservation", "PATCH /v1/nodes/{nodeId}/reservations/{reservationId}", "reservation.manage", 200],
  ["releaseUnits", "POST /v1/nodes/{nodeId}/reservations/{reservationId}/release", "reservation.capacity", 200],
  ["reclaimUnits", "POST /v1/nodes/{nodeId}/reservations/{reservationId}/reclaim", "reservation.capacity", 200],
  ["cancelReservation", "POST /v1/nodes/{nodeId}/reservations/{reservationId}/cancel", "reservation.manage", 200],
  ["reaffirmReservation", "POST /v1/nodes/{nodeId}/reservations/{reservationId}/reaffirm", "reservation.manage", 200],
  ["listReservations", "GET /v1/reservations", "reservation.read", 200],
  ["listNodes", "GET /v1/nodes", "node.read", 200],
  ["getNode", "GET /v1/nodes/{nodeId}", "node.read", 200],
  ["createNode", "POST /v1/orgs/{orgId}/nodes", "node.write", 201],
  ["updateNode", "PATCH /v1/nodes/{nodeId}", "node.write", 200],
  ["putInventory", "PUT /v1/nodes/{nodeId}/inventory", "node.write", 200],
  ["previewInventory", "POST /v1/inventory/preview", "node.write", 200],
  ["listNodeAudit", "GET /v1/nodes/{nodeId}/audit", "audit.read", 200],
  ["listGpuModels", "GET /v1/gpu-models", "vm.read", 200],
  ["getGpuAvailability", "GET /v1/gpu-availability", "vm.read", 200],
  ["createVm", "POST /v1/orgs/{orgId}/vms/create", "vm.write", 201],
  ["createPod", "POST /v1/orgs/{orgId}/pods/create", "vm.write", 201],
  ["listVms", "GET /v1/orgs/{orgId}/vms", "vm.read", 200],
  ["listPods", "GET /v1/orgs/{orgId}/pods", "vm.read", 200],
  ["getVm", "GET /v1/vms/{workloadId}", "vm.read", 200],
  ["getPod", "GET /v1/pods/{workloadId}", "vm.read", 200],
  ["terminateVm", "POST /v1/vms/{workloadId}/terminate", "vm.write", 200],
  ["terminatePod", "POST /v1/pods/{workloadId}/terminate", "vm.write", 200],
  ["createOrg", "POST /v1/orgs", "org.manage", 201],
  ["listOrgs", "GET /v1/orgs", "org.manage", 200],
  ["getOrg", "GET /v1/orgs/{orgId}", "org.manage", 200],
  ["listApiKeys", "GET /v1/orgs/{orgId}/api-keys", "apikey.manage", 200],
  ["createApiKey", "POST /v1/orgs/{orgId}/api-keys/create", "apikey.manage", 201],
  ["revokeApiKey", "DELETE /v1/orgs/{orgId}/api-keys/{keyId}", "apikey.manage", 204],
  ["whoami", "GET /v1/whoami", undefined, 200],
];

const shapeOf = (schema: z.ZodType | undefined) => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});

describe("the operation table, section 7", () => {
  it("has every call of the contract and no other", () => {
    expect(Object.keys(operations).sort()).toEqual(TABLE.map(([id]) => id).sort());
  });

  it.each(TABLE)("%s is %s", (id, call, permission, status) => {
    const op: Operation = operations[id];
    expect(op.id).toBe(id);
    expect(`${op.method} ${op.path}`).toBe(call);
    expect(op.permission).toBe(permission);
    expect(op.answer.status).toBe(status);
  });

  it.each(allOperations.map((op) => [op.id, op] as const))("%s is strict and complete in itself", (_, op) => {
    const inPath = [...op.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(shapeOf(op.params)).toEqual(inPath);
    expect(op.query.safeParse({ dry_run: "true" }).success).toBe(false);
    expect(op.body?.safeParse({ noSuchName: 1 }).success ?? false).toBe(false);
    for (const value of [null, [], "x", 1, true]) expect(op.body?.safeParse(value).success ?? false).toBe(false);
    // They reach the service as one input: no name may mean two things.
    const names = [...shapeOf(op.params), ...shapeOf(op.query), ...shapeOf(op.body)];
    expect(new Set(names).size).toBe(names.length);
    expect(op.body === undefined).toBe(op.method === "GET" || op.method === "DELETE");
  });

  it("names what every call that changes something is called in the trail", () => {
    const silent = allOperations.filter((op) => op.action === undefined).map((op) => op.id);
    const reading = allOperations.filter((op) => op.method === "GET").map((op) => op.id);
    expect(silent.sort()).toEqual([...reading, "previewInventory"].sort());
  });

  it("takes bodies of 256 KiB, and of 4 MiB where an inventory comes", () => {
    const large = allOperations.filter((op) => op.bodyLimit !== undefined);
    expect(large.map((op) => [op.id, op.bodyLimit]).sort()).toEqual([
      ["previewInventory", 4 * 1024 * 1024],
      ["putInventory", 4 * 1024 * 1024],
    ]);
  });
});

import { z } from "zod";
import { gpuModelId } from "./inventory-unit";
import { operation } from "./operation";
import { pageOf, paging } from "./page";
import { absentNull, id, MAX_NAME, requiredText, time } from "./text";

const tag = "Workloads";
export const TIERS = ["community", "verified", "spot"] as const;
const tier = z.enum(TIERS).meta({
  id: "Tier",
  description: "A `spot` workload may be ended by a reclaim; `verified` finds open units in the verified pool only.",
});
const MAX_GPUS = 1024;

export const workloadSchema = z
  .strictObject({
    id: z.string(),
    organizationId: z.string().describe("The org that runs it."),
    name: z.string(),
    status: z.enum(["running", "terminating", "terminated"]).meta({ id: "WorkloadStatus" }),
    statusReason: z.string().optional().describe("Why it was ended, in one sentence."),
    tier,
    gpuModelId,
    gpuCount: z.int().positive(),
    nodeId: z.string(),
    unitIds: z.array(z.string()).describe("Units of the node, all of them whole; their GPUs add up to `gpuCount`."),
    createdAt: time(),
    terminatedAt: time().optional(),
  })
  .meta({ id: "Workload" });
const workloadPage = pageOf(workloadSchema).meta({ id: "WorkloadPage" });

const count = z
  .int({ message: "must be a whole number" })
  .min(1, { message: `must be a whole number from 1 to ${MAX_GPUS}` })
  .max(MAX_GPUS, { message: `must be a whole number from 1 to ${MAX_GPUS}` });

const org = z.strictObject({ orgId: z.string() });
const one = z.strictObject({ workloadId: z.string() });
const answer = { status: 200, schema: workloadSchema } as const;

const newWorkload = z.strictObject({
  name: requiredText(MAX_NAME),
  gpuModelId: id().describe("As in `GET /v1/gpu-models`."),
  gpuCount: count.describe("Filled on one node, with whole units that add up to exactly this many GPUs."),
  tier: absentNull(tier).describe("`community` unless said otherwise."),
});

/** The calls of one kind of workload; `vm` claims vfio-group units, `pod` device-request ones. */
function workloadOperations<K extends "vm" | "pod">(kind: K, plural: "vms" | "pods", Kind: "Vm" | "Pod") {
  return {
    create: operation({
      id: `create${Kind}`,
      method: "POST",
      path: `/v1/orgs/{orgId}/${plural}/create`,
      tag,
      summary: `Start a ${kind} on whole units of one node`,
      permission: "vm.write",
      access: "org",
      params: org,
      body: newWorkload,
      answer: { status: 201, schema: workloadSchema },
      refusals: ["no_capacity"],
      action: "workload.create",
    }),
    list: operation({
      id: `list${Kind}s`,
      method: "GET",
      path: `/v1/orgs/{orgId}/${plural}`,
      tag,
      summary: `List the ${plural} of an org, newest first`,
      permission: "vm.read",
      access: "org",
      params: org,
      query: z.strictObject({ ...paging }),
      answer: { status: 200, schema: workloadPage },
    }),
    get: operation({
      id: `get${Kind}`,
      method: "GET",
      path: `/v1/${plural}/{workloadId}`,
      tag,
      summary: `Read one ${kind}`,
      permission: "vm.read",
      access: "workload.see",
      params: one,
      answer,
    }),
    terminate: operation({
      id: `terminate${Kind}`,
      method: "POST",
      path: `/v1/${plural}/{workloadId}/terminate`,
      tag,
      summary: `End one ${kind}`,
      description:
        "Its own org always may; others only spot workloads on reserved units. Repeating it changes nothing.",
      permission: "vm.write",
      access: "workload.terminate",
      params: one,
      body: z.strictObject({}),
      answer,
      action: "workload.terminate",
    }),
  };
}

export const vms = workloadOperations("vm", "vms", "Vm");
export const pods = workloadOperations("pod", "pods", "Pod");

const offer = z
  .strictObject({
    totalGpus: z.int().nonnegative().describe("Free plus claimed; withheld units are in none of these numbers."),
    freeGpus: z.int().nonnegative(),
    maxPlaceableGpus: z.int().nonnegative().describe("The largest of `placeableGpuCounts`; 0 without any."),
    placeableGpuCounts: z.array(z.int().positive()).describe("A promise: each can be placed right now."),
  })
  .meta({ id: "Offer" });

export const listGpuModels = operation({
  id: "listGpuModels",
  method: "GET",
  path: "/v1/gpu-models",
  tag: "Catalog",
  summary: "List the GPU models known here",
  permission: "vm.read",
  access: "caller",
  answer: {
    status: 200,
    schema: z.array(z.strictObject({ id: z.string(), name: z.string() }).meta({ id: "GpuModel" })),
  },
});

export const getGpuAvailability = operation({
  id: "getGpuAvailability",
  method: "GET",
  path: "/v1/gpu-availability",
  tag: "Catalog",
  summary: "What can be placed for the calling org at a tier",
  permission: "vm.read",
  access: "caller",
  query: z.strictObject({ tier: tier.optional().describe("`community` unless said otherwise.") }),
  answer: {
    status: 200,
    schema: z.array(
      z
        .strictObject({
          gpuModelId,
          vm: offer.describe("What VMs can have."),
          cluster: offer.describe("What pods can have."),
        })
        .meta({ id: "Availability" }),
    ),
  },
});

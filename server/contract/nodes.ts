import { z } from "zod";
import { gpuModelId, inventoryUnitSchema } from "./inventory-unit";
import { INVENTORY_BODY_LIMIT, operation } from "./operation";
import { pageOf, paging } from "./page";
import { inventorySource, linkSchema, topologyDifferenceSchema } from "./report";
import { absentNull, id, instant, MAX_NAME, optionalText, requiredText, time } from "./text";

const tag = "Nodes";
const pool = z.enum(["community", "verified"]).meta({
  id: "Pool",
  description: "At tier `verified` only open units of the `verified` pool are offered.",
});
const nodeStatus = z.enum(["online", "draining", "maintenance", "removed"]).meta({
  id: "NodeStatus",
  description: "Only on an `online` node is anything placed or reserved; what runs on another runs on.",
});
const node = z.strictObject({ nodeId: z.string() });

export const nodeSchema = z
  .strictObject({
    id: z.string(),
    hostname: z.string(),
    organizationId: z.string().describe("The org that owns the node."),
    pool,
    status: nodeStatus,
    topologyGen: z.int().positive().describe("Starts at 1 and rises by one whenever the set of units changes."),
    gpus: z
      .array(
        z
          .strictObject({ gpuModelId, gpuModelName: z.string().optional(), quantity: z.int().positive() })
          .meta({ id: "NodeGpus" }),
      )
      .describe("All GPUs of the last report by model, sellable or not."),
    createdAt: time(),
    reportedAt: time().optional().describe("When the last report was made; absent before the first one."),
    locationCity: z.string().optional(),
    locationCountry: z.string().optional(),
  })
  .meta({ id: "Node" });
const nodePage = pageOf(nodeSchema).meta({ id: "NodePage" });

export const listNodes = operation({
  id: "listNodes",
  method: "GET",
  path: "/v1/nodes",
  tag,
  summary: "List the nodes that the caller may see",
  permission: "node.read",
  access: "caller",
  query: z.strictObject({ ...paging }),
  answer: { status: 200, schema: nodePage },
});

export const getNode = operation({
  id: "getNode",
  method: "GET",
  path: "/v1/nodes/{nodeId}",
  tag,
  summary: "Read one node",
  permission: "node.read",
  access: "node.see",
  params: node,
  answer: { status: 200, schema: nodeSchema },
});

export const createNode = operation({
  id: "createNode",
  method: "POST",
  path: "/v1/orgs/{orgId}/nodes",
  tag,
  summary: "Register a node of an org",
  description: "It has no units until its first inventory report.",
  permission: "node.write",
  access: "org",
  params: z.strictObject({ orgId: z.string() }),
  body: z.strictObject({
    hostname: requiredText(MAX_NAME),
    pool: absentNull(pool).describe("`community` unless said otherwise."),
    locationCity: optionalText(MAX_NAME),
    locationCountry: optionalText(MAX_NAME),
  }),
  answer: { status: 201, schema: nodeSchema },
  action: "node.create",
});

export const updateNode = operation({
  id: "updateNode",
  method: "PATCH",
  path: "/v1/nodes/{nodeId}",
  tag,
  summary: "Change a node's status, or (platform org only) its pool",
  permission: "node.write",
  access: "node.operate",
  params: node,
  body: z.strictObject({ status: absentNull(nodeStatus), pool: absentNull(pool) }),
  answer: { status: 200, schema: nodeSchema },
  action: "node.update",
});

export const putInventory = operation({
  id: "putInventory",
  method: "PUT",
  path: "/v1/nodes/{nodeId}/inventory",
  tag,
  summary: "Store what a node reports about its GPUs",
  description:
    "Send either `inventory` (a JSON report) or `text` (what lspci, nvidia-smi and their like print). If the set of units differs from the stored one, `topologyGen` rises and live reservations of the node need review.",
  permission: "node.write",
  access: "node.operate",
  params: node,
  body: inventorySource({
    reportedAt: absentNull(instant()).describe("When the report was made; now unless said otherwise."),
    acceptPartial: z.boolean().optional().describe("Store a report that could be read only in part."),
  }),
  bodyLimit: INVENTORY_BODY_LIMIT,
  answer: {
    status: 200,
    schema: z
      .strictObject({
        node: nodeSchema,
        units: z.array(inventoryUnitSchema),
        warnings: z.array(z.string()).describe("One sentence each."),
        changed: z.boolean().describe("Whether the set of units differs from what was stored before."),
      })
      .meta({ id: "StoredInventory" }),
  },
  action: "node.inventory",
});

export const previewInventory = operation({
  id: "previewInventory",
  method: "POST",
  path: "/v1/inventory/preview",
  tag,
  summary: "Read a report without storing it",
  description: "With `nodeId` the answer carries the difference to what is stored for that node.",
  permission: "node.write",
  access: "caller",
  body: inventorySource({ nodeId: absentNull(id()).describe("The node to compare with.") }),
  bodyLimit: INVENTORY_BODY_LIMIT,
  answer: {
    status: 200,
    schema: z
      .strictObject({
        accept: z
          .enum(["yes", "partial", "no"])
          .describe("`partial`: it would be stored with `acceptPartial: true` only."),
        units: z.array(inventoryUnitSchema),
        nvswitchCount: z.int().nonnegative(),
        links: z.array(linkSchema),
        ignored: z
          .array(
            z
              .strictObject({
                bdf: z.string().optional(),
                vendorDevice: z.string().optional(),
                reason: z.string(),
                line: z.int().optional().describe("Line of the pasted text, from 1."),
              })
              .meta({ id: "IgnoredDevice" }),
          )
          .describe("Devices that were seen and are no GPUs for sale."),
        warnings: z.array(z.string()).describe("One sentence each."),
        errors: z.array(z.string()).describe("Why it is not accepted, or not whole; one sentence each."),
        difference: topologyDifferenceSchema.optional(),
      })
      .meta({ id: "InventoryPreview" }),
  },
});

import { z } from "zod";

export const allocClass = z
  .enum(["vfio-group", "device-request"])
  .meta({ id: "AllocClass", description: "`vfio-group` is sold to VMs, `device-request` to pods." });
export const gpuModelId = z.string().describe("As in `GET /v1/gpu-models`.");
export const unitId = z
  .string()
  .describe("The lowest GPU address in the unit, such as `0000:04:00.0`; unique within its node.");
const bdf = z.string().describe("PCI address, lower case, with a four-digit domain.");

/** A unit as a report describes it (contract, section 7, "Inventory unit"). */
export const inventoryUnitSchema = z
  .strictObject({
    id: unitId,
    allocClass,
    sellable: z.boolean(),
    notSellableReason: z.string().optional().describe("One sentence that names what is in the way."),
    sellableGpus: z.int().nonnegative().describe("GPUs of the unit; 0 when not sellable."),
    gpuModelId,
    gpuModelName: z.string().optional(),
    iommuGroup: z.int().optional().describe("Absent where the host has no IOMMU groups."),
    gpus: z.array(
      z
        .strictObject({
          bdf,
          vendorDevice: z.string().optional().describe("PCI vendor and device id, such as `10de:2330`."),
          name: z.string().optional().describe("As the listing has it."),
          numa: z.int().optional().describe("NUMA node."),
          uuid: z.string().optional().describe("As the vendor's tool prints it."),
          pciPath: z.array(z.string()).optional().describe("Addresses from the root port down to the GPU."),
        })
        .meta({ id: "InventoryGpu" }),
    ),
    groupmates: z
      .array(
        z
          .strictObject({
            bdf,
            pciClass: z.string().describe("Four hexadecimal digits, such as `0200`."),
            name: z.string().optional(),
          })
          .meta({ id: "Groupmate" }),
      )
      .optional()
      .describe("What else is in the unit's IOMMU group."),
  })
  .meta({ id: "InventoryUnit" });

import { z } from "zod";

/** A unit as a report describes it (contract, section 7, "Inventory unit"). */
export const inventoryUnitSchema = z
  .strictObject({
    id: z.string(),
    allocClass: z.enum(["vfio-group", "device-request"]),
    sellable: z.boolean(),
    notSellableReason: z.string().optional(),
    sellableGpus: z.int().nonnegative().meta({ description: "0 when not sellable." }),
    gpuModelId: z.string(),
    gpuModelName: z.string().optional(),
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
    groupmates: z
      .array(z.strictObject({ bdf: z.string(), pciClass: z.string(), name: z.string().optional() }))
      .optional(),
  })
  .meta({ id: "InventoryUnit" });

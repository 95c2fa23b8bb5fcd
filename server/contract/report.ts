import { z } from "zod";
import { INVENTORY_BODY_LIMIT } from "./operation";
import { absentNull, text } from "./text";

const word = text(300);
const address = word.describe("PCI address, in any spelling that tools print.");
const deviceId = word.describe("PCI vendor and device id, such as `10de:2330`.");
const pciClass = word.describe("Four hexadecimal digits, such as `0302`.");
const count = z.int().nonnegative().max(4096);
/** A field that reporters leave out where they know nothing. */
const orElse = <T extends z.ZodType>(schema: T, otherwise: z.output<T>) =>
  schema.nullish().transform((value) => value ?? otherwise);
const list = <T extends z.ZodType>(item: T) => z.array(item).max(4096, { message: "must hold at most 4096 entries" });

const reportedDevice = z
  .strictObject({
    pciDeviceId: deviceId,
    pciClass,
    pciName: orElse(word, "").describe("As the machine names it."),
    count: absentNull(count).describe("How many there are; as many as `bdfs` unless said otherwise."),
    bdfs: list(address).describe("PCI addresses of all GPUs of this model."),
  })
  .meta({ id: "ReportedDevice" });

const reportedGroup = z
  .strictObject({
    group: z.int().nonnegative().describe("Number of the IOMMU group."),
    gpus: list(z.strictObject({ bdf: address, deviceId: orElse(deviceId, "") }).meta({ id: "ReportedGpu" })),
    others: absentNull(
      list(
        z.strictObject({ bdf: address, deviceId: orElse(deviceId, ""), pciClass }).meta({ id: "ReportedGroupmate" }),
      ),
    ).describe("Members that are no GPUs."),
  })
  .meta({ id: "ReportedGroup" });

const reportedLink = z.strictObject({ a: address, b: address, type: word }).meta({ id: "ReportedLink" });

/** A JSON inventory report, version 1 (contract, section 6). */
export const reportSchema = z
  .strictObject({
    version: z.literal(1),
    source: z
      .enum(["lspci", "lspci+nvidia-smi", "none"])
      .describe("`none` says that nothing could be detected; it is refused and never read as a machine without GPUs."),
    devices: list(
      reportedDevice.transform((device) => ({ ...device, count: device.count ?? device.bdfs.length })),
    ).describe("GPUs by model."),
    iommuGroups: orElse(list(reportedGroup), []).describe("IOMMU groups that hold a GPU; none where the IOMMU is off."),
    nvswitchCount: orElse(count, 0),
    driverVersion: absentNull(word),
    numa: absentNull(z.record(word, z.int().min(-1).max(1023))).describe(
      "NUMA node by PCI address; -1 where the machine doesn't say.",
    ),
    links: absentNull(list(reportedLink)).describe("How pairs of GPUs are connected."),
    uuids: absentNull(z.record(word, word)).describe("GPU UUID by PCI address."),
    virtualFunctions: absentNull(list(address)).describe("SR-IOV virtual functions: never GPUs of their own."),
  })
  .meta({ id: "InventoryReport" });

/** A report as JSON (`inventory`) or as pasted text (`text`): exactly one of the two, beside the call's own fields. */
export const inventorySource = <T extends z.ZodRawShape>(fields: T) =>
  z
    .strictObject({
      inventory: absentNull(reportSchema).describe("A JSON report; either this or `text`."),
      text: absentNull(text(INVENTORY_BODY_LIMIT)).describe("What a machine prints; either this or `inventory`."),
      ...fields,
    })
    .superRefine((value, issues) => {
      const { inventory, text: paste } = value as { inventory?: unknown; text?: unknown };
      if ((inventory === undefined) === (paste === undefined)) {
        issues.addIssue({
          code: "custom",
          path: ["inventory"],
          message: "send either inventory or text, and not both",
        });
      }
    });

/** How two GPUs are connected. */
export const linkSchema = z
  .strictObject({
    a: z.string().describe("PCI address of a GPU."),
    b: z.string().describe("PCI address of another."),
    type: z.string().describe("As the tool prints it, such as `NV18`, `PIX` or `XGMI`."),
  })
  .meta({ id: "GpuLink" });

const moves = z.array(
  z
    .strictObject({
      uuid: z.string(),
      from: z.string().describe("PCI address before."),
      to: z.string().describe("PCI address now."),
    })
    .meta({ id: "MovedCard" }),
);
const unitIds = z.array(z.string());

/** How a report differs from what is stored; `reservationIds` would need review once it is stored. */
export const topologyDifferenceSchema = z
  .strictObject({
    changed: z.boolean().describe("Whether the set of units differs from what is stored."),
    new: unitIds.describe("Ids of units that are not stored yet."),
    gone: unitIds.describe("Ids of stored units that the report lacks."),
    kept: unitIds.describe("Ids of units in both, whether or not they stay as they are."),
    regrouped: z
      .array(
        z
          .strictObject({ unitId: z.string(), before: z.array(z.string()), after: z.array(z.string()) })
          .meta({ id: "RegroupedUnit" }),
      )
      .describe("Units that keep their id and hold other GPUs, told by PCI address."),
    altered: z
      .array(
        z
          .strictObject({
            unitId: z.string(),
            what: z.enum(["allocClass", "sellable"]),
            before: z.string(),
            after: z.string(),
          })
          .meta({ id: "AlteredUnit" }),
      )
      .describe("Units that keep id and GPUs and change in something else."),
    moved: moves.describe("Cards found again by UUID at another address."),
    reservationIds: z.array(z.string()).describe("Live reservations that would need review."),
  })
  .meta({ id: "TopologyDifference" });

import { z } from "zod";
import { INVENTORY_BODY_LIMIT } from "./operation";
import { absentNull, text } from "./text";

const word = text(300);
const count = z.int().nonnegative().max(4096);
/** A field that reporters leave out where they know nothing. */
const orElse = <T extends z.ZodType>(schema: T, otherwise: z.output<T>) =>
  schema.nullish().transform((value) => value ?? otherwise);
const list = <T extends z.ZodType>(item: T) => z.array(item).max(4096, { message: "must hold at most 4096 entries" });

/** A JSON inventory report, version 1 (contract, section 6). */
export const reportSchema = z
  .strictObject({
    version: z.literal(1),
    source: z.enum(["lspci", "lspci+nvidia-smi", "none"]),
    devices: list(
      z
        .strictObject({
          pciDeviceId: word,
          pciClass: word,
          pciName: orElse(word, ""),
          count: absentNull(count),
          bdfs: list(word),
        })
        .transform((device) => ({ ...device, count: device.count ?? device.bdfs.length })),
    ),
    iommuGroups: orElse(
      list(
        z.strictObject({
          group: z.int().nonnegative(),
          gpus: list(z.strictObject({ bdf: word, deviceId: orElse(word, "") })),
          others: absentNull(list(z.strictObject({ bdf: word, deviceId: orElse(word, ""), pciClass: word }))),
        }),
      ),
      [],
    ),
    nvswitchCount: orElse(count, 0),
    driverVersion: absentNull(word),
    numa: absentNull(z.record(word, z.int().min(-1).max(1023))),
    links: absentNull(list(z.strictObject({ a: word, b: word, type: word }))),
    uuids: absentNull(z.record(word, word)),
    virtualFunctions: absentNull(list(word)),
  })
  .meta({ id: "InventoryReport" });

/** A report as JSON (`inventory`) or as pasted text (`text`): exactly one of the two, beside the call's own fields. */
export const inventorySource = <T extends z.ZodRawShape>(fields: T) =>
  z
    .strictObject({ inventory: absentNull(reportSchema), text: absentNull(text(INVENTORY_BODY_LIMIT)), ...fields })
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

const moves = z.array(z.strictObject({ uuid: z.string(), from: z.string(), to: z.string() }));

/** How a report differs from what is stored; `reservationIds` would need review once it is stored. */
export const topologyDifferenceSchema = z
  .strictObject({
    changed: z.boolean(),
    new: z.array(z.string()),
    gone: z.array(z.string()),
    kept: z.array(z.string()),
    regrouped: z.array(z.strictObject({ unitId: z.string(), before: z.array(z.string()), after: z.array(z.string()) })),
    altered: z.array(
      z.strictObject({
        unitId: z.string(),
        what: z.enum(["allocClass", "sellable"]),
        before: z.string(),
        after: z.string(),
      }),
    ),
    moved: moves.meta({ description: "Cards found again by UUID at another address." }),
    reservationIds: z.array(z.string()),
  })
  .meta({ id: "TopologyDifference" });

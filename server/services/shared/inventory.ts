import type { LearnedCard, StoredInventory, StoredUnit } from "@/db/queries/inventory";
import { Refusal } from "@/server/domain/errors";
import type { TopologyUnit } from "@/server/domain/topology-diff";
import { readReport } from "@/server/inventory/read-report";
import { readText } from "@/server/inventory/read-text";
import type { InventoryReport } from "@/server/inventory/report";
import type { InventoryMessage, InventoryReading, InventoryUnit } from "@/server/inventory/types";

export interface ReportSource {
  inventory?: InventoryReport | undefined;
  text?: string | undefined;
}

/** Reads a report in whichever form it came. Never throws: what can't be read is said in the reading. */
export function readInventorySource(source: ReportSource): InventoryReading {
  return source.inventory ? readReport(source.inventory) : readText(source.text ?? "");
}

export const messages = (list: readonly InventoryMessage[]): string[] => list.map((each) => each.message);

/** 400 with every reason unless the reading may be stored (contract, section 6). */
export function refuseUnreadable(reading: InventoryReading, acceptPartial: boolean): void {
  if (reading.accept === "yes" || (reading.accept === "partial" && acceptPartial)) return;
  const errors = messages(reading.errors);
  const hint = reading.accept === "partial" ? " To store it as it is, send acceptPartial: true." : "";
  const first = errors[0] ?? "Nothing in the report can be read as a GPU.";
  throw new Refusal("invalid_request", `${first}${hint}`, { errors, warnings: messages(reading.warnings) });
}

/** What makes up the topology of a reported or stored unit. */
export const topologyUnit = (unit: InventoryUnit | StoredUnit): TopologyUnit => ({
  id: unit.id,
  allocClass: unit.allocClass,
  sellable: unit.sellable,
  gpuBdfs: unit.gpus.map((gpu) => gpu.bdf),
  gpuUuids: unit.gpus.map((gpu) => gpu.uuid ?? ""),
  gpuIds: unit.gpus.map((gpu) => gpu.vendorDevice ?? ""),
});

/**
 * Adds to a report what it leaves open and the stored inventory knows of a GPU at the same address: UUID and NUMA
 * node. A plain lspci must not erase what nvidia-smi told.
 */
export function withKnownFacts(units: readonly InventoryUnit[], stored: StoredInventory): InventoryUnit[] {
  const known = new Map(stored.units.flatMap((unit) => unit.gpus.map((gpu) => [gpu.bdf, gpu] as const)));
  const told = new Set(units.flatMap((unit) => unit.gpus.map((gpu) => gpu.uuid)));
  return units.map((unit) => ({
    ...unit,
    gpus: unit.gpus.map((gpu) => {
      const before = known.get(gpu.bdf);
      // A UUID that the report shows elsewhere has moved, and a card of another model is another card.
      const isOther = gpu.vendorDevice && before?.vendorDevice && gpu.vendorDevice !== before.vendorDevice;
      const uuid = gpu.uuid ?? (isOther || told.has(before?.uuid) ? undefined : before?.uuid);
      const numa = gpu.numa ?? before?.numa;
      return { ...gpu, ...(uuid !== undefined && { uuid }), ...(numa !== undefined && { numa }) };
    }),
  }));
}

/** Cards that stay in their places and of which the report tells a UUID or a PCI id that was not known. */
export function learnedCards(units: readonly InventoryUnit[], stored: StoredInventory): LearnedCard[] {
  const known = new Map(stored.units.flatMap((unit) => unit.gpus.map((gpu) => [gpu.bdf, gpu] as const)));
  return units.flatMap((unit) =>
    unit.gpus.flatMap((gpu) => {
      const before = known.get(gpu.bdf);
      const learned = (gpu.uuid && !before?.uuid) || (gpu.vendorDevice && !before?.vendorDevice);
      const isOther = before?.vendorDevice && gpu.vendorDevice && before.vendorDevice !== gpu.vendorDevice;
      const wasOther = before?.uuid && gpu.uuid && before.uuid !== gpu.uuid;
      if (!before || !learned || isOther || wasOther) return [];
      return [{ bdf: gpu.bdf, uuid: gpu.uuid ?? "", id: gpu.vendorDevice ?? "" }];
    }),
  );
}

/** Links that the report tells; where it tells none, those known before between GPUs that are still there. */
export function currentLinks(reading: InventoryReading, before: InventoryReading["links"]): InventoryReading["links"] {
  if (reading.links.length > 0) return reading.links;
  const present = new Set(reading.units.flatMap((unit) => unit.gpus.map((gpu) => gpu.bdf)));
  return before.filter((link) => present.has(link.a) && present.has(link.b));
}

import { type NodeWithGpus, nodesWithGpus, type StoredInventory } from "@/db/queries/inventory";
import { linesAt } from "@/server/inventory/lines";
import type { InventoryMessage, InventoryReading, InventoryUnit } from "@/server/inventory/types";
import { type Context, reader, scopeOf } from "./context";

/** Who sees more of them than this has found out already what happened. */
const MOST_NODES = 8;

type Gpu = InventoryUnit["gpus"][number];

const gpusOf = (units: readonly InventoryUnit[]): Gpu[] => units.flatMap((unit) => unit.gpus);

function warning({ id, hostname, uuids }: NodeWithGpus, gpus: readonly Gpu[]): string {
  const there = gpus.filter((gpu) => uuids.includes(gpu.uuid ?? "")).map((gpu) => gpu.bdf);
  const [gpusAre, they] = there.length === 1 ? ["1 GPU of it is", "it"] : [`${there.length} GPUs of it are`, "they"];
  return `${gpusAre} in the inventory of node ${hostname} (${id}) too: ${there.join(", ")}. If ${they} moved, import that machine anew; if the two nodes are one machine, remove one of them.`;
}

/**
 * A GPU is in one machine: says which of a report's are known on other nodes, of those that the caller may import herself.
 * Nothing is refused for it, since a card that was moved is reported by one of its machines first.
 */
export async function gpusElsewhere(
  ctx: Context,
  nodeId: string,
  reading: Pick<InventoryReading, "units" | "devices">,
  known?: StoredInventory,
): Promise<InventoryMessage[]> {
  const before = new Set(gpusOf(known?.units ?? []).map((gpu) => gpu.uuid));
  const gpus = gpusOf(reading.units).filter((gpu) => gpu.uuid !== undefined && !before.has(gpu.uuid));
  const uuids = gpus.flatMap((gpu) => gpu.uuid ?? []);
  const nodes = await nodesWithGpus(reader(ctx), nodeId, uuids, MOST_NODES, scopeOf(ctx));
  const linesFor = ({ uuids: there }: NodeWithGpus) => {
    const addresses = new Set(gpus.filter((gpu) => there.includes(gpu.uuid ?? "")).map((gpu) => gpu.bdf));
    return reading.devices.filter((device) => addresses.has(device.bdf)).flatMap((device) => device.lines);
  };
  return nodes.map((node) => ({ message: warning(node, gpus), ...linesAt(linesFor(node)) }));
}

import { compareAddresses } from "@/server/inventory/address";
import type { Findings, GpuFamily } from "@/server/inventory/findings";
import type { InventoryMessage } from "@/server/inventory/types";

export interface IndexMap {
  addressOf: Map<number, string>;
  /** How the numbers got their addresses: said by a table, or only counted in the order of the bus. */
  by: "table" | "order" | "none";
  errors: InventoryMessage[];
}

/**
 * Which address a tool's GPU number has. NVIDIA's tools count in the order of the bus, so a complete list of addresses
 * stands in for a missing table; AMD's don't always.
 */
export function indexMap(findings: Findings, family: GpuFamily, gpus: string[]): IndexMap {
  const vendor = family === "nvidia" ? "10de" : "1002";
  const map: IndexMap = { addressOf: new Map(), by: "none", errors: [] };
  for (const { index, bdf, vendor: its, line, source } of findings.sightings) {
    if (index === undefined || its !== vendor) continue;
    const known = map.addressOf.get(index);
    if (known === undefined) map.addressOf.set(index, bdf);
    else if (known !== bdf) {
      const message = `${source} number ${index} is ${known} in one place and ${bdf} in another: are these two machines?`;
      map.errors.push({ message, ...(line && { line }) });
    }
  }
  if (map.addressOf.size > 0) map.by = "table";
  if (family === "nvidia") fillByOrder(findings, map, [...gpus].sort(compareAddresses));
  return map;
}

function fillByOrder(findings: Findings, map: IndexMap, ordered: string[]): void {
  const numbers = new Set([
    ...map.addressOf.keys(),
    ...findings.numbered.filter((gpu) => gpu.family === "nvidia").map((gpu) => gpu.index),
    ...findings.matrices
      .filter((matrix) => matrix.family === "nvidia")
      .flatMap((matrix) => matrix.gpuColumns.map((label) => Number(label.slice(3)))),
  ]);
  const complete = numbers.size > 0 && numbers.size === ordered.length && Math.max(...numbers) === ordered.length - 1;
  const agrees = [...map.addressOf].every(([index, bdf]) => ordered[index] === bdf);
  if (!complete || !agrees || map.addressOf.size === ordered.length) return;
  if (map.by === "none") map.by = "order";
  ordered.forEach((bdf, index) => {
    map.addressOf.set(index, bdf);
  });
}

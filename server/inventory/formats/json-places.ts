import { ADDRESS_SOURCE, normaliseAddress } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { linesAt, locate } from "@/server/inventory/lines";
import type { InventoryMessage, InventoryReading } from "@/server/inventory/types";

/** Address → the lines that spell it, however they do. */
export type Places = Map<string, { lines: Set<number> }>;

const SPELT = new RegExp(`(?<![\\w:.-])${ADDRESS_SOURCE}(?![\\w.])`, "gi");

/** Where a JSON text spells addresses: its values carry no line numbers of their own. */
export function addressPlaces(lines: readonly Line[]): Places {
  const places: Places = new Map();
  for (const line of lines) {
    for (const [spelling] of (line.full ?? line.text).matchAll(SPELT)) {
      const bdf = normaliseAddress(spelling);
      if (!bdf) continue;
      const place = places.get(bdf);
      if (place) place.lines.add(line.n);
      else places.set(bdf, { lines: new Set([line.n]) });
    }
  }
  return places;
}

/** A report that was pasted as text, with the lines that its devices and messages are about. */
export function locateReport(
  reading: InventoryReading,
  places: Places,
  lineOfPart: (part: string) => number,
): InventoryReading {
  const quoted = (item: InventoryMessage): InventoryMessage => {
    const part = item.line === undefined ? /^'([^']{1,60})'/.exec(item.message)?.[1] : undefined;
    return part === undefined ? item : { ...item, ...linesAt([lineOfPart(`"${part}"`)]) };
  };
  const lines = (bdf: string | undefined) => [...(places.get(bdf ?? "")?.lines ?? [])];
  return {
    ...reading,
    errors: locate(reading.errors, places).map(quoted),
    warnings: locate(reading.warnings, places).map(quoted),
    ignored: reading.ignored.map((device) => {
      const { line } = linesAt(lines(device.bdf));
      return line ? { ...device, line } : device;
    }),
    devices: reading.devices.map((device) => ({ ...device, lines: lines(device.bdf) })),
  };
}

import { compareAddresses } from "@/server/inventory/address";
import { pushTo } from "@/server/inventory/collections";
import type { Findings, Sighting } from "@/server/inventory/findings";
import type { InventoryMessage } from "@/server/inventory/types";
import { listOf } from "@/server/inventory/wording";

/** Everything that a paste tells about one PCI function. */
export interface Device extends Sighting {
  sources: Set<string>;
  /** Lines of the paste that mention it. */
  lines: Set<number>;
  hosts: Set<string>;
  /** How much the name is worth: a truncated one is replaced by any other. */
  nameRank: number;
}

export interface Merged {
  devices: Map<string, Device>;
  errors: InventoryMessage[];
  warnings: InventoryMessage[];
}

/** Facts that can't differ between two mentions of one function of one machine, and how to print them. */
const FIRM: readonly { key: "group" | "pciClass"; what: string }[] = [
  { key: "group", what: "IOMMU group" },
  { key: "pciClass", what: "class" },
];

/** One device an address, out of all sightings; contradictions between them are errors. */
export function mergeSightings(findings: Findings): Merged {
  const merged: Merged = { devices: new Map(), errors: [], warnings: [] };
  for (const sighting of findings.sightings) {
    const device = merged.devices.get(sighting.bdf);
    if (device) absorb(device, sighting, merged);
    else merged.devices.set(sighting.bdf, toDevice(sighting));
  }
  dropRepeatedUuids(merged);
  return { ...merged, devices: new Map([...merged.devices].sort(([a], [b]) => compareAddresses(a, b))) };
}

function toDevice(sighting: Sighting): Device {
  return {
    ...sighting,
    sources: new Set([sighting.source]),
    lines: new Set(sighting.line ? [sighting.line] : []),
    hosts: new Set(sighting.host ? [sighting.host] : []),
    nameRank: rankOf(sighting),
  };
}

/** A driver's name beats the PCI table's, and both beat one that a narrow column cut off. */
function rankOf(sighting: Sighting): number {
  if (!sighting.name) return 0;
  if (sighting.name.endsWith("..")) return 1;
  return sighting.assertedGpu ? 3 : 2;
}

function absorb(device: Device, sighting: Sighting, merged: Merged): void {
  device.sources.add(sighting.source);
  if (sighting.line) device.lines.add(sighting.line);
  if (sighting.host) device.hosts.add(sighting.host);
  compareFacts(device, sighting, merged);
  const rank = rankOf(sighting);
  if (rank > device.nameRank) {
    device.name = sighting.name;
    device.nameRank = rank;
  }
  device.vendor ??= sighting.vendor;
  if (device.vendor === sighting.vendor || !sighting.vendor) device.device ??= sighting.device;
  device.line ??= sighting.line;
  device.pciClass ??= sighting.pciClass;
  device.className ??= sighting.className;
  device.description ??= sighting.description;
  device.group ??= sighting.group;
  device.driver ??= sighting.driver;
  device.numa ??= sighting.numa;
  device.uuid ??= sighting.uuid;
  device.path ??= sighting.path;
  device.physicalFunction ??= sighting.physicalFunction;
  device.mig ||= sighting.mig;
  device.virtualFunction ||= sighting.virtualFunction;
  device.assertedGpu ||= sighting.assertedGpu;
  device.partition &&= sighting.partition;
  device.enabledVfs = Math.max(device.enabledVfs ?? 0, sighting.enabledVfs ?? 0) || undefined;
}

function compareFacts(device: Device, sighting: Sighting, merged: Merged): void {
  const disagree = (what: string, a: string | number, b: string | number) => {
    const message = `${device.bdf} has ${what} ${a} in one part of the paste and ${b} in another: are these two machines, or two moments?`;
    merged.errors.push({ message, ...(sighting.line && { line: sighting.line }) });
  };
  for (const { key, what } of FIRM) {
    const [a, b] = [device[key], sighting[key]];
    if (a !== undefined && b !== undefined && a !== b) disagree(what, a, b);
  }
  const [a, b] = [idOf(device), idOf(sighting)];
  if (a && b && a !== b) disagree("id", a, b);
  if (device.uuid && sighting.uuid && device.uuid !== sighting.uuid) disagree("UUID", device.uuid, sighting.uuid);
}

const idOf = (sighting: Sighting) =>
  sighting.vendor && sighting.device ? `${sighting.vendor}:${sighting.device}` : undefined;

/** Longer than any tool prints one. */
const LONGEST_UUID = 100;

/** Whether a UUID tells its GPU from others: one that is all zeros comes from a redacted log. */
export const identifies = (uuid: string): boolean =>
  uuid.length <= LONGEST_UUID && !/^(?:[A-Za-z]+-)?[0-]+$/.test(uuid);

/** UUIDs that two GPUs share come from a redacted log, too, and identify nothing. */
function dropRepeatedUuids(merged: Merged): void {
  const owners = new Map<string, Device[]>();
  for (const device of merged.devices.values()) {
    if (!device.uuid) continue;
    if (!identifies(device.uuid)) {
      device.uuid = undefined;
      continue;
    }
    pushTo(owners, device.uuid, device);
  }
  for (const [uuid, devices] of owners) {
    if (devices.length < 2) continue;
    const where = listOf(devices.map((device) => device.bdf));
    merged.warnings.push({
      message: `UUID ${uuid} is given for ${where}: it identifies none of them and is left out.`,
    });
    for (const device of devices) device.uuid = undefined;
  }
}

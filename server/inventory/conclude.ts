import { adviceOn } from "@/server/inventory/advice";
import { checkAgreement } from "@/server/inventory/agreement";
import { classify } from "@/server/inventory/classify";
import type { Findings, GpuFamily, Numbered } from "@/server/inventory/findings";
import { type IndexMap, indexMap } from "@/server/inventory/indexes";
import { linesAt, locate, unique } from "@/server/inventory/lines";
import { type Linked, resolveLinks } from "@/server/inventory/links";
import { type Device, identifies, mergeSightings } from "@/server/inventory/merge";
import { readDevices } from "@/server/inventory/read-devices";
import type { IgnoredDevice, InventoryMessage, InventoryReading } from "@/server/inventory/types";
import { buildUnits, idOf, isSplit, type Machine, toMachine } from "@/server/inventory/units";
import { count, listOf, wasOrWere } from "@/server/inventory/wording";

/** Many times what any machine has. Whatever is decided about a machine looks at all of its GPUs and links at once. */
const MOST_GPUS = 4_000;
const MOST_LINKS = 20_000;

type Maps = Record<GpuFamily, IndexMap>;

/** The one way from what parsers found, in text or JSON, to units and messages (contract, section 6). */
export function conclude(findings: Findings): InventoryReading {
  const first = mergeSightings(findings);
  const machine = toMachine(first.devices, classify(first.devices));
  const maps = { nvidia: mapFor("nvidia", findings, machine), amd: mapFor("amd", findings, machine) };
  const unplaced = placeNumbered(findings, maps, machine);
  const linked = bounded(resolveLinks(findings, maps, new Set(machine.gpus.map((gpu) => gpu.bdf))));
  for (const gpu of machine.gpus) gpu.numa ??= linked.numa.get(gpu.bdf);
  const units = buildUnits(machine);
  const switches = [...machine.kinds.values()].filter((kind) => kind.kind === "nvswitch").length;
  const nvswitchCount = Math.max(switches, findings.reportedNvswitches ?? 0);
  const agreement = checkAgreement(findings, machine, maps);
  const located = (list: InventoryMessage[]) => locate(unique(list), first.devices);
  const tooMany = sizeErrors(machine);
  const errors = located([
    ...tooMany,
    ...findings.errors,
    ...first.errors,
    ...maps.nvidia.errors,
    ...maps.amd.errors,
    ...agreement.errors,
    ...linked.errors,
    ...unplacedErrors(unplaced),
    ...splitErrors(machine),
    ...migErrors(findings, machine, unplaced),
  ]);
  if (units.length === 0) errors.push(...findings.failures);
  if (units.length === 0 && errors.length === 0) errors.push({ message: nothingFound(findings, machine) });
  const advice = adviceOn({ findings, machine, units, links: linked.links, nvswitchCount });
  return {
    accept: units.length === 0 || tooMany.length > 0 ? "no" : errors.length > 0 ? "partial" : "yes",
    errors,
    warnings: located([
      ...(units.length > 0 ? findings.failures : []),
      ...findings.warnings,
      ...first.warnings,
      ...agreement.warnings,
      ...linked.warnings,
      ...advice,
    ]),
    ignored: ignoredDevices(machine),
    devices: readDevices(machine, units),
    units,
    nvswitchCount,
    links: linked.links,
    ...(findings.driverVersion && { driverVersion: findings.driverVersion }),
    sources: [...findings.sources],
  };
}

function bounded(linked: Linked): Linked {
  const { length } = linked.links;
  if (length <= MOST_LINKS) return linked;
  const message = `${length} links were read, more than any machine has: they are left out.`;
  return { ...linked, links: [], warnings: [...linked.warnings, { message }] };
}

function sizeErrors({ gpus }: Machine): InventoryMessage[] {
  if (gpus.length <= MOST_GPUS) return [];
  return [{ message: `${gpus.length} GPUs were read; a machine has at most ${MOST_GPUS}.` }];
}

function mapFor(family: GpuFamily, findings: Findings, machine: Machine): IndexMap {
  const vendor = family === "nvidia" ? "10de" : "1002";
  const gpus = machine.gpus.filter((gpu) => gpu.vendor === vendor).map((gpu) => gpu.bdf);
  return indexMap(findings, family, gpus);
}

/** Hands names, UUIDs and MIG marks of numbered GPUs to their devices; answers those that have no address. */
function placeNumbered(findings: Findings, maps: Maps, machine: Machine): Numbered[] {
  const unplaced: Numbered[] = [];
  for (const numbered of findings.numbered) {
    const device = machine.devices.get(maps[numbered.family].addressOf.get(numbered.index) ?? "");
    if (!device) {
      unplaced.push(numbered);
      continue;
    }
    if (device.nameRank < 3 && numbered.name && !numbered.name.endsWith("..")) device.name = numbered.name;
    if (numbered.uuid && device.uuid && numbered.uuid !== device.uuid) {
      const message = `${device.bdf} has UUID ${device.uuid} in one part of the paste and ${numbered.uuid} in another: are these two machines?`;
      findings.errors.push({ message, line: numbered.line });
    }
    if (numbered.uuid && identifies(numbered.uuid)) device.uuid ??= numbered.uuid;
    device.device ??= numbered.device;
    device.numa ??= numbered.numa;
    device.mig ||= numbered.mig;
  }
  return unplaced;
}

function unplacedErrors(unplaced: Numbered[]): InventoryMessage[] {
  const sources = [...new Set(unplaced.map((gpu) => gpu.source))];
  return sources.map((source) => {
    const gpus = unplaced.filter((gpu) => gpu.source === source);
    const numbers = new Set(gpus.map((gpu) => gpu.index));
    const names = listOf([...new Set(gpus.flatMap((gpu) => (gpu.name ? [gpu.name] : [])))], 4);
    const named = names === "" ? "" : ` (${names})`;
    const add = gpus[0]?.family === "amd" ? "'rocm-smi --showbus' or 'lspci -Dnn'" : "'nvidia-smi' or 'lspci -Dnn'";
    const message = `'${source}' gives no PCI addresses: ${count(numbers.size, "GPU")}${named} ${wasOrWere(numbers.size)} seen but cannot be imported. Paste ${add}.`;
    return { message, ...linesAt(gpus.map((gpu) => gpu.line)) };
  });
}

function splitErrors(machine: Machine): InventoryMessage[] {
  return machine.gpus
    .filter((gpu) => isSplit(gpu, machine))
    .map((gpu) => {
      const functions = machine.virtualFunctions.get(gpu.bdf) ?? [];
      const which = functions.length > 0 ? `: ${listOf(functions, 4)}` : `: ${gpu.enabledVfs}`;
      const driver = gpu.driver ? `, driver ${gpu.driver}` : "";
      const message =
        `${gpu.bdf} (${gpu.name ?? idOf(gpu) ?? "GPU"}) is split into SR-IOV virtual functions (VF${which}${driver}): ` +
        "disable the VFs; it cannot be offered as a whole GPU as it is.";
      return { message, ...(gpu.line && { line: gpu.line }) };
    });
}

function migErrors(findings: Findings, machine: Machine, unplaced: Numbered[]): InventoryMessage[] {
  const placed = machine.gpus.filter((gpu) => gpu.mig).map((gpu) => gpu.bdf);
  const numbers = [...new Set(unplaced.filter((gpu) => gpu.mig).map((gpu) => `GPU ${gpu.index}`))];
  const inMig = placed.length + numbers.length;
  if (inMig === 0) return [];
  const all = machine.gpus.length + new Set(unplaced.map((gpu) => gpu.index)).size;
  const fromTable = [...findings.migSlices].filter((slice) => slice.startsWith("table ")).length;
  const slices = Math.max(fromTable, findings.migSlices.size - fromTable);
  const counted = slices > 0 ? ` (${count(slices, "slice")})` : "";
  const which =
    inMig === all ? (all === 1 ? "The only GPU" : `All ${count(all, "GPU")}`) : `${inMig} of ${count(all, "GPU")}`;
  const named = placed.length > 0 ? `, namely ${listOf([...placed, ...numbers])}` : "";
  const verb = inMig === 1 ? "is" : "are";
  const lines = machine.gpus.filter((gpu) => gpu.mig).flatMap((gpu) => [...gpu.lines]);
  return [
    {
      ...linesAt([...lines, ...unplaced.filter((gpu) => gpu.mig).map((gpu) => gpu.line), ...findings.migLines]),
      message: `${which} ${verb} in MIG mode${counted}${named}: a GPU split by MIG cannot be reserved whole until MIG is off.`,
    },
  ];
}

function ignoredDevices(machine: Machine): IgnoredDevice[] {
  return [...machine.kinds].flatMap(([bdf, kind]) => {
    const device = machine.devices.get(bdf);
    if (kind.kind !== "ignored" || !device) return [];
    const vendorDevice = idOf(device);
    return [
      { bdf, ...(vendorDevice && { vendorDevice }), reason: kind.reason, ...(device.line && { line: device.line }) },
    ];
  });
}

function nothingFound(findings: Findings, machine: Machine): string {
  const others: Device[] = [...machine.devices.values()].filter((device) => device.pciClass !== undefined);
  if (findings.classlessDevices.size > 0 && others.length === 0) {
    return `The list names ${count(findings.classlessDevices.size, "PCI device")} but not what they are. Paste 'virsh nodedev-dumpxml' of them, or 'lspci -Dnn'.`;
  }
  if (others.length > 0) {
    const ignored = [...machine.kinds.values()].filter((kind) => kind.kind === "ignored").map((kind) => kind.reason);
    const why = ignored.length > 0 ? ` ${listOf([...new Set(ignored)], 3)}` : "";
    return `${count(others.length, "PCI device")} ${wasOrWere(others.length)} read, but none is a GPU that can be sold.${why}`;
  }
  if (machine.devices.size > 0)
    return "Only addresses were read, not what the devices are. Add 'lspci -Dnn' from the same machine.";
  return "No GPU was detected in this text. Paste the output of 'lspci -Dnn', the listing of IOMMU groups, or 'nvidia-smi'.";
}

import { compareAddresses, slotOf } from "@/server/inventory/address";
import type { Kind } from "@/server/inventory/classify";
import { pushTo } from "@/server/inventory/collections";
import { gpuModelIdOf, gpuModelName } from "@/server/inventory/gpu-models";
import type { Device } from "@/server/inventory/merge";
import { classNameOf } from "@/server/inventory/pci";
import type { Groupmate, InventoryGpu, InventoryUnit } from "@/server/inventory/types";
import { listOf } from "@/server/inventory/wording";

export interface Machine {
  devices: Map<string, Device>;
  kinds: Map<string, Kind>;
  gpus: Device[];
  /** GPU address → its virtual functions. */
  virtualFunctions: Map<string, string[]>;
  hasGroups: boolean;
  /** IOMMU group → its members that are no GPUs. */
  mates: Map<number, Device[]>;
}

/** Sorts out which devices are GPUs and which virtual functions are theirs. */
export function toMachine(devices: Map<string, Device>, kinds: Map<string, Kind>): Machine {
  const all = [...devices.values()];
  const virtualFunctions = new Map<string, string[]>();
  const mates = new Map<number, Device[]>();
  for (const [bdf, kind] of kinds) {
    if (kind.kind !== "ignored" || !kind.virtualOf) continue;
    pushTo(virtualFunctions, kind.virtualOf, bdf);
  }
  for (const device of all) {
    if (device.group !== undefined && kinds.get(device.bdf)?.kind !== "gpu") pushTo(mates, device.group, device);
  }
  return {
    mates,
    devices,
    kinds,
    gpus: all.filter((device) => kinds.get(device.bdf)?.kind === "gpu"),
    virtualFunctions,
    hasGroups: all.some((device) => device.group !== undefined),
  };
}

/** Whether a GPU is split into virtual functions, seen or only counted. */
export function isSplit(gpu: Device, machine: Machine): boolean {
  return (machine.virtualFunctions.get(gpu.bdf)?.length ?? 0) > 0 || (gpu.enabledVfs ?? 0) > 0;
}

/** The units of a machine (contract, sections 1 and 6), sorted by id: every GPU is in exactly one. */
export function buildUnits(machine: Machine): InventoryUnit[] {
  const members = new Map<string, Device[]>();
  for (const gpu of machine.gpus) {
    const key = gpu.group === undefined ? gpu.bdf : `group ${gpu.group}`;
    pushTo(members, key, gpu);
  }
  return [...members.values()].map((gpus) => toUnit(gpus, machine)).sort((a, b) => compareAddresses(a.id, b.id));
}

function toUnit(members: Device[], machine: Machine): InventoryUnit {
  const gpus = [...members].sort((a, b) => compareAddresses(a.bdf, b.bdf));
  const first = gpus[0] as Device;
  const group = first.group;
  const mates = group === undefined ? [] : (machine.mates.get(group) ?? []);
  const reasons = reasonsAgainst(gpus, mates, machine);
  const modelId = gpuModelIdOf(first);
  const modelName = gpuModelName(modelId) ?? first.name ?? idOf(first);
  return {
    id: first.bdf,
    allocClass: machine.hasGroups ? "vfio-group" : "device-request",
    sellable: reasons.length === 0,
    ...(reasons.length > 0 && { notSellableReason: reasons.join(" ") }),
    sellableGpus: reasons.length === 0 ? gpus.length : 0,
    gpuModelId: modelId,
    ...(modelName && { gpuModelName: modelName }),
    ...(group !== undefined && { iommuGroup: group }),
    gpus: gpus.map(toGpu),
    groupmates: mates.map((mate) => toGroupmate(mate, machine)),
  };
}

export function idOf(device: Device): string | undefined {
  return device.vendor && device.device ? `${device.vendor}:${device.device}` : undefined;
}

function toGpu(device: Device): InventoryGpu {
  const vendorDevice = idOf(device);
  return {
    bdf: device.bdf,
    ...(vendorDevice && { vendorDevice }),
    ...(device.name && { name: device.name }),
    ...(device.numa !== undefined && { numa: device.numa }),
    ...(device.uuid && { uuid: device.uuid }),
    ...(device.path && device.path.length > 1 && { pciPath: device.path }),
  };
}

/** No class is known for a device that only a list of addresses names; ffff is PCI's own "fits no class". */
const NO_CLASS = "ffff";

function toGroupmate(device: Device, machine: Machine): Groupmate {
  const bridge = device.pciClass === undefined && machine.kinds.get(device.bdf)?.kind === "bridge";
  const pciClass = device.pciClass ?? (bridge ? "0604" : NO_CLASS);
  const name = classNameOf(pciClass) ?? device.className ?? device.name;
  return { bdf: device.bdf, pciClass, ...(name && { name }) };
}

function reasonsAgainst(gpus: Device[], mates: Device[], machine: Machine): string[] {
  const reasons: string[] = [];
  const where = gpus[0]?.group === undefined ? "" : `IOMMU group ${gpus[0].group}`;
  if (machine.hasGroups && where === "") {
    reasons.push(`The IOMMU group of ${gpus[0]?.bdf} is not in the listing: what shares it is not known.`);
  }
  const cards = new Map(gpus.map((gpu) => [slotOf(gpu.bdf), gpu.vendor]));
  const own = new Set(gpus.map((gpu) => gpu.bdf));
  const strangers = mates.filter((mate) => !belongs(mate, cards, own, machine));
  if (strangers.length > 0) {
    const names = listOf(
      strangers.map((device) => labelOf(device, machine)),
      40,
    );
    reasons.push(`${where} also holds ${names}: passing the GPU through would take it from the host.`);
  }
  const split = gpus.filter((gpu) => isSplit(gpu, machine));
  if (split.length > 0) {
    const which = listOf(split.map((gpu) => gpu.bdf));
    reasons.push(
      `${which} is split into SR-IOV virtual functions: it cannot be passed through whole until they are off.`,
    );
  }
  const mig = gpus.filter((gpu) => gpu.mig).map((gpu) => gpu.bdf);
  if (mig.length > 0) reasons.push(`${listOf(mig)} is in MIG mode: it cannot be reserved whole until MIG is off.`);
  return reasons;
}

/** A bridge, or another function of a GPU's card: same slot and, where both are known, same vendor. */
export function belongs(
  mate: Device,
  cards: Map<string, string | undefined>,
  own: Set<string>,
  machine: Machine,
): boolean {
  const kind = machine.kinds.get(mate.bdf);
  if (kind?.kind === "bridge") return true;
  if (kind?.kind === "ignored" && kind.virtualOf) return own.has(kind.virtualOf);
  const slot = slotOf(mate.bdf);
  const vendor = cards.get(slot);
  return cards.has(slot) && (!vendor || !mate.vendor || vendor === mate.vendor);
}

function labelOf(device: Device, machine: Machine): string {
  const kind = machine.kinds.get(device.bdf);
  if (kind?.kind === "unknown") {
    return `${device.bdf} (of unknown kind: ${device.description ?? "only its address is listed"})`;
  }
  const pciClass = device.pciClass ?? NO_CLASS;
  const called = kind?.kind === "ignored" ? kind.what : kind?.kind === "nvswitch" ? "NVSwitch" : undefined;
  const className = called ?? device.className ?? classNameOf(pciClass) ?? "device";
  const name = device.name && kind?.kind === "other" ? `, ${device.name}` : "";
  return `${device.bdf} (${className} [${pciClass}]${name})`;
}

import { slotOf } from "@/server/inventory/address";
import type { Device } from "@/server/inventory/merge";
import { classNameOf } from "@/server/inventory/pci";
import type { DeviceRole, InventoryUnit, ReadDevice } from "@/server/inventory/types";
import { belongs, idOf, type Machine } from "@/server/inventory/units";

/** What is worked out once a unit: a group may have thousands of members. */
interface Host {
  unit: InventoryUnit;
  note: string;
  cards: Map<string, string | undefined>;
  own: Set<string>;
}

/** What became of each device that was read, for the person who wants to know of each line. */
export function readDevices(machine: Machine, units: readonly InventoryUnit[]): ReadDevice[] {
  const hosts = units.map((unit) => toHost(unit, machine));
  const byGpu = new Map(hosts.flatMap((host) => host.unit.gpus.map((gpu) => [gpu.bdf, host] as const)));
  const byGroup = new Map(hosts.map((host) => [host.unit.iommuGroup, host]));
  return [...machine.devices.values()].map((device) => {
    const own = byGpu.get(device.bdf);
    const near = device.group === undefined ? undefined : byGroup.get(device.group);
    const vendorDevice = idOf(device);
    return {
      bdf: device.bdf,
      ...(vendorDevice && { vendorDevice }),
      ...(own ? { as: "gpu" as const, unitId: own.unit.id, note: own.note } : ofOther(device, near, machine)),
      lines: [...device.lines].sort((a, b) => a - b),
    };
  });
}

function toHost(unit: InventoryUnit, machine: Machine): Host {
  const pair = unit.gpus.length > 1 ? `, ${unit.gpus.length} GPUs that can't be parted` : "";
  const why = unit.notSellableReason ? ` It can't be sold: ${unit.notSellableReason}` : "";
  return {
    unit,
    note: `GPU of unit ${unit.id}${pair}.${why}`,
    cards: new Map(unit.gpus.map((gpu) => [slotOf(gpu.bdf), machine.devices.get(gpu.bdf)?.vendor])),
    own: new Set(unit.gpus.map((gpu) => gpu.bdf)),
  };
}

function ofOther(device: Device, host: Host | undefined, machine: Machine): Pick<ReadDevice, "as" | "unitId" | "note"> {
  const { as, note } = byKind(device, machine);
  if (!host) return { as, note };
  const { id } = host.unit;
  const company = belongs(device, host.cards, host.own, machine)
    ? `It shares the IOMMU group of unit ${id} and stands in nobody's way.`
    : `It shares the IOMMU group of unit ${id}, which can't be sold because of it.`;
  return { as: as === "left-out" ? "groupmate" : as, unitId: id, note: `${note} ${company}` };
}

function byKind(device: Device, machine: Machine): { as: DeviceRole; note: string } {
  const kind = machine.kinds.get(device.bdf);
  if (kind?.kind === "ignored") return { as: "ignored", note: kind.reason };
  if (kind?.kind === "nvswitch") return { as: "nvswitch", note: "NVSwitch: counted, not sold." };
  if (kind?.kind === "bridge") return { as: "left-out", note: "PCI bridge, not a GPU." };
  if (kind?.kind === "unknown") {
    const note = device.description
      ? `'${device.description}' is no class of devices that we know.`
      : "Only its address is listed, so what it is is not known.";
    return { as: "unknown", note };
  }
  const name = device.className ?? classNameOf(device.pciClass ?? "") ?? `Device of class ${device.pciClass}`;
  return { as: "left-out", note: `${name}, not a GPU.` };
}

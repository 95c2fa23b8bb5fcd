import { busOf, slotOf } from "@/server/inventory/address";
import type { Device } from "@/server/inventory/merge";
import { isVirtualByName, notForSale } from "@/server/inventory/not-for-sale";

export type Kind =
  | { kind: "gpu" }
  | { kind: "nvswitch" }
  | { kind: "bridge" }
  | { kind: "other" }
  /** Only its address is known. */
  | { kind: "unknown" }
  /** Looks like a GPU and isn't one to sell. */
  | { kind: "ignored"; what: string; reason: string; virtualOf?: string };

const GPU_CLASSES = new Set(["0300", "0302", "0380", "1200"]);

/** What each device is (contract, section 6): class first, then vendor, then the lists of what isn't sold. */
export function classify(devices: Map<string, Device>): Map<string, Kind> {
  const ancestors = new Set([...devices.values()].flatMap((device) => device.path?.slice(0, -1) ?? []));
  const looks = new Map<string, Kind>();
  for (const device of devices.values()) looks.set(device.bdf, byItself(device, ancestors));
  const kinds = new Map(looks);
  for (const device of devices.values()) {
    const virtual = looks.get(device.bdf)?.kind === "gpu" ? virtualFunction(device, devices, looks) : undefined;
    if (virtual) kinds.set(device.bdf, virtual);
  }
  return kinds;
}

function byItself(device: Device, ancestors: Set<string>): Kind {
  const { pciClass, vendor } = device;
  if (pciClass === undefined && !device.assertedGpu) {
    return ancestors.has(device.bdf) ? { kind: "bridge" } : { kind: "unknown" };
  }
  if (pciClass === "0604") return { kind: "bridge" };
  if (pciClass === "0680" && vendor === "10de") {
    return /nForce|\bMCP\d|Ethernet/i.test(device.description ?? "") ? { kind: "other" } : { kind: "nvswitch" };
  }
  if (pciClass !== undefined && !GPU_CLASSES.has(pciClass)) return { kind: "other" };
  const excluded = notForSale(device);
  if (excluded && pciClass === "1200") return { kind: "other" };
  return excluded ? { kind: "ignored", what: excluded.kind, reason: excluded.reason } : { kind: "gpu" };
}

function virtualFunction(device: Device, devices: Map<string, Device>, looks: Map<string, Kind>): Kind | undefined {
  const isGpu = (address: string) => address !== device.bdf && looks.get(address)?.kind === "gpu";
  const owner = device.physicalFunction ?? ownerOf(device, devices, isGpu);
  const virtual = device.virtualFunction || isVirtualByName(device);
  if (virtual) {
    const of = owner ? ` of ${owner}` : "";
    return {
      kind: "ignored",
      what: "virtual function",
      reason: `SR-IOV virtual function or vGPU${of}, not a GPU of its own.`,
      ...(owner && { virtualOf: owner }),
    };
  }
  if (device.partition)
    return { kind: "ignored", what: "partition", reason: "Compute partition of a GPU, not a GPU of its own." };
  return sameCard(device, devices, isGpu);
}

/** NVIDIA's virtual functions carry the id of their GPU; a card's second display function is no second GPU either. */
function sameCard(device: Device, devices: Map<string, Device>, isGpu: (address: string) => boolean): Kind | undefined {
  const first = `${slotOf(device.bdf)}.0`;
  const physical = `${busOf(device.bdf)}:00.0`;
  const twin = devices.get(physical);
  const sameId = twin?.vendor === "10de" && device.vendor === "10de" && twin.device === device.device && twin.device;
  if (device.bdf !== physical && isGpu(physical) && sameId && !device.assertedGpu) {
    return {
      kind: "ignored",
      what: "virtual function",
      reason: `SR-IOV virtual function of ${physical}, not a GPU of its own.`,
      virtualOf: physical,
    };
  }
  if (device.bdf === first || !isGpu(first)) return undefined;
  return {
    kind: "ignored",
    what: "second function",
    reason: `Another function of the card ${first}, not a GPU of its own.`,
  };
}

/** The GPU on the same bus, function 0, or the nearest bus below: virtual functions overflow upwards. */
function ownerOf(
  device: Device,
  devices: Map<string, Device>,
  isGpu: (address: string) => boolean,
): string | undefined {
  const bus = Number.parseInt(device.bdf.slice(-7, -5), 16);
  const domain = device.bdf.slice(0, -7);
  for (let at = bus; at >= 0 && at > bus - 3; at -= 1) {
    const address = `${domain}${at.toString(16).padStart(2, "0")}:00.0`;
    const candidate = devices.get(address);
    if (candidate && isGpu(address) && candidate.vendor === device.vendor && !isVirtualByName(candidate))
      return address;
  }
  return undefined;
}

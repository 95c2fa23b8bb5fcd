/**
 * What reading a machine yields. Shapes and names: contract, section 6 ("Inventory and topology") and section 7
 * ("Inventory unit"). Addresses are normalised everywhere: four-digit domain, lower case, `dddd:bb:dd.f`.
 */

export type AllocClass = "vfio-group" | "device-request";

/** One GPU of a unit. Fields that the source didn't tell are absent, never null. */
export interface InventoryGpu {
  bdf: string;
  /** `vvvv:dddd`, lower case. */
  vendorDevice?: string;
  /** As the source names it, without vendor prefix brackets (`H100 SXM5 80GB`, `NVIDIA H200`). */
  name?: string;
  numa?: number;
  uuid?: string;
  /** Addresses of the bridges above it, root port first, then the GPU itself; only where a path listing gave it. */
  pciPath?: string[];
}

/** Another function in the GPU's IOMMU group. */
export interface Groupmate {
  bdf: string;
  /** Four hex digits, `0403`. */
  pciClass: string;
  name?: string;
}

export interface InventoryUnit {
  /** Lowest GPU address in the group. */
  id: string;
  allocClass: AllocClass;
  sellable: boolean;
  /** One sentence that names what is in the way; present exactly when not sellable. */
  notSellableReason?: string;
  /** Number of GPUs when sellable, else 0. */
  sellableGpus: number;
  gpuModelId: string;
  gpuModelName?: string;
  iommuGroup?: number;
  gpus: InventoryGpu[];
  groupmates: Groupmate[];
}

/** A connection between two GPUs of the node: `NV18`, `XGMI`, `PIX`, `PXB`, `PHB`, `NODE`, `SYS`, `PCIE`. `a` < `b`. */
export interface InventoryLink {
  a: string;
  b: string;
  type: string;
}

/** Something seen and deliberately not sold: a BMC, an integrated GPU, a virtual function, a MIG slice. */
export interface IgnoredDevice {
  bdf?: string;
  vendorDevice?: string;
  reason: string;
  /** 1-based line of the paste. */
  line?: number;
}

/**
 * A message for the person who pasted; `line` (1-based) where a line of the paste is meant, `lines` where there are
 * several, the same one among them.
 */
export interface InventoryMessage {
  message: string;
  line?: number;
  lines?: number[];
}

export type DeviceRole = "gpu" | "nvswitch" | "groupmate" | "ignored" | "left-out" | "unknown";

/** What became of one device that a report names: nothing that was read is dropped without a word. */
export interface ReadDevice {
  bdf: string;
  vendorDevice?: string;
  /** `groupmate` is passed through with a unit or stands in its way; `left-out` has nothing to do with any. */
  as: DeviceRole;
  /** The unit that it is part of, or whose IOMMU group it is in. */
  unitId?: string;
  note: string;
  /** Lines of the paste that name it, 1-based; empty for a report that has no lines. */
  lines: number[];
}

export interface InventoryReading {
  accept: "yes" | "partial" | "no";
  errors: InventoryMessage[];
  warnings: InventoryMessage[];
  ignored: IgnoredDevice[];
  /** Every device that was read, in the order of the bus. */
  devices: ReadDevice[];
  units: InventoryUnit[];
  nvswitchCount: number;
  links: InventoryLink[];
  driverVersion?: string;
  /** Formats recognised in a paste, e.g. `lspci`, `nvidia-smi topo -m`; for JSON the report's `source`. */
  sources: string[];
}

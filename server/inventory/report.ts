/**
 * A node's inventory as JSON (contract, section 6). Ids are `10de:2330`, classes `0302`, addresses `0000:3b:00.0`; other
 * spellings that tools print are understood.
 */
export interface InventoryReport {
  version: 1;
  source: "lspci" | "lspci+nvidia-smi" | "none";
  devices: ReportedDevice[];
  iommuGroups: ReportedGroup[];
  nvswitchCount: number;
  driverVersion?: string;
  /** Address → NUMA node; -1 where the machine doesn't say. */
  numa?: Record<string, number>;
  links?: { a: string; b: string; type: string }[];
  /** Address → GPU UUID. */
  uuids?: Record<string, string>;
  /** Addresses of SR-IOV virtual functions: never GPUs of their own. */
  virtualFunctions?: string[];
}

/** One model, with the addresses of all GPUs of it. */
export interface ReportedDevice {
  pciDeviceId: string;
  pciClass: string;
  pciName: string;
  count: number;
  bdfs: string[];
}

export interface ReportedGroup {
  group: number;
  gpus: { bdf: string; deviceId: string }[];
  /** Members that are no GPUs. */
  others?: { bdf: string; deviceId: string; pciClass: string }[];
}

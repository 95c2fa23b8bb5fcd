import type { InventoryMessage } from "@/server/inventory/types";

export type GpuFamily = "nvidia" | "amd";

/** One mention of one PCI function, as one part of a paste has it. Absent means: this part doesn't say. */
export interface Sighting {
  bdf: string;
  source: string;
  line?: number;
  host?: string;
  vendor?: string;
  device?: string;
  pciClass?: string;
  className?: string;
  name?: string;
  /** The whole text beside the address, for rules that need more than the name. */
  description?: string;
  group?: number;
  driver?: string;
  numa?: number;
  uuid?: string;
  index?: number;
  path?: string[];
  mig?: boolean;
  enabledVfs?: number;
  virtualFunction?: boolean;
  physicalFunction?: string;
  /** The tool lists GPUs only, so this is one although no class is printed. */
  assertedGpu?: boolean;
  /** A slice of a GPU (compute partition), not a GPU. */
  partition?: boolean;
}

/** A GPU that a tool numbers without telling its address. */
export interface Numbered {
  family: GpuFamily;
  source: string;
  index: number;
  line: number;
  name?: string;
  uuid?: string;
  numa?: number;
  mig?: boolean;
  device?: string;
}

/** One table of links. Labels are `GPU<n>` or addresses; NIC rows and columns are only counted. */
export interface LinkMatrix {
  family: GpuFamily;
  source: string;
  line: number;
  gpuColumns: string[];
  gpuRows: Set<string>;
  nicColumns: number;
  nicRows: number;
  cells: { a: string; b: string; type: string }[];
  numa: Map<string, number>;
}

export interface Findings {
  sightings: Sighting[];
  numbered: Numbered[];
  matrices: LinkMatrix[];
  directLinks: { a: string; b: string; type: string }[];
  errors: InventoryMessage[];
  warnings: InventoryMessage[];
  /** Commands that failed: why there is nothing, where there is nothing; else only worth a warning. */
  failures: InventoryMessage[];
  sources: Set<string>;
  /** What a tool itself says about how many GPUs there are. */
  claimedCounts: { source: string; family: GpuFamily; count: number; line: number }[];
  migSlices: Set<string>;
  /** Lines that tell of a slice or of MIG being on. */
  migLines: Set<number>;
  /** Count of devices named in formats that carry no class (`virsh nodedev-list`). */
  classlessDevices: Set<string>;
  driverVersion?: string;
  /** Line of `IOMMU Group *`, or of a group number -1: the IOMMU is off. */
  iommuOffLine?: number;
  /** Lines that name an IOMMU group, yet in no form that says what is in it. */
  groupMentions: number[];
  virtualMachine?: { line: number; why: string };
  /** Line of a command with `grep NVIDIA` or the like. */
  filterLine?: number;
  /** NVSwitches that a report counts without listing them. */
  reportedNvswitches?: number;
  /** Whether the listing of groups may hide members; undefined where only a guess from the text is possible. */
  othersListed?: boolean;
}

export function newFindings(): Findings {
  return {
    sightings: [],
    numbered: [],
    matrices: [],
    directLinks: [],
    errors: [],
    warnings: [],
    failures: [],
    sources: new Set(),
    claimedCounts: [],
    migSlices: new Set(),
    migLines: new Set(),
    classlessDevices: new Set(),
    groupMentions: [],
  };
}

export function see(findings: Findings, sighting: Sighting): Sighting {
  findings.sightings.push(sighting);
  findings.sources.add(sighting.source);
  return sighting;
}

import { compareAddresses, count, listOf } from "./address";

/** What the drawing needs of a unit; `UnitView` has it. */
export interface LayoutUnit {
  id: string;
  gpus: readonly { bdf: string; numa?: number | undefined; pciPath?: readonly string[] | undefined }[];
}

/** Units behind one PCIe switch, or (no `bridge`) units of which no shared switch is known. */
export interface SwitchGroup<U extends LayoutUnit = LayoutUnit> {
  bridge?: string;
  units: U[];
}

/** An area of the machine: a NUMA node, the seam between several, or the units of which none is known. */
export interface Section<U extends LayoutUnit = LayoutUnit> {
  key: string;
  kind: "numa" | "span" | "unknown";
  label: string;
  /** GPUs in it. */
  cells: number;
  groups: SwitchGroup<U>[];
}

export interface MachineLayout<U extends LayoutUnit = LayoutUnit> {
  sections: Section<U>[];
  /** Cells side by side in each section where there is room: the same for all, so that columns line up. */
  columns: Columns;
  gpus: number;
}

/** Column counts that the grid has styles for. */
export type Columns = 1 | 2 | 3 | 4 | 5 | 6 | 8;

const UNKNOWN = "unknown";

function numasOf(unit: LayoutUnit): number[] {
  const known = unit.gpus.flatMap(({ numa }) => (numa === undefined ? [] : [numa]));
  return [...new Set(known)].sort((a, b) => a - b);
}

function labelOf(numas: readonly number[]): string {
  if (numas.length === 0) return "NUMA not reported";
  if (numas.length === 1) return `NUMA node ${numas[0]}`;
  return `Across NUMA nodes ${listOf(numas.map(String))}`;
}

/** Bridges above all GPUs of a unit, from the root down. */
function bridgesOf(unit: LayoutUnit): string[] {
  const paths = unit.gpus.map(({ pciPath = [] }) => pciPath.slice(0, -1));
  const [first = [], ...rest] = paths;
  const fork = first.findIndex((bridge, depth) => rest.some((path) => path[depth] !== bridge));
  return fork === -1 ? [...first] : first.slice(0, fork);
}

/** The lowest bridge above each unit that carries more than one GPU; units that share none are not in it. */
export function sharedBridges(units: readonly LayoutUnit[]): Map<string, string> {
  const below = new Map<string, number>();
  for (const { pciPath = [] } of units.flatMap((unit) => unit.gpus)) {
    for (const bridge of pciPath.slice(0, -1)) below.set(bridge, (below.get(bridge) ?? 0) + 1);
  }
  const shared = new Map<string, string>();
  for (const unit of units) {
    const bridge = bridgesOf(unit).findLast((candidate) => (below.get(candidate) ?? 0) > 1);
    if (bridge !== undefined) shared.set(unit.id, bridge);
  }
  return shared;
}

function groupsOf<U extends LayoutUnit>(units: readonly U[], shared: ReadonlyMap<string, string>): SwitchGroup<U>[] {
  const groups: SwitchGroup<U>[] = [];
  for (const unit of units) {
    const bridge = shared.get(unit.id);
    const open = groups.find((group) => group.bridge === bridge && (bridge !== undefined || group === groups.at(-1)));
    if (open) open.units.push(unit);
    else groups.push(bridge === undefined ? { units: [unit] } : { bridge, units: [unit] });
  }
  // A bracket around one GPU says nothing: its neighbours on the switch are drawn in another place.
  return groups.map((group) => (cellsIn(group.units) === 1 ? { units: group.units } : group));
}

export function cellsIn(units: readonly LayoutUnit[]): number {
  return units.reduce((sum, unit) => sum + unit.gpus.length, 0);
}

function columnsFor(cells: number): Columns {
  if (cells > 12) return 8;
  if (cells > 10) return 6;
  if (cells > 8) return 5;
  if (cells > 6) return 4;
  if (cells > 4) return 3;
  return cells < 1 ? 1 : (cells as 1 | 2 | 3 | 4);
}

const KIND_ORDER = { numa: 0, span: 1, unknown: 2 };

/** The machine as it looks: areas in order of their NUMA node, switches within, units in the order of the bus. */
export function layoutMachine<U extends LayoutUnit>(units: readonly U[]): MachineLayout<U> {
  const ordered = [...units].sort((a, b) => compareAddresses(a.id, b.id));
  const shared = sharedBridges(ordered);
  const areas = new Map<string, { numas: number[]; units: U[] }>();
  for (const unit of ordered) {
    const numas = numasOf(unit);
    const key = numas.join("+") || UNKNOWN;
    const area = areas.get(key) ?? { numas, units: [] };
    area.units.push(unit);
    areas.set(key, area);
  }
  const sections = [...areas].map(([key, area]): Section<U> & { first: number } => ({
    key,
    kind: area.numas.length === 0 ? "unknown" : area.numas.length === 1 ? "numa" : "span",
    label: labelOf(area.numas),
    cells: cellsIn(area.units),
    groups: groupsOf(area.units, shared),
    first: area.numas[0] ?? 0,
  }));
  sections.sort((a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind] || a.first - b.first || (a.key < b.key ? -1 : 1));
  return {
    sections: sections.map(({ first: _first, ...section }) => section),
    columns: columnsFor(Math.max(0, ...sections.map(({ cells }) => cells))),
    gpus: cellsIn(ordered),
  };
}

/** `NUMA node 0, 4 GPUs`. */
export function sectionName(section: Section): string {
  return `${section.label}, ${count(section.cells, "GPU")}`;
}

export function sectionUnits<U extends LayoutUnit>(section: Section<U>): U[] {
  return section.groups.flatMap((group) => group.units);
}

/** All units in the order in which they are drawn. */
export function drawnUnits<U extends LayoutUnit>(layout: MachineLayout<U>): U[] {
  return layout.sections.flatMap((section) => sectionUnits(section));
}

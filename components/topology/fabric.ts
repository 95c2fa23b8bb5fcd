import { linkRank } from "@/server/domain/placement-links";
import { compareAddresses } from "./address";
import type { LayoutUnit } from "./layout";

export interface Link {
  a: string;
  b: string;
  type: string;
}

/** GPUs that reach each other over xGMI. */
export interface Hive {
  name: string;
  bdfs: string[];
}

/** What joins the GPUs of a machine, as far as the report tells. */
export type Fabric =
  | { kind: "nvswitch"; link?: string; switches?: number }
  | { kind: "nvlink-all"; link: string; gpus: number }
  | { kind: "nvlink-mesh"; classes: string[] }
  | { kind: "xgmi"; hives: Hive[]; others: string[] }
  | { kind: "pcie"; classes: string[] }
  | { kind: "single" }
  | { kind: "not-reported" };

/** No GPU has more NVLinks than this (Hopper, Blackwell): more lanes than that in a full mesh need switches. */
const MOST_NVLINKS = 18;
const isNvlink = (type: string) => /^NV\d{1,3}$/.test(type);

class Links {
  readonly #types = new Map<string, string>();

  constructor(links: readonly Link[], bdfs: ReadonlySet<string>) {
    for (const { a, b, type } of links) {
      if (!bdfs.has(a) || !bdfs.has(b) || a === b) continue;
      this.#types.set(`${a} ${b}`, type);
      this.#types.set(`${b} ${a}`, type);
    }
  }

  between(a: string, b: string): string | undefined {
    return this.#types.get(`${a} ${b}`);
  }

  /** Best first. */
  classes(): string[] {
    return byRank(this.#types.values());
  }

  get pairs(): number {
    return this.#types.size / 2;
  }
}

function byRank(types: Iterable<string>): string[] {
  return [...new Set(types)].sort((a, b) => linkRank(b) - linkRank(a) || (a < b ? -1 : 1));
}

const bdfsOf = (units: readonly LayoutUnit[]) =>
  units.flatMap((unit) => unit.gpus.map(({ bdf }) => bdf)).sort(compareAddresses);

/** Groups of GPUs that reach each other over xGMI, each with two members or more. */
function hivesOf(bdfs: readonly string[], links: Links): Hive[] {
  const left = new Set(bdfs);
  const hives: string[][] = [];
  for (const start of bdfs) {
    if (!left.delete(start)) continue;
    const hive = [start];
    for (const member of hive) {
      for (const other of left) {
        if (links.between(member, other) !== "XGMI") continue;
        left.delete(other);
        hive.push(other);
      }
    }
    if (hive.length > 1) hives.push(hive.sort(compareAddresses));
  }
  return hives.map((members, index) => ({ name: String.fromCharCode(65 + (index % 26)), bdfs: members }));
}

/** One NVLink class between every two GPUs: through switches, where so many lanes can't be soldered one to one. */
function nvlinkEverywhere(link: string, gpus: number): Fabric {
  const lanes = Number(link.slice(2));
  return lanes * (gpus - 1) > MOST_NVLINKS ? { kind: "nvswitch", link } : { kind: "nvlink-all", link, gpus };
}

export function fabricOf(units: readonly LayoutUnit[], links: readonly Link[], nvswitchCount: number): Fabric {
  const bdfs = bdfsOf(units);
  const table = new Links(links, new Set(bdfs));
  const classes = table.classes();
  const [best] = classes;
  if (nvswitchCount > 0 && classes.every(isNvlink)) {
    return { kind: "nvswitch", switches: nvswitchCount, ...(best !== undefined && { link: classes.join("/") }) };
  }
  if (bdfs.length === 1) return { kind: "single" };
  if (best === undefined) return { kind: "not-reported" };
  if (isNvlink(best)) {
    const everyPair = table.pairs === (bdfs.length * (bdfs.length - 1)) / 2;
    return everyPair && classes.length === 1 ? nvlinkEverywhere(best, bdfs.length) : { kind: "nvlink-mesh", classes };
  }
  const hives = hivesOf(bdfs, table);
  if (hives.length === 0) return { kind: "pcie", classes };
  return { kind: "xgmi", hives, others: classes.filter((type) => type !== "XGMI") };
}

/** The hive that is exactly these units. */
export function hiveOf(fabric: Fabric, units: readonly LayoutUnit[]): Hive | undefined {
  const bdfs = bdfsOf(units).join(" ");
  return fabric.kind === "xgmi" ? fabric.hives.find((hive) => hive.bdfs.join(" ") === bdfs) : undefined;
}

/** Whether there are several hives, and each is one section: then their bands belong into the sections. */
export function hivesAreSections(fabric: Fabric, sections: readonly (readonly LayoutUnit[])[]): boolean {
  if (fabric.kind !== "xgmi" || fabric.hives.length < 2) return false;
  return fabric.hives.every((hive) => sections.some((units) => hiveOf(fabric, units) === hive));
}

/** Link classes from one unit to every other, by unit id; a paired unit may have several, best first: `NV2/SYS`. */
export function linksFrom(units: readonly LayoutUnit[], links: readonly Link[], unitId: string): Map<string, string> {
  const labels = new Map<string, string>();
  const from = units.find(({ id }) => id === unitId);
  if (!from) return labels;
  const table = new Links(links, new Set(bdfsOf(units)));
  for (const unit of units) {
    if (unit.id === unitId) continue;
    const types = from.gpus.flatMap((a) => unit.gpus.map((b) => table.between(a.bdf, b.bdf)));
    const known = byRank(types.filter((type) => type !== undefined));
    if (known.length > 0) labels.set(unit.id, known.join("/"));
  }
  return labels;
}

const MEANINGS: Record<string, string> = {
  XGMI: "AMD's link between GPUs",
  PIX: "through one PCIe bridge",
  PXB: "through several PCIe bridges",
  PHB: "through the CPU's PCIe root",
  NODE: "between PCIe roots of one NUMA node",
  SYS: "across sockets",
  PCIE: "over PCIe",
};

/** What a link class means, in a few words; undefined where we don't know it. */
export function linkMeaning(type: string): string | undefined {
  if (isNvlink(type)) return type === "NV1" ? "1 NVLink" : `${Number(type.slice(2))} NVLinks`;
  return MEANINGS[type];
}

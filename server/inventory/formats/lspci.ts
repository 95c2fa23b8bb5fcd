import { normaliseAddress, normalisePath } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { type Findings, type Sighting, see } from "@/server/inventory/findings";
import { bareAddresses, type DeviceLine, readDeviceLine } from "@/server/inventory/formats/device-line";
import {
  GROUP_WORD,
  type GroupColumn,
  groupColumn,
  groupInRow,
  headingGroup,
  headingGroupAbove,
  inlineGroup,
  laterGroup,
  namesIommuGroup,
} from "@/server/inventory/formats/group-heading";

export const LSPCI = "lspci";
export const GROUPS = "IOMMU group listing";

const TREE_GROUP = /^[|+`\-─├└\s]{2,12}(\d{1,5})\/?$/u;
const ATTRIBUTE_GROUP = /(?:^\s*|,\s*)IOMMU group:?\s+(\d{1,5})\s*$/;
const ATTRIBUTE =
  /^\s*(?:Subsystem|Kernel|Flags|Control|Status|Latency|Interrupt|Region|Capabilities|NUMA node|Physical Slot|DeviceName|Expansion|Memory|I\/O|Bus)\b/;
const RULE = /^\s*(?:[=*]{3,}|[+|\-─═_~┌├└┬┼┴╞╪]{3,}\s*$|```)/u;

/** What the lines above say about the next one. */
interface Context {
  group?: number;
  /** Whether the block's members are indented; then an unindented device is not one of them. */
  indented?: boolean;
  /** Whether nothing stands yet below the block's heading. */
  headed?: boolean;
  /** Where the rows of a table have their group. */
  column?: GroupColumn;
  tree: boolean;
  last?: Sighting;
  lastIndent: number;
  afterAttribute: boolean;
}

/** `lspci` in all its forms, and the listings of IOMMU groups that are made from it. */
export function readLspci(lines: Line[], findings: Findings): void {
  const groupOf = new Map<string, number>();
  const context: Context = { tree: false, lastIndent: 0, afterAttribute: false };
  lines.forEach((line, at) => {
    if (line.text === "") return;
    if (line.command) {
      endBlock(context);
      context.column = undefined;
    } else if (line.text.includes("iommu_groups") && /iommu_groups\/?$/.test(line.text)) context.tree = true;
    if (line.command || readHeader(line, () => isAboveDevices(lines, at), context, findings)) return;
    // A rule ends a block of members, except the one that underlines its heading.
    if (!RULE.test(line.text)) readBody(line, context, findings, groupOf);
    else if (context.headed) context.headed = false;
    else endBlock(context);
  });
}

/** Whether the next line that says anything is a device's, and has no group of its own. */
function isAboveDevices(lines: Line[], at: number): boolean {
  const next = lines.slice(at + 1, at + 6).find(({ text }) => text !== "" && !RULE.test(text));
  const device = next && !next.command ? readDeviceLine(next.text) : undefined;
  return device !== undefined && inlineGroup(device.before) === undefined;
}

function endBlock(context: Context): void {
  context.group = undefined;
  context.indented = undefined;
  context.headed = false;
  context.last = undefined;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function headerGroup(line: Line, aboveDevices: () => boolean, context: Context): string | undefined {
  // `IOMMUGroup:` is a field of `lspci -vmm`, below its device.
  const text = /IOMMUGroup:/.test(line.text) ? "" : line.text;
  if (context.last && ATTRIBUTE_GROUP.test(text) && isAttribute(text, context)) return undefined;
  const plain = headingGroup(text) ?? (context.tree ? TREE_GROUP.exec(text)?.[1] : undefined);
  if (plain || !/\d/.test(text) || ATTRIBUTE.test(text)) return plain;
  const group = readDeviceLine(text) ? undefined : headingGroupAbove(text);
  return group !== undefined && aboveDevices() ? group : undefined;
}

/** `lspci -vv` prints `IOMMU group: 17` below a device; a loop prints `IOMMU Group 17:` above its members. */
function isAttribute(text: string, context: Context): boolean {
  return indentOf(text) > context.lastIndent || (context.afterAttribute && /IOMMU group: \d+$/.test(text));
}

function readHeader(line: Line, aboveDevices: () => boolean, context: Context, findings: Findings): boolean {
  const group = headerGroup(line, aboveDevices, context);
  if (group === undefined) return false;
  endBlock(context);
  if (group === "*") findings.iommuOffLine ??= line.n;
  else {
    context.group = Number(group);
    context.headed = true;
  }
  return true;
}

function readBody(line: Line, context: Context, findings: Findings, groupOf: Map<string, number>): void {
  context.headed = false;
  if (readCollected(line, context)) return;
  const device = readDeviceLine(line.text);
  if (!device) {
    context.column = groupColumn(line.text) ?? context.column;
    if (namesIommuGroup(line.text)) findings.groupMentions.push(line.n);
    if (endsBlock(line.text)) endBlock(context);
    else readAttribute(line, context);
    return;
  }
  const inline = inlineGroup(device.before) ?? (context.column && groupInRow(line.text, device.before, context.column));
  if (inline === "*") {
    endBlock(context);
    findings.iommuOffLine ??= line.n;
  } else if (inline !== undefined) {
    context.group = Number(inline);
    context.indented = true;
  }
  const later = inline === undefined ? laterGroup(device.after) : undefined;
  const group = later !== undefined ? Number(later) : memberOf(line, device, context, groupOf, inline !== undefined);
  if (group !== undefined) groupOf.set(device.bdf, group);
  record(line, device, group, context, findings);
}

const COLLECTED = /^\s+(Physical function|PCI path): (\S{7,300})$/;

/** What only our own collector prints below a device: of what it is a part, and behind which bridges it sits. */
function readCollected(line: Line, { last }: Context): boolean {
  const [, key, value = ""] = COLLECTED.exec(line.text) ?? [];
  if (key === undefined || !last) return false;
  if (key === "PCI path") last.path = normalisePath(value) ?? last.path;
  else {
    last.virtualFunction = true;
    last.physicalFunction = normaliseAddress(value);
  }
  return true;
}

/** The group of the block that this device stands in, and whether it still stands in it. */
function memberOf(
  line: Line,
  device: DeviceLine,
  context: Context,
  groupOf: Map<string, number>,
  inline: boolean,
): number | undefined {
  if (context.group === undefined || inline) return context.group;
  const indented = indentOf(line.text) > 0 || /^\s*[[|+`]/.test(device.before);
  const known = groupOf.get(device.bdf);
  const left = (context.indented && !indented) || (known !== undefined && known !== context.group);
  if (left) {
    endBlock(context);
    return undefined;
  }
  context.indented ??= indented;
  return context.group;
}

function record(line: Line, device: DeviceLine, group: number | undefined, context: Context, findings: Findings): void {
  if (device.pciClass === undefined) {
    if (group !== undefined) recordMembers(line, device, group, context, findings);
    return;
  }
  const { before: _before, after, cut, ...facts } = device;
  const source = group === undefined ? LSPCI : GROUPS;
  const sighting = see(findings, { ...facts, source, line: line.n, ...(line.host && { host: line.host }) });
  if (group !== undefined) sighting.group = group;
  noteDamage(line, device, findings);
  context.last = sighting;
  context.lastIndent = indentOf(line.text);
  context.afterAttribute = false;
}

/** Members of a group that only their addresses name (`find`, `ls -l`), or whose class isn't one of those we know. */
function recordMembers(line: Line, device: DeviceLine, group: number, context: Context, findings: Findings): void {
  const listed = bareAddresses(line.text);
  const alone = /^\W*$/.test(device.before) && /^\W*$/.test(device.after);
  if (listed.length === 0 && !alone && !/->|iommu_groups?\b/i.test(line.text)) {
    recordUnknown(line, device, group, context, findings);
    return;
  }
  const path = /->\s*\S*\/devices\/pci/.test(device.after) ? linkTarget(device.after) : undefined;
  for (const bdf of listed.length > 0 ? listed : [device.bdf]) {
    see(findings, { bdf, source: "sysfs", line: line.n, group, ...(path && { path }) });
  }
}

const GROUP_ONLY = new RegExp(`^[^\\w]*(?:iommu[\\s_-]*)?${GROUP_WORD}[\\s_:#=№]{0,6}\\d{1,5}[^\\w]*$|^[^\\w]*$`, "iu");

/** A line of a listing with words that we don't know: whatever it is, it is in the group, and nobody may overlook it. */
function recordUnknown(line: Line, device: DeviceLine, group: number, context: Context, findings: Findings): void {
  if (!GROUP_ONLY.test(device.before) || !/^\s*:?\s+["A-Za-z]/.test(device.after)) return;
  const description = device.after.replace(/^[\s:]+|"/g, "").slice(0, 80);
  context.last = see(findings, { bdf: device.bdf, source: GROUPS, line: line.n, group, description });
  context.lastIndent = indentOf(line.text);
  context.afterAttribute = false;
}

function noteDamage(line: Line, device: DeviceLine, findings: Findings): void {
  const display = /^03|^12/.test(device.pciClass ?? "") && ["10de", "1002"].includes(device.vendor ?? "");
  if (device.cut && display) {
    const message = `Line ${line.n} is cut off: ${device.bdf} has no PCI id. Paste it whole.`;
    findings.errors.push({ message, line: line.n });
  }
  if (/\(rev ff\)/.test(device.after)) {
    const message = `${device.bdf} answers with revision ff: it has fallen off the bus.`;
    findings.warnings.push({ message, line: line.n });
  }
}

/** Bridges above a device, from `-> ../../../../devices/pci0000:40/0000:40:01.1/0000:41:00.0`. */
function linkTarget(text: string): string[] | undefined {
  const all = [...text.matchAll(/\/([0-9a-f]{4,8}:[0-9a-f]{2}:[01][0-9a-f]\.[0-7])/gi)].map((match) => match[1] ?? "");
  return all.length > 1 ? all.map((part) => part.toLowerCase()) : undefined;
}

function readAttribute(line: Line, context: Context): void {
  const last = context.last;
  if (!last) return;
  const { text } = line;
  const driver = /Kernel driver in use:\s*([\w-]+)/.exec(text)?.[1];
  if (driver) last.driver = driver;
  const numa = /NUMA node:?\s+(\d{1,4})\b/.exec(text)?.[1];
  if (numa !== undefined) last.numa = Number(numa);
  const vfs = /Number of VFs:\s*(\d{1,4})/.exec(text)?.[1];
  if (vfs !== undefined) last.enabledVfs = Number(vfs);
  const group = ATTRIBUTE_GROUP.exec(text)?.[1];
  if (group !== undefined) {
    last.group ??= Number(group);
    last.source = last.source === LSPCI ? `${LSPCI} -v` : last.source;
  }
  context.afterAttribute = ATTRIBUTE.test(text);
}

/** Prose and other tools' output end a block of members; marks such as `...` don't. */
function endsBlock(text: string): boolean {
  return indentOf(text) === 0 && /^[A-Za-z]{2}/.test(text) && !ATTRIBUTE.test(text) && !/^total \d+$/.test(text);
}

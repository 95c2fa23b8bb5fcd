import { normaliseAddress } from "@/server/inventory/address";
import { conclude } from "@/server/inventory/conclude";
import { type Findings, newFindings, see } from "@/server/inventory/findings";
import { nameFromDescription, normaliseClass, normaliseVendorDevice, vendorByName } from "@/server/inventory/pci";
import type { InventoryReport, ReportedDevice, ReportedGroup } from "@/server/inventory/report";
import type { InventoryReading } from "@/server/inventory/types";
import { listOf } from "@/server/inventory/wording";

/** Numbers beyond these are no machine's, and the database has no room for the largest. */
const MOST = { group: 2_147_483_647, numa: 1023, nvswitches: 4096 };

const SOURCES = new Set(["lspci", "lspci+nvidia-smi", "none"]);

interface State {
  findings: Findings;
  source: string;
  /** Addresses of `devices`. */
  listed: Set<string>;
  /** Address → the group that names it. */
  grouped: Map<string, number>;
  /** Addresses of `devices` whose class is one of GPUs. */
  displays: Set<string>;
}

/**
 * Reads a JSON report (contract, section 6). The types are promised, the values aren't: whatever is wrong becomes an
 * error that names it. `source: none` is never read as "no GPUs". Never throws.
 */
export function readReport(given: InventoryReport): InventoryReading {
  const report = typeof given === "object" && given !== null ? given : ({} as InventoryReport);
  const findings = newFindings();
  const source = typeof report.source === "string" ? report.source : "";
  const state: State = { findings, source, listed: new Set(), grouped: new Map(), displays: new Set() };
  const fail = (message: string) => findings.errors.push({ message });
  if (report.version !== 1) fail(`Report version ${show(report.version)} is not known; 1 is.`);
  if (!SOURCES.has(source)) fail(`Report source '${source}' is not known; 'lspci', 'lspci+nvidia-smi' and 'none' are.`);
  findings.sources.add(source);
  for (const device of arrayOf(report.devices)) readDevice(device, state);
  for (const group of arrayOf(report.iommuGroups)) readGroup(group, state);
  readExtras(report, state);
  checkWhole(report, state);
  if (source === "none") {
    const found = state.listed.size + state.grouped.size > 0;
    fail(
      found
        ? "The report's source is 'none', yet it lists devices: it contradicts itself, nothing changes."
        : "The report's source is 'none': it detected nothing, which is never read as 'no GPUs'. Nothing changes.",
    );
  }
  const reading = conclude(findings);
  const refused = source === "none" || report.version !== 1 || !SOURCES.has(source);
  return { ...reading, ...(refused && { accept: "no" as const, units: [], links: [] }), sources: [source] };
}

const isUpTo = (most: number, value: number): boolean => Number.isInteger(value) && value >= 0 && value <= most;

/** Any value as short text; `String` itself throws on some objects. */
function show(value: unknown): string {
  if (typeof value === "string") return value.slice(0, 300);
  const plain = typeof value === "number" || typeof value === "boolean" || value === null || value === undefined;
  return plain ? `${value}` : typeof value;
}

function listed(value: readonly string[] | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

function recordOf<T>(value: Readonly<Record<string, T>> | undefined): [string, T][] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function arrayOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

/** A normalised address, or an error that names the spelling and where it stands. */
function addressIn(spelling: unknown, where: string, state: State): string | undefined {
  const address = normaliseAddress(show(spelling));
  if (!address) state.findings.errors.push({ message: `'${show(spelling)}' in ${where} is not a PCI address.` });
  return address;
}

function readDevice(device: ReportedDevice, state: State): void {
  const { errors } = state.findings;
  const label = `devices (${show(device.pciDeviceId)})`;
  const bdfs = Array.isArray(device.bdfs) ? device.bdfs : [];
  if (device.count !== bdfs.length) {
    errors.push({ message: `${label} says count ${show(device.count)} but lists ${bdfs.length} addresses.` });
  }
  const pciClass = normaliseClass(show(device.pciClass));
  if (!pciClass) errors.push({ message: `${label} has class '${show(device.pciClass)}', which is not a PCI class.` });
  const description = show(device.pciName ?? "");
  const ids = normaliseVendorDevice(show(device.pciDeviceId));
  if (!ids) errors.push({ message: `'${show(device.pciDeviceId)}' in devices is not a PCI device id.` });
  const vendor = ids?.vendor ?? vendorByName(description);
  const name = nameFromDescription(description);
  for (const spelling of bdfs) {
    const bdf = addressIn(spelling, label, state);
    if (!bdf) continue;
    if (state.listed.has(bdf)) errors.push({ message: `${bdf} is listed twice in devices.` });
    state.listed.add(bdf);
    if (pciClass && /^0300|^0302|^0380|^1200/.test(pciClass)) state.displays.add(bdf);
    see(state.findings, {
      bdf,
      source: state.source,
      ...(pciClass && { pciClass }),
      ...(vendor && { vendor }),
      ...(ids && { device: ids.device }),
      ...(name && { name }),
      ...(description && { description }),
    });
  }
}

function readGroup(entry: ReportedGroup, state: State): void {
  const { errors } = state.findings;
  const { group } = entry;
  if (!isUpTo(MOST.group, group)) {
    errors.push({ message: `'${show(group)}' is not an IOMMU group number.` });
    return;
  }
  for (const gpu of arrayOf(entry.gpus)) readMember(gpu, group, undefined, state);
  for (const other of arrayOf(entry.others)) {
    const pciClass = normaliseClass(show(other.pciClass));
    if (!pciClass) {
      errors.push({
        message: `${show(other.bdf)} in group ${group} has class '${show(other.pciClass)}', which is not a PCI class.`,
      });
    }
    readMember(other, group, pciClass ?? "ffff", state);
  }
  if (Array.isArray(entry.others)) state.findings.othersListed = true;
}

function readMember(
  member: { bdf: string; deviceId: string },
  group: number,
  pciClass: string | undefined,
  state: State,
): void {
  const bdf = addressIn(member.bdf, `group ${group}`, state);
  if (!bdf) return;
  const before = state.grouped.get(bdf);
  if (before !== undefined) {
    const where = before === group ? `twice in group ${group}` : `in two groups, ${before} and ${group}`;
    state.findings.errors.push({ message: `${bdf} is ${where}.` });
  }
  state.grouped.set(bdf, group);
  const ids = normaliseVendorDevice(show(member.deviceId));
  if (!ids)
    state.findings.errors.push({ message: `'${show(member.deviceId)}' in group ${group} is not a PCI device id.` });
  if (pciClass === undefined && !state.listed.has(bdf)) {
    state.findings.errors.push({ message: `${bdf} is a GPU of group ${group} but is not in devices.` });
  }
  see(state.findings, {
    bdf,
    source: state.source,
    group,
    ...(ids?.vendor && { vendor: ids.vendor }),
    ...(ids && { device: ids.device }),
    ...(pciClass ? { pciClass } : { assertedGpu: true }),
  });
}

function readExtras(report: InventoryReport, state: State): void {
  const { findings } = state;
  if (typeof report.driverVersion === "string" && report.driverVersion.trim() !== "") {
    findings.driverVersion = report.driverVersion;
  }
  const count = report.nvswitchCount;
  if (isUpTo(MOST.nvswitches, count)) findings.reportedNvswitches = count;
  else if (count !== undefined)
    findings.errors.push({ message: `nvswitchCount ${show(count)} is not a number of NVSwitches.` });
  const known = (bdf: string) => state.listed.has(bdf) || state.grouped.has(bdf);
  for (const [spelling, numa] of recordOf(report.numa)) {
    const bdf = addressIn(spelling, "numa", state);
    if (bdf && known(bdf) && isUpTo(MOST.numa, numa)) see(findings, { bdf, source: state.source, numa });
  }
  for (const [spelling, uuid] of recordOf(report.uuids)) {
    const bdf = addressIn(spelling, "uuids", state);
    if (bdf && known(bdf) && typeof uuid === "string" && uuid !== "")
      see(findings, { bdf, source: state.source, uuid });
  }
  for (const spelling of listed(report.virtualFunctions)) {
    const bdf = addressIn(spelling, "virtualFunctions", state);
    if (bdf)
      see(findings, {
        bdf,
        source: state.source,
        virtualFunction: true,
        assertedGpu: true,
        vendor: vendorOf(bdf, state),
      });
  }
  readLinks(report, known, state);
}

/** A virtual function that nothing else lists still says that its card is split, so it needs a vendor and a class. */
function vendorOf(bdf: string, state: State): string | undefined {
  const bus = bdf.slice(0, bdf.lastIndexOf(":"));
  return state.findings.sightings.find((sighting) => sighting.bdf.startsWith(`${bus}:`) && sighting.vendor)?.vendor;
}

function readLinks(report: InventoryReport, known: (bdf: string) => boolean, state: State): void {
  const strange: string[] = [];
  for (const link of arrayOf(report.links)) {
    const a = addressIn(link.a, "links", state);
    const b = addressIn(link.b, "links", state);
    const type = show(link.type).trim().toUpperCase();
    if (!a || !b) continue;
    if (a === b || !known(a) || !known(b) || !/^[A-Z0-9]{1,10}$/.test(type)) strange.push(`${a}-${b}`);
    else state.findings.directLinks.push({ a, b, type });
  }
  if (strange.length > 0) {
    state.findings.warnings.push({
      message: `Links left out, because an end is not in devices or the type is not one: ${listOf(strange)}.`,
    });
  }
}

function checkWhole(report: InventoryReport, state: State): void {
  const groups = arrayOf(report.iommuGroups);
  if (groups.length === 0) return;
  if (!groups.some((group) => Array.isArray(group.others))) state.findings.othersListed = false;
  const missing = [...state.displays].filter((bdf) => !state.grouped.has(bdf));
  const virtual = new Set(listed(report.virtualFunctions).map((spelling) => normaliseAddress(show(spelling))));
  const ungrouped = missing.filter((bdf) => !virtual.has(bdf));
  if (ungrouped.length > 0) {
    state.findings.errors.push({ message: `${listOf(ungrouped)} is in devices but in none of the IOMMU groups.` });
  }
}

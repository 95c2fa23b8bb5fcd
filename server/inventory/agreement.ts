import { pushTo } from "@/server/inventory/collections";
import type { Findings } from "@/server/inventory/findings";
import type { IndexMap } from "@/server/inventory/indexes";
import { linesAt } from "@/server/inventory/lines";
import type { Device } from "@/server/inventory/merge";
import type { InventoryMessage } from "@/server/inventory/types";
import type { Machine } from "@/server/inventory/units";
import { count, gpuNumbers, listOf } from "@/server/inventory/wording";

const HOST_VIEWS = new Set(["lspci", "lspci -v", "IOMMU group listing", "Proxmox device list"]);
const DRIVER_VIEWS = [
  "nvidia-smi",
  "nvidia-smi -q",
  "nvidia-smi -q -x",
  "nvidia-smi --query-gpu",
  "rocm-smi",
  "amd-smi",
] as const;

const FAMILIES = [
  { family: "nvidia", vendor: "10de", drivers: ["nvidia"] },
  { family: "amd", vendor: "1002", drivers: ["amdgpu"] },
] as const;

type Family = (typeof FAMILIES)[number];

export interface Agreement {
  errors: InventoryMessage[];
  warnings: InventoryMessage[];
}

/** Whether all parts of a paste show the same GPUs (contract, section 6: parts that disagree are an error). */
export function checkAgreement(
  findings: Findings,
  machine: Machine,
  maps: Record<"nvidia" | "amd", IndexMap>,
): Agreement {
  const out: Agreement = { errors: [], warnings: [] };
  for (const family of FAMILIES) {
    const gpus = machine.gpus.filter((gpu) => gpu.vendor === family.vendor);
    compareViews(gpus, family, out);
    compareCounts(findings, machine, gpus, family, maps[family.family], out);
  }
  compareListings(machine.gpus, out);
  compareHosts(machine.gpus, out);
  reportUngrouped(findings, machine, out);
  return out;
}

const seenIn = (gpu: Device, source: string) => gpu.sources.has(source);
const inHostView = (gpu: Device) => [...gpu.sources].some((source) => HOST_VIEWS.has(source));

function compareViews(gpus: Device[], family: Family, out: Agreement): void {
  const listed = gpus.filter(inHostView);
  if (listed.length > 0 && listed.length < gpus.length) {
    const missing = gpus.filter((gpu) => !inHostView(gpu));
    const host = listOf([
      ...new Set(listed.flatMap((gpu) => [...gpu.sources]).filter((source) => HOST_VIEWS.has(source))),
    ]);
    out.errors.push({ message: disagreement(gpus, missing, host) });
  }
  for (const view of DRIVER_VIEWS) {
    const shown = gpus.filter((gpu) => seenIn(gpu, view));
    if (shown.length === 0 || shown.length === gpus.length) continue;
    const missing = gpus.filter((gpu) => !seenIn(gpu, view));
    const elsewhere = missing.filter((gpu) => gpu.driver && !family.drivers.some((driver) => gpu.driver === driver));
    if (elsewhere.length === missing.length) {
      const drivers = listOf([...new Set(elsewhere.map((gpu) => gpu.driver ?? ""))]);
      const which = listOf(missing.map((gpu) => gpu.bdf));
      const message = `${view} shows ${shown.length} of ${count(gpus.length, "GPU")}: ${which} is bound to ${drivers}, so ${view} cannot see it.`;
      out.warnings.push({ message });
    } else out.errors.push({ message: disagreement(gpus, missing, view) });
  }
}

function disagreement(all: Device[], missing: Device[], view: string): string {
  const others = listOf([...new Set(missing.flatMap((gpu) => [...gpu.sources]))]);
  return (
    `The parts of this paste disagree: ${view} shows ${count(all.length - missing.length, "GPU")} of ${all.length}; ` +
    `${listOf(missing.map((gpu) => gpu.bdf))} is only in ${others}. Paste whole outputs of one machine ` +
    "(a GPU bound to vfio-pci is hidden from its driver's tools)."
  );
}

function compareCounts(
  findings: Findings,
  machine: Machine,
  gpus: Device[],
  family: Family,
  map: IndexMap,
  out: Agreement,
): void {
  for (const claim of findings.claimedCounts.filter((item) => item.family === family.family)) {
    const seen = [...machine.devices.values()].filter((device) => device.sources.has(claim.source)).length;
    if (claim.count <= seen) continue;
    const message = `${claim.source} says that ${count(claim.count, "GPU")} are attached, but the paste shows ${seen} of them: it was cut.`;
    out.errors.push({ message, line: claim.line });
  }
  const numbered = findings.numbered.filter((gpu) => gpu.family === family.family);
  for (const source of new Set(numbered.map((gpu) => gpu.source))) {
    const indexes = new Set(numbered.filter((gpu) => gpu.source === source).map((gpu) => gpu.index));
    if (gpus.length <= indexes.size || gpus.length === 0 || source === "rocm-smi") continue;
    const message = `The parts of this paste disagree: ${source} lists ${count(indexes.size, "GPU")}, the rest ${gpus.length}.`;
    out.errors.push({ message });
  }
  for (const matrix of findings.matrices.filter((item) => item.family === family.family)) {
    const named = matrix.gpuColumns.length;
    if (named >= gpus.length || named === 0) continue;
    const unnamed = [...map.addressOf]
      .filter(([index]) => !matrix.gpuColumns.includes(`GPU${index}`))
      .map(([index]) => index);
    const which = unnamed.length > 0 ? ` (${gpuNumbers(unnamed)} missing)` : "";
    const message = `The parts of this paste disagree: the link matrix has ${count(named, "GPU")}${which}, the rest ${gpus.length}.`;
    out.errors.push({ message, line: matrix.line });
  }
}

const ONLY_NAMED =
  "The text names IOMMU groups, but not as a listing of them: which devices share one is not known. Paste the listing as " +
  "its script prints it, or leave out what is said about groups.";

/** A plain listing and a listing of groups that overlap ought to hold the same GPUs. */
function compareListings(gpus: Device[], out: Agreement): void {
  const both = gpus.some((gpu) => seenIn(gpu, "lspci") && seenIn(gpu, "IOMMU group listing"));
  const missing = gpus.filter((gpu) => seenIn(gpu, "IOMMU group listing") && !seenIn(gpu, "lspci"));
  if (!both || missing.length === 0) return;
  const which = listOf(missing.map((gpu) => gpu.bdf));
  out.errors.push({
    message: `The parts of this paste disagree: ${which} is in the IOMMU group listing but not in lspci.`,
  });
}

function compareHosts(gpus: Device[], out: Agreement): void {
  const byHost = new Map<string, string[]>();
  for (const gpu of gpus) for (const host of gpu.hosts) pushTo(byHost, host, gpu.bdf);
  const lists = new Set([...byHost.values()].map((list) => list.join()));
  if (byHost.size < 2 || lists.size < 2) return;
  const message = `The prompts name ${count(byHost.size, "machine")} (${listOf([...byHost.keys()])}) with different GPUs: paste one machine at a time.`;
  out.errors.push({ message });
}

function reportUngrouped(findings: Findings, machine: Machine, out: Agreement): void {
  if (!machine.hasGroups) {
    if (findings.groupMentions.length > 0 && findings.iommuOffLine === undefined && machine.gpus.length > 0)
      out.errors.push({ message: ONLY_NAMED, ...linesAt(findings.groupMentions) });
    return;
  }
  const ungrouped = machine.gpus.filter((gpu) => gpu.group === undefined);
  if (ungrouped.length === 0) return;
  const which = listOf(ungrouped.map((gpu) => gpu.bdf));
  const message = `The IOMMU group of ${which} is missing, though other devices have theirs: the listing of groups was cut or filtered. Paste it whole.`;
  out.errors.push({ message, ...(ungrouped[0]?.line && { line: ungrouped[0].line }) });
}

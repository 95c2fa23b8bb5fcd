import { cleanPaste, type Line } from "@/server/inventory/clean";
import { conclude } from "@/server/inventory/conclude";
import { type Findings, newFindings } from "@/server/inventory/findings";
import { readAmdSmi, readRocmSmi } from "@/server/inventory/formats/amd";
import { readCollector } from "@/server/inventory/formats/collector";
import { findJson, readJsonDevices } from "@/server/inventory/formats/json-documents";
import { addressPlaces, locateReport } from "@/server/inventory/formats/json-places";
import { readKernel } from "@/server/inventory/formats/kernel";
import { readLspci } from "@/server/inventory/formats/lspci";
import { readNotices } from "@/server/inventory/formats/notices";
import { readGpuCsv, readNvidiaList } from "@/server/inventory/formats/nvidia-list";
import { readNvidiaQuery } from "@/server/inventory/formats/nvidia-query";
import { readNvidiaTable } from "@/server/inventory/formats/nvidia-table";
import { readProxmox } from "@/server/inventory/formats/proxmox";
import { readRecords } from "@/server/inventory/formats/records";
import { readTopology } from "@/server/inventory/formats/topology";
import { readXml } from "@/server/inventory/formats/xml";
import { readReport } from "@/server/inventory/read-report";
import type { InventoryReport } from "@/server/inventory/report";
import { split } from "@/server/inventory/split";
import type { InventoryReading } from "@/server/inventory/types";
import { unwrap } from "@/server/inventory/unwrap";

/** Each takes what it knows from the lines and leaves the rest to the others. */
const READERS: readonly ((lines: Line[], findings: Findings) => void)[] = [
  readCollector,
  readLspci,
  readKernel,
  readRecords,
  readProxmox,
  readNvidiaTable,
  readNvidiaQuery,
  readNvidiaList,
  readGpuCsv,
  readRocmSmi,
  readAmdSmi,
  readTopology,
  readNotices,
];

/**
 * Reads what an administrator pastes (contract, section 6): listings of several tools in one text, with whatever
 * terminals and mail put around them. Never throws; what cannot be read is told in `errors` and `warnings`.
 */
export function readText(text: string): InventoryReading {
  const paste = cleanPaste(text);
  const findings = newFindings();
  if (text.trim() === "")
    findings.errors.push({ message: "The text is empty: nothing was detected, nothing changes." });
  if (paste.truncated) {
    findings.errors.push({ message: "The text has more than 100,000 lines; only these were read. Paste less." });
  }
  const report = readDocuments(paste.lines, findings);
  if (report) return report;
  const lines = unwrap(split(paste.lines));
  for (const read of READERS) read(lines, findings);
  return conclude(findings);
}

/** JSON and XML span lines, so they are read from the text as a whole; a JSON report is read as one. */
function readDocuments(lines: Line[], findings: Findings): InventoryReading | undefined {
  const starts: number[] = [];
  let at = 0;
  const whole: string[] = [];
  for (const line of lines) {
    const full = line.full ?? line.text;
    starts.push(at);
    whole.push(full);
    at += full.length + 1;
  }
  const text = whole.join("\n");
  const lineAt = (offset: number) => lines[lastAtOrBelow(starts, offset)]?.n ?? 1;
  const documents = findJson(text);
  const places = documents.length > 0 ? addressPlaces(lines) : new Map();
  for (const { value, start } of documents) {
    if (isReport(value)) return locateReport(readReport(value), places, (part) => lineAt(text.indexOf(part)));
    const before = findings.sightings.length;
    readJsonDevices(value, lineAt(start), findings);
    for (const sighting of findings.sightings.slice(before)) {
      const [line = sighting.line] = places.get(sighting.bdf)?.lines ?? [];
      if (line) sighting.line = line;
    }
  }
  readXml(text, lineAt, findings);
  return undefined;
}

function lastAtOrBelow(sorted: number[], value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isReport(value: unknown): value is InventoryReport {
  return (
    typeof value === "object" && value !== null && "source" in value && ("devices" in value || "iommuGroups" in value)
  );
}

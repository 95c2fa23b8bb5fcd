import { ADDRESS_SOURCE, normaliseAddress } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { type Findings, type Numbered, type Sighting, see } from "@/server/inventory/findings";
import { gpuModelName } from "@/server/inventory/gpu-models";

export const ROCM_SMI = "rocm-smi";
export const AMD_SMI = "amd-smi";

const ROCM_LINE = /^\W{0,4}GPU\[(\d{1,3})\]\s*:\s*([^:]{2,50}):\s*(.*)$/;
const AMD_HEADER = /^\s*GPU:\s*(\d{1,3})\s*$/;
const AMD_FIELD = /^\s*([A-Z][A-Z0-9_]{1,40}):\s*(.*)$/;
const AMD_ROW = new RegExp(`^(${ADDRESS_SOURCE})\\s+(AMD\\s.{2,60}|.{0,40}Instinct.{2,40}|.{0,40}Radeon.{2,40})$`, "i");

const HARDWARE_HEAD = /^\s*GPU\s.*\bDID\b.*\bBUS\b/;
const HARDWARE_ROW = new RegExp(
  `^\\s*(\\d{1,3})\\s+(?:\\d{1,3}\\s+)?(?:0x)?([0-9a-f]{4})\\s.{0,120}?\\s(${ADDRESS_SOURCE})(?:\\s+(\\d{1,3}))?$`,
  "i",
);

/** The table of `rocm-smi --showhw`, with nodes and partitions or without. */
function readHardware(lines: Line[], findings: Findings): void {
  let open = false;
  for (const line of lines) {
    if (HARDWARE_HEAD.test(line.text.slice(0, 200))) open = true;
    else if (line.text === "" || line.command) open = false;
    const [, index, device, address = "", partition] = (open && HARDWARE_ROW.exec(line.text)) || [];
    const bdf = normaliseAddress(address);
    if (!bdf || !device) continue;
    see(findings, {
      bdf,
      source: ROCM_SMI,
      line: line.n,
      index: Number(index),
      vendor: "1002",
      device: device.toLowerCase(),
      assertedGpu: true,
      ...(Number(partition ?? 0) > 0 && { partition: true }),
    });
  }
}

/** `rocm-smi`: lines `GPU[n] : key: value`. Facts of one index are gathered over all its blocks. */
export function readRocmSmi(lines: Line[], findings: Findings): void {
  readHardware(lines, findings);
  const byIndex = new Map<number, Partial<Sighting> & { line: number }>();
  for (const line of lines) {
    const match = line.text.includes("GPU[") ? ROCM_LINE.exec(line.text.slice(0, 300)) : null;
    if (!match?.[2]) continue;
    const index = Number(match[1]);
    const gpu = byIndex.get(index) ?? { line: line.n };
    byIndex.set(index, gpu);
    readRocmField(match[2].trim().toLowerCase(), (match[3] ?? "").trim(), gpu, line, findings);
  }
  for (const [index, gpu] of byIndex) {
    findings.sources.add(ROCM_SMI);
    const { bdf, line, ...facts } = gpu;
    const known = { ...facts, source: ROCM_SMI, line };
    if (bdf) see(findings, { ...known, bdf, index, vendor: "1002", assertedGpu: true });
    else findings.numbered.push({ ...known, family: "amd", index } satisfies Numbered);
  }
}

function readRocmField(key: string, value: string, gpu: Partial<Sighting>, line: Line, findings: Findings): void {
  const known = !/^(?:N\/A|none|unknown|)$/i.test(value);
  if (key === "pci bus") {
    const bdf = normaliseAddress(value);
    if (bdf && gpu.bdf && bdf !== gpu.bdf) {
      findings.errors.push({ message: `rocm-smi gives GPU two addresses, ${gpu.bdf} and ${bdf}.`, line: line.n });
    }
    gpu.bdf ??= bdf;
  } else if (/^\(topology\) numa node$/.test(key) && /^\d{1,3}$/.test(value)) gpu.numa = Number(value);
  else if (/^(?:device|gpu) id$|^did$/.test(key) && /^0x[0-9a-f]{4}$/i.test(value))
    gpu.device = value.slice(2).toLowerCase();
  else if (key === "card model" && isKnownId(value)) gpu.device = value.slice(2).toLowerCase();
  else if (/^(?:card series|card model|device name|market name)$/.test(key) && known && !/^0x/i.test(value)) {
    gpu.name ??= value;
  }
}

/** Old releases print the subsystem as "Card model", new ones the device: only ids of GPUs count. */
function isKnownId(value: string): boolean {
  return /^0x[0-9a-f]{4}$/i.test(value) && gpuModelName(`1002-${value.slice(2).toLowerCase()}`) !== undefined;
}

/** `amd-smi list`, `static` and the new default table. */
export function readAmdSmi(lines: Line[], findings: Findings): void {
  let gpu: (Partial<Sighting> & { index: number; line: number }) | undefined;
  let heading = "";
  const flush = () => {
    if (gpu?.bdf) see(findings, { ...gpu, bdf: gpu.bdf, source: AMD_SMI, vendor: "1002", assertedGpu: true });
    gpu = undefined;
  };
  for (const line of lines) {
    const header = AMD_HEADER.exec(line.text);
    if (header) {
      flush();
      gpu = { index: Number(header[1]), line: line.n };
      continue;
    }
    if (line.command) flush();
    readAmdRow(line, findings);
    const field = gpu ? AMD_FIELD.exec(line.text.slice(0, 200)) : null;
    if (!gpu || !field?.[1]) continue;
    if ((field[2] ?? "") === "") heading = field[1];
    else readAmdField(field[1], field[2] ?? "", heading, gpu);
  }
  flush();
}

function readAmdField(key: string, value: string, heading: string, gpu: Partial<Sighting>): void {
  if (key === "BDF") gpu.bdf = normaliseAddress(value);
  else if (key === "UUID") gpu.uuid = value;
  else if (key === "MARKET_NAME" && value !== "N/A") gpu.name = value;
  else if (key === "DEVICE_ID" && /^0x[0-9a-f]{4}$/i.test(value)) gpu.device = value.slice(2).toLowerCase();
  else if (key === "NODE" && heading === "NUMA" && /^\d{1,3}$/.test(value)) gpu.numa = Number(value);
  else if (key === "PARTITION_ID" && /^\d{1,3}$/.test(value) && Number(value) > 0) gpu.partition = true;
}

function readAmdRow(line: Line, findings: Findings): void {
  if (!line.text.includes("|")) return;
  const cell =
    line.text
      .split("|")
      .map((part) => part.trim())
      .find((part) => part !== "") ?? "";
  const row = AMD_ROW.exec(cell);
  const bdf = normaliseAddress(row?.[1] ?? "");
  if (!bdf || !row?.[2]) return;
  see(findings, { bdf, source: AMD_SMI, line: line.n, vendor: "1002", assertedGpu: true, name: row[2].trim() });
}

import { normaliseAddress } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { type Findings, type GpuFamily, type Numbered, see } from "@/server/inventory/findings";
import { fromNvmlDeviceId } from "@/server/inventory/pci";

export const NVIDIA_LIST = "nvidia-smi -L";
export const NVIDIA_CSV = "nvidia-smi --query-gpu";
const AMD_CSV = "amd-smi";

const GPU = /^\s{0,8}GPU\s+(\d{1,3}):\s+(\S.{0,80}?)\s*(?:\(UUID:\s*(GPU-[0-9a-f-]{8,40})\)?.{0,20})?$/i;
const MIG = /^\s*MIG\s+\S{1,30}\s+Device\s+\d{1,2}:\s*(?:\(UUID:\s*(MIG-\S{4,120}?)\))?/i;

/** `nvidia-smi -L`: an index, a name and a UUID a line, MIG slices below their GPU. */
export function readNvidiaList(lines: Line[], findings: Findings): void {
  let current: Numbered | undefined;
  for (const line of lines) {
    const gpu = /GPU \d/.test(line.text) ? GPU.exec(line.text) : null;
    if (gpu?.[2] && (gpu[3] || /nvidia|tesla|quadro|geforce|rtx|grid|titan/i.test(gpu[2]))) {
      current = { family: "nvidia", source: NVIDIA_LIST, index: Number(gpu[1]), line: line.n, name: gpu[2] };
      if (gpu[3]) current.uuid = gpu[3];
      findings.numbered.push(current);
      findings.sources.add(NVIDIA_LIST);
      continue;
    }
    const slice = MIG.exec(line.text);
    if (!slice) continue;
    findings.migSlices.add(slice[1] ?? `${current?.index} line ${line.n}`);
    findings.migLines.add(line.n);
    if (current) current.mig = true;
  }
}

interface Columns {
  names: string[];
  family: GpuFamily;
}

const KNOWN =
  /^(?:index|gpu|name|gpu_?name|uuid|gpu_?uuid|pci\.bus_id|gpu_bus_id|gpu_bdf|bdf|pci\.bus|pci\.device_id)$/;

/** `nvidia-smi --query-gpu=… --format=csv`, with its header or without, and `amd-smi list --csv`. */
export function readGpuCsv(lines: Line[], findings: Findings): void {
  let columns: Columns | undefined;
  for (const line of lines) {
    if (!line.text.includes(",")) {
      if (line.text === "" || line.command) columns = undefined;
      continue;
    }
    const cells = line.text.split(",").map((cell) => cell.trim().replace(/^"|"$/g, ""));
    if (cells.length > 60) continue;
    const header = headerOf(cells);
    if (header) columns = header;
    else if (columns?.names.length === cells.length) readRow(columns, cells, line, findings);
    else readHeaderless(cells, line, findings);
  }
}

function headerOf(cells: string[]): Columns | undefined {
  const names = cells.map((cell) => cell.toLowerCase().replace(/\s*\[[^\]]*\]\s*$/, ""));
  if (names.filter((name) => KNOWN.test(name)).length < 2) return undefined;
  return { names, family: names.includes("gpu_bdf") || names.includes("bdf") ? "amd" : "nvidia" };
}

const pick = (row: Map<string, string>, ...names: string[]) =>
  names.map((name) => row.get(name)).find((value) => value);

function readRow(columns: Columns, cells: string[], line: Line, findings: Findings): void {
  const row = new Map(columns.names.map((name, at) => [name, cells[at] ?? ""]));
  const index = pick(row, "index", "gpu") ?? "";
  record(
    {
      family: columns.family,
      bus: pick(row, "pci.bus_id", "gpu_bus_id", "gpu_bdf", "bdf"),
      index: /^\d{1,3}$/.test(index) ? Number(index) : undefined,
      name: pick(row, "name", "gpu_name"),
      uuid: pick(row, "uuid", "gpu_uuid"),
      device: pick(row, "pci.device_id"),
      mig: row.get("mig.mode.current") === "Enabled",
      partition: Number(row.get("partition_id") ?? 0) > 0,
    },
    line,
    findings,
  );
  const driver = row.get("driver_version");
  if (driver && /^\d/.test(driver)) findings.driverVersion ??= driver;
}

const NAME = /nvidia|tesla|quadro|geforce|rtx|titan|^[ABHLTVP]\d{1,3}\b/i;

function readHeaderless(cells: string[], line: Line, findings: Findings): void {
  const bus = cells.find((cell) => /^[0-9a-f]{4,8}:/i.test(cell) && normaliseAddress(cell) !== undefined);
  const uuid = cells.find((cell) => /^GPU-[0-9a-f-]{8,40}$/i.test(cell));
  const name = cells.find((cell) => cell !== uuid && cell !== bus && NAME.test(cell) && !/^0x/i.test(cell));
  if (!name && !uuid) return;
  if (!bus && !(uuid && /^\d{1,3}$/.test(cells[0] ?? "")) && !(name && /^\d{1,3}$/.test(cells[0] ?? ""))) return;
  const index = /^\d{1,3}$/.test(cells[0] ?? "") ? Number(cells[0]) : undefined;
  const device = cells.find((cell) => /^0x[0-9a-f]{4}10de$/i.test(cell));
  record({ family: "nvidia", bus, index, name, uuid, device }, line, findings);
}

interface CsvGpu {
  family: GpuFamily;
  bus?: string;
  index?: number;
  name?: string;
  uuid?: string;
  device?: string;
  mig?: boolean;
  partition?: boolean;
}

function record(gpu: CsvGpu, line: Line, findings: Findings): void {
  const source = gpu.family === "nvidia" ? NVIDIA_CSV : AMD_CSV;
  const bdf = normaliseAddress(gpu.bus ?? "");
  const device = fromNvmlDeviceId(gpu.device ?? "")?.device;
  const facts = {
    source,
    line: line.n,
    ...(gpu.name && { name: gpu.name }),
    ...(gpu.uuid && { uuid: gpu.uuid }),
    ...(device && { device }),
    ...(gpu.mig && { mig: true }),
  };
  if (bdf) {
    see(findings, {
      bdf,
      ...facts,
      assertedGpu: true,
      vendor: gpu.family === "nvidia" ? "10de" : "1002",
      ...(gpu.index !== undefined && { index: gpu.index }),
      ...(gpu.partition && { partition: true }),
      ...(line.host && { host: line.host }),
    });
  } else if (gpu.index !== undefined && (gpu.name || gpu.uuid)) {
    findings.numbered.push({ family: gpu.family, index: gpu.index, ...facts });
    findings.sources.add(source);
  }
}

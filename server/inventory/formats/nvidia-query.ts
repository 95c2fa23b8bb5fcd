import { ADDRESS_SOURCE, normaliseAddress } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { type Findings, type Sighting, see } from "@/server/inventory/findings";
import { fromNvmlDeviceId } from "@/server/inventory/pci";

export const NVIDIA_QUERY = "nvidia-smi -q";

const SECTION = new RegExp(`^\\s{0,3}GPU\\s+(${ADDRESS_SOURCE})\\s*$`, "i");
const FIELD = /^\s*([A-Za-z][\w ./-]{0,48}?)\s*:\s*(.*)$/;
const HEADING = /^\s*([A-Za-z][\w ./-]{0,48})$/;

interface State {
  gpu?: Sighting;
  heading: string;
  base?: string;
}

/** The log of `nvidia-smi -q`: a section a GPU, `Key : value` below it. */
export function readNvidiaQuery(lines: Line[], findings: Findings): void {
  const state: State = { heading: "" };
  const log = new Set<string>();
  for (const line of lines) {
    const section = SECTION.exec(line.text);
    if (section) {
      begin(section[1] ?? "", line, state, findings, log);
      continue;
    }
    const field = FIELD.exec(line.text.slice(0, 200));
    if (!field?.[1]) {
      state.heading = HEADING.exec(line.text)?.[1] ?? state.heading;
      continue;
    }
    const [, key, value = ""] = field;
    if (key === "Attached GPUs" && /^\d{1,3}$/.test(value)) {
      findings.claimedCounts.push({ source: NVIDIA_QUERY, family: "nvidia", count: Number(value), line: line.n });
      log.clear();
    } else if (key === "Driver Version" && /^\d/.test(value)) findings.driverVersion ??= value.split(/\s/)[0];
    else if (state.gpu) readField(key, value, line, state, state.gpu, findings);
  }
}

function begin(address: string, line: Line, state: State, findings: Findings, log: Set<string>): void {
  const bdf = normaliseAddress(address);
  if (!bdf) return;
  log.add(bdf);
  state.heading = "";
  state.base = undefined;
  state.gpu = see(findings, {
    bdf,
    source: NVIDIA_QUERY,
    line: line.n,
    ...(line.host && { host: line.host }),
    assertedGpu: true,
    vendor: "10de",
  });
}

function readField(key: string, value: string, line: Line, state: State, gpu: Sighting, findings: Findings): void {
  switch (key) {
    case "Product Name":
      gpu.name = value;
      break;
    case "GPU UUID":
      gpu.uuid = value;
      break;
    case "Current":
      if (state.heading === "MIG Mode" && value === "Enabled") gpu.mig = true;
      break;
    case "Base Classcode":
      state.base = hexDigits(value);
      break;
    case "Sub Classcode":
      readClass(value, state, gpu);
      break;
    case "Device Id":
      gpu.device = fromNvmlDeviceId(value)?.device ?? gpu.device;
      break;
    case "NUMA ID":
    case "GPU NUMA ID":
      break;
    case "Virtualization Mode":
      readMode(value, line, gpu, findings);
      break;
    default:
      if (/^MIG Device/.test(key)) noteSlice(gpu, line, findings);
  }
}

function noteSlice(gpu: Sighting, line: Line, findings: Findings): void {
  findings.migSlices.add(`${gpu.bdf} ${line.n}`);
  findings.migLines.add(line.n);
}

const hexDigits = (value: string) => /^0x([0-9a-f]{1,2})$/i.exec(value)?.[1]?.toLowerCase().padStart(2, "0");

function readClass(value: string, state: State, gpu: Sighting): void {
  const sub = hexDigits(value);
  if (state.base && sub) gpu.pciClass = `${state.base}${sub}`;
}

function readMode(value: string, line: Line, gpu: Sighting, findings: Findings): void {
  if (value === "Pass-Through") {
    findings.virtualMachine ??= { line: line.n, why: "Virtualization Mode is Pass-Through" };
  } else if (value === "VGPU") {
    gpu.virtualFunction = true;
    findings.virtualMachine ??= { line: line.n, why: "Virtualization Mode is VGPU" };
  }
}

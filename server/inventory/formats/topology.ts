import { normaliseAddress } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { type Findings, type GpuFamily, type LinkMatrix, see } from "@/server/inventory/findings";
import { AMD_SMI } from "@/server/inventory/formats/amd";

export const NVIDIA_TOPO = "nvidia-smi topo -m";
const AMD_TOPO = "rocm-smi/amd-smi topology";

const LINK = /^(?:NV\d{1,2}|SYS|NODE|PHB|PXB|PIX|PSB|SOC|XGMI|PCIE|PCIe)$/;
const SELF = /^(?:X|SELF|0)$/;
const CELL = /^(?:NV\d{1,2}|SYS|NODE|PHB|PXB|PIX|PSB|SOC|XGMI|PCIE|PCIe|X|SELF|N\/A|-|[\d.]{1,12})$/;
const HEADING =
  /(weight|hops|link type|access|numa bw|coherency|atomics|dma|bi-?directional|p2p)\b.*?(?:between|table|matrix)/i;
const END_OF_LABELS = /^(?:CPU|NUMA|GPU)$/;
const GPU_LABEL = /^GPU\d{1,3}$/;

interface Open {
  matrix: LinkMatrix;
  labels: string[];
  /** Cell of the header (split by tabs) that says NUMA, where tabs survived. */
  numaCell?: number;
  rows: number;
}

/** Link matrices: `nvidia-smi topo -m` (old and new), `rocm-smi --showtopo`, `amd-smi topology`. */
export function readTopology(lines: Line[], findings: Findings): void {
  let open: Open | undefined;
  let heading = "";
  let numeric = false;
  const turn = (next?: Open) => {
    if (open) keep(open, findings);
    open = next;
  };
  for (const line of lines) {
    if (line.text === "") continue;
    const titled = line.text.length < 200 ? HEADING.exec(line.text)?.[1]?.toLowerCase() : undefined;
    if (titled) {
      turn();
      heading = titled;
      numeric ||= heading === "weight" || heading === "hops";
      continue;
    }
    const words = line.text.trim().split(/\s+/, 400);
    const labels = headerLabels(words);
    if (labels) turn(begin(labels, line, heading));
    else if (line.command || /^legend/i.test(words[0] ?? "")) turn();
    else if (open) readRow(words, line, open);
  }
  turn();
  const amdLinks = findings.matrices.some((matrix) => matrix.family === "amd");
  if (numeric && amdLinks) findings.warnings.push({ message: MIXED });
}

const MIXED =
  "The paste has several matrices that look alike: links are taken from 'Link Type' alone; 'Weight' and 'Hops' are costs, not links.";

const isGpu = (label: string) => GPU_LABEL.test(label) || normaliseAddress(label) !== undefined;

function headerLabels(words: string[]): string[] | undefined {
  if (!isGpu(words[0] ?? "") || CELL.test(words[1] ?? "") || /^(?:ENABLED|DISABLED)$/.test(words[1] ?? ""))
    return undefined;
  const end = words.findIndex((word) => END_OF_LABELS.test(word));
  const labels = end < 0 ? words : words.slice(0, end);
  const plausible = labels.every((label) => /^[A-Za-z0-9][\w:.-]{1,30}$/.test(label)) && labels.length > 0;
  if (!plausible || (labels.length === 1 && end < 0)) return undefined;
  return labels.filter(isGpu).length >= labels.length / 4 ? labels : undefined;
}

function begin(labels: string[], line: Line, heading: string): Open {
  const heads = line.text.split("\t");
  // A head whose leading tab was trimmed away is one cell short of its rows.
  const shift = heads[0]?.trim() === "" ? 0 : 1;
  const numaCell = heads.findIndex((cell) => /^NUMA Affinity$/i.test(cell.trim()));
  const gpuColumns = labels.filter(isGpu);
  const amd = heading === "link type" || gpuColumns.some((label) => !GPU_LABEL.test(label));
  const family: GpuFamily = amd ? "amd" : "nvidia";
  return {
    labels,
    rows: 0,
    ...(numaCell >= 0 && { numaCell: numaCell + shift }),
    matrix: {
      family,
      source: family === "amd" ? AMD_TOPO : NVIDIA_TOPO,
      line: line.n,
      gpuColumns: gpuColumns.map(canonical),
      gpuRows: new Set(),
      nicColumns: labels.length - gpuColumns.length,
      nicRows: 0,
      cells: [],
      numa: new Map(),
    },
  };
}

const canonical = (label: string) => normaliseAddress(label) ?? label;

function readRow(words: string[], line: Line, open: Open): void {
  const [label = "", ...cells] = words;
  if (!CELL.test(cells[0] ?? "")) return;
  const { matrix, labels } = open;
  if (!isGpu(label)) {
    if (labels.includes(label)) matrix.nicRows += 1;
    return;
  }
  open.rows += 1;
  const from = canonical(label);
  matrix.gpuRows.add(from);
  labels.forEach((column, at) => {
    const type = cells[at];
    if (!type || !isGpu(column) || SELF.test(type) || !LINK.test(type)) return;
    matrix.cells.push({ a: from, b: canonical(column), type: type.toUpperCase() });
  });
  readNuma(from, cells, line, open);
}

function readNuma(label: string, cells: string[], line: Line, open: Open): void {
  const byTab = open.numaCell === undefined ? undefined : line.text.split("\t")[open.numaCell]?.trim();
  const value = byTab ?? (open.labels.length < cells.length ? cells[open.labels.length + 1] : undefined);
  if (value && /^\d{1,3}$/.test(value)) open.matrix.numa.set(label, Number(value));
}

/** A matrix counts where it shows links; tables of costs and states have the same head but other cells. */
function keep(open: Open, findings: Findings): void {
  const { matrix } = open;
  const links = matrix.cells.length > 0;
  const single = matrix.gpuColumns.length === 1 && open.rows > 0 && matrix.family === "nvidia";
  if (!links && !single) return;
  if (matrix.cells.some((cell) => /^(?:XGMI|PCIE)$/.test(cell.type))) {
    matrix.family = "amd";
    matrix.source = AMD_TOPO;
  }
  // `amd-smi topology` labels its tables with addresses, so it names the GPUs as well.
  for (const bdf of matrix.gpuColumns.filter((label) => !GPU_LABEL.test(label))) {
    see(findings, { bdf, source: AMD_SMI, line: matrix.line, vendor: "1002", assertedGpu: true });
  }
  findings.matrices.push(matrix);
  findings.sources.add(matrix.source);
}

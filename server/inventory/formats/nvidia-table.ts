import { ADDRESS_SOURCE, normaliseAddress } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { type Findings, type Sighting, see } from "@/server/inventory/findings";

export const NVIDIA_TABLE = "nvidia-smi";

const FIRST_CELL = /^(\d{1,3})\s+(\S.{0,80})$/;
const BUS_CELL = new RegExp(`^(${ADDRESS_SOURCE})(?:\\s|$)`, "i");
const FRAMELESS = new RegExp(
  `^\\W{0,4}(\\d{1,3})\\s+(\\S[^|]{1,60}?)\\s+(?:On|Off|N/A|WDDM|TCC)\\s{1,12}\\|?\\s{0,12}(${ADDRESS_SOURCE})\\s+(?:On|Off|N/A)\\b`,
  "i",
);
const MODE = /\s+(?:On|Off|N\/A|ERR!|WDDM|TCC|MCDM|Enabled|Disabled)\s*$/i;
const MIG_ROW = /^\d{1,3}\s+\d{1,3}\s+\d{1,3}\s+\d{1,3}$/;

/** The table that `nvidia-smi` prints: three rows a GPU, of old and new drivers, with its MIG table below. */
export function readNvidiaTable(lines: Line[], findings: Findings): void {
  let current: Sighting | undefined;
  for (const line of lines) {
    readVersion(line, findings);
    current = line.text.includes("|") ? readRow(line, current, findings) : readFrameless(line, current, findings);
  }
}

/** Answers the GPU that the next row belongs to. */
function readRow(line: Line, current: Sighting | undefined, findings: Findings): Sighting | undefined {
  const filled = line.text
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");
  const first = FIRST_CELL.exec(filled[0] ?? "");
  const bus = BUS_CELL.exec(filled[1] ?? "");
  if (first && bus) return begin(line, first[1], first[2], bus[1], findings);
  if (filled.some((cell) => /^(?:MIG devices|Processes):/.test(cell))) return undefined;
  if (filled.length >= 3 && MIG_ROW.test(filled[0] ?? "")) noteSlice(filled[0] ?? "", line, findings);
  if (current && filled.length === 1 && /^Enabled\*?$/.test(filled[0] ?? "")) current.mig = true;
  return current;
}

function readFrameless(line: Line, current: Sighting | undefined, findings: Findings): Sighting | undefined {
  if (line.text === "") return undefined;
  const frameless = FRAMELESS.exec(line.text);
  return frameless ? begin(line, frameless[1], frameless[2], frameless[3], findings) : current;
}

function readVersion(line: Line, findings: Findings): void {
  const version = /\bDriver Version\s*:\s*(\d[\w.]{0,20})/.exec(line.text)?.[1];
  if (version) findings.driverVersion ??= version;
}

function begin(
  line: Line,
  index: string | undefined,
  name: string | undefined,
  bus: string | undefined,
  findings: Findings,
): Sighting | undefined {
  const bdf = normaliseAddress(bus ?? "");
  if (!bdf) return undefined;
  const bare = (name ?? "").replace(MODE, "").trim();
  if (line.text.includes("ERR!")) {
    const message = `nvidia-smi shows ERR! for ${bdf} (line ${line.n}): the driver has lost touch with this GPU.`;
    findings.warnings.push({ message, line: line.n });
  }
  return see(findings, {
    bdf,
    source: NVIDIA_TABLE,
    line: line.n,
    ...(line.host && { host: line.host }),
    assertedGpu: true,
    vendor: "10de",
    index: Number(index),
    ...(bare && { name: bare }),
  });
}

function noteSlice(cell: string, line: Line, findings: Findings): void {
  const [gpu, gi, ci] = cell.split(/\s+/);
  findings.migLines.add(line.n);
  findings.migSlices.add(`table ${gpu}/${gi}/${ci}`);
}

import { ADDRESS_SOURCE, normaliseAddress } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import type { Findings } from "@/server/inventory/findings";
import { readDeviceLine } from "@/server/inventory/formats/device-line";
import { GROUPS } from "@/server/inventory/formats/lspci";

const LOST_GPU = new RegExp(
  `Unable to determine the device handle for GPU\\s*(?:\\d{1,3}:\\s*)?(${ADDRESS_SOURCE})?`,
  "i",
);
const FILTER = /\bgrep\b[^|]{0,60}?(?:nvidia|10de|amd\b|1002|vga|3d|display|gpu)|lspci\b[^|]{0,60}-d\s*(?:10de|1002)/i;
const TREE = /^[ |+\\-]*\[[0-9a-f]{4}:[0-9a-f]{2}\]-|^[ |+\\-]+-?[0-9a-f]{2}\.[0-7]-\[[0-9a-f]{2}/;
const BUS_PATH =
  /^\s*(?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7](?:\/[0-9a-f]{2}\.[0-7])+\s+(?:VGA|3D|Display|Processing)/;
const ORPHAN = /\[(?:10de|1002):[0-9a-f]{4}\](?:\s*\(rev [0-9a-f]{2}\))?\s*$/i;
const NODE_NAME = /^[\s|+\-`]*(pci_[0-9a-f]{4,8}_[0-9a-f]{2}_[0-9a-f]{2}_[0-7])\s*$/i;

const FAILURES: readonly (readonly [RegExp, string])[] = [
  [
    /NVIDIA-SMI has failed because it couldn't communicate/i,
    "nvidia-smi failed because it couldn't communicate with the NVIDIA driver: it says nothing about which GPUs are there. Paste 'lspci -Dnn', or load the driver.",
  ],
  [
    /No devices were found/i,
    "nvidia-smi says 'No devices were found': no GPU is visible to the driver. Paste 'lspci -Dnn'.",
  ],
  [
    /(?:nvidia-smi|lspci|rocm-smi|amd-smi|virsh|pvesh)['"’]?:?\s+(?:command not found|not found|is not recognized|No such file)|(?:command not found|unknown command):?\s+['"]?(?:nvidia-smi|lspci|rocm-smi|amd-smi|virsh|pvesh)/i,
    "A command was not found on that machine, so its output is missing.",
  ],
  [
    /Failed to initialize NVML/i,
    "nvidia-smi failed to initialize NVML: driver and library don't match, so it lists no GPUs.",
  ],
];

/** What tools say instead of a listing, and what commands reveal about it. */
export function readNotices(lines: Line[], findings: Findings): void {
  const seen = new Set<string>();
  readEnd(lines, findings);
  for (const line of lines) {
    if (line.text === "") continue;
    if (FILTER.test(line.text.slice(0, 400)) && /lspci|iommu|done/.test(line.text)) findings.filterLine ??= line.n;
    readFailure(line, findings, seen);
    const name = NODE_NAME.exec(line.text)?.[1];
    const named = name ? normaliseAddress(name) : undefined;
    if (named) findings.classlessDevices.add(named);
    if (TREE.test(line.text)) note(findings, seen, TREE_ONLY, line);
    if (BUS_PATH.test(line.text)) note(findings, seen, BUS_PATHS, line);
    if (isOrphan(line))
      note(findings, seen, `Line ${line.n} names a GPU without its address: its beginning is cut off.`, line);
  }
}

const TREE_ONLY = "The tree of 'lspci -t' carries no device classes, so nothing is read from it. Paste 'lspci -Dnn'.";
const BUS_PATHS =
  "'lspci -P' leaves out bus numbers, so devices have no address there. Paste 'lspci -Dnn' or 'lspci -PPnn'.";

function note(findings: Findings, seen: Set<string>, message: string, line: Line): void {
  if (seen.has(message)) return;
  seen.add(message);
  const target = message === TREE_ONLY ? findings.failures : findings.errors;
  target.push({ message, line: line.n });
}

function isOrphan(line: Line): boolean {
  if (line.command || !ORPHAN.test(line.text)) return false;
  if (/Subsystem|DeviceName|ids=|Audio|USB|\[0[4c][0-9a-f]{2}\]|\[0680\]|NVSwitch/i.test(line.text)) return false;
  return readDeviceLine(line.text)?.pciClass === undefined && !line.text.includes('"');
}

const CLASSES = ["VGA compatible controller", "3D controller", "Display controller", "Processing accelerators"];

/** A listing that ends within a line may have lost more: `41:00.0 VGA compa`, `IOMMU Group 50 0000:be:00.0`. */
function readEnd(lines: Line[], findings: Findings): void {
  const last = lines.findLast((line) => line.text !== "");
  const device = last && !last.command ? readDeviceLine(last.text) : undefined;
  if (!last || !device || device.pciClass !== undefined) return;
  const after = device.after.trim().toLowerCase();
  const started = CLASSES.some((name) => after !== "" && prefixes(name.toLowerCase(), after));
  const listing = /\bgroup\s*:?\s*\d+\s*:?\s*$/i.test(device.before) && after === "";
  const others = findings.sightings.some((sighting) => sighting.source === GROUPS);
  if (!started && !(listing && others)) return;
  const message = `The text ends in the middle of line ${last.n} (${device.bdf}): the end is cut off. Paste it whole.`;
  findings.errors.push({ message, line: last.n });
}

const prefixes = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);

function readFailure(line: Line, findings: Findings, seen: Set<string>): void {
  const lost = LOST_GPU.exec(line.text);
  if (lost) {
    const bdf = normaliseAddress(lost[1] ?? "");
    const message = `nvidia-smi cannot reach ${bdf ? `GPU ${bdf}` : "one GPU"} ('Unable to determine the device handle'): it is missing from its output.`;
    if (!seen.has(message)) findings.errors.push({ message, line: line.n });
    seen.add(message);
    return;
  }
  const failure = FAILURES.find(([pattern]) => pattern.test(line.text))?.[1];
  if (!failure || seen.has(failure)) return;
  seen.add(failure);
  findings.failures.push({ message: failure, line: line.n });
}

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PCI function as sysfs and lspci show it. */
export interface FakeDevice {
  bdf: string;
  /** After the address, as `lspci -Dnn` prints it. */
  listing: string;
  group?: number;
  numa?: number;
  driver?: string;
  vfs?: number;
  /** Address of the function that it is a virtual one of. */
  physicalFunction?: string;
  /** Bridges above it, root port first. */
  behind?: string[];
}

/** What a stub prints for the arguments that begin so. */
export type Stub = Record<string, string>;

export interface FakeMachine {
  devices: readonly FakeDevice[];
  /** Programs on its path beside the shell's own: `nvidia-smi` → `topo -m` → what it prints. */
  tools?: Record<string, Stub>;
  /** lspci is installed, and lists the devices. */
  hasLspci?: boolean;
}

/** What a shell script may count on anywhere. */
const SHELL_TOOLS = ["sh", "sed", "awk", "tr", "readlink", "timeout"];
const SCRIPT = join(import.meta.dirname, "..", "..", "..", "public", "collect.sh");

const IDS = /\[([0-9a-f]{4})\].*?\[([0-9a-f]{4}):([0-9a-f]{4})\]/;

function makeDevice(sys: string, device: FakeDevice): void {
  const { bdf, listing, group, numa, driver, vfs, physicalFunction, behind = [] } = device;
  const [, pciClass = "ffff", vendor = "ffff", id = "ffff"] = IDS.exec(listing) ?? [];
  const dir = join(sys, "devices", `pci${bdf.slice(0, 7)}`, ...behind, bdf);
  mkdirSync(dir, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(dir, name), `${text}\n`);
  write("class", `0x${pciClass}00`);
  write("vendor", `0x${vendor}`);
  write("device", `0x${id}`);
  write("numa_node", String(numa ?? -1));
  if (vfs !== undefined) write("sriov_numvfs", String(vfs));
  const link = (name: string, to: string) => symlinkSync(to, join(dir, name));
  if (driver) link("driver", `../../../bus/pci/drivers/${driver}`);
  if (physicalFunction) link("physfn", `../${physicalFunction}`);
  const place = ["..", "..", "..", "devices", `pci${bdf.slice(0, 7)}`, ...behind, bdf].join("/");
  symlinkSync(place, join(sys, "bus", "pci", "devices", bdf));
  if (group === undefined) return;
  link("iommu_group", `../../../kernel/iommu_groups/${group}`);
  const members = join(sys, "kernel", "iommu_groups", String(group), "devices");
  mkdirSync(members, { recursive: true });
  symlinkSync(dir, join(members, bdf));
}

function makeTool(bin: string, name: string, stub: Stub): void {
  const cases = Object.entries(stub).map(([args, output], at) => {
    writeFileSync(join(bin, `${name}.${at}`), output);
    return `"${args}"*) while IFS= read -r line || [ -n "$line" ]; do printf '%s\\n' "$line"; done <'${bin}/${name}.${at}' ;;`;
  });
  const text = `#!/bin/sh\ncase "$*" in\n${cases.join("\n")}\n*) echo "unknown: $*" >&2; exit 2 ;;\nesac\n`;
  writeFileSync(join(bin, name), text);
  chmodSync(join(bin, name), 0o755);
}

function makePath(root: string): string {
  const bin = join(root, "bin");
  mkdirSync(bin);
  for (const tool of SHELL_TOOLS) {
    const places = (process.env.PATH ?? "").split(":").map((dir) => join(dir, tool));
    const place = places.find((each) => existsSync(each));
    if (place) symlinkSync(place, join(bin, tool));
  }
  return bin;
}

/** Runs the real collector on a machine that is only files, and answers what it printed. */
export function collectFrom({ devices, tools = {}, hasLspci = true }: FakeMachine, ...args: string[]): string {
  const root = mkdtempSync(join(tmpdir(), "holdfast-machine-"));
  try {
    const sys = join(root, "sys");
    mkdirSync(join(sys, "bus", "pci", "devices"), { recursive: true });
    mkdirSync(join(sys, "kernel", "iommu_groups"), { recursive: true });
    const bin = makePath(root);
    for (const device of devices) makeDevice(sys, device);
    const listing = devices.map(({ bdf, listing }) => `${bdf} ${listing}`).join("\n");
    if (hasLspci) makeTool(bin, "lspci", { "-Dnn": listing });
    for (const [name, stub] of Object.entries(tools)) makeTool(bin, name, stub);
    const env = { ...process.env, PATH: bin, HOLDFAST_SYSFS: sys };
    const run = spawnSync("/bin/sh", [SCRIPT, ...args], { encoding: "utf8", env });
    if (run.status !== 0 || run.stderr !== "") throw new Error(`collect.sh: ${run.status} ${run.stderr}`);
    return run.stdout;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const LINE =
  /^(?:IOMMU Group (\d+)[: ]*)?\s*((?:[0-9a-f]{4}:)?[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]) (.*\[[0-9a-f]{4}:[0-9a-f]{4}\].*)$/;

/** The devices of a listing as people paste it, `IOMMU Group N:` above its members or before each. */
export function devicesOf(text: string): FakeDevice[] {
  let group: number | undefined;
  return text.split("\n").flatMap((line) => {
    const head = /^IOMMU Group (\d+):?$/.exec(line)?.[1];
    if (head) group = Number(head);
    const [, inline, address = "", listing = ""] = LINE.exec(line) ?? [];
    if (listing === "" || /Subsystem/.test(line)) return [];
    const own = inline === undefined ? group : Number(inline);
    const bdf = address.length > 7 ? address : `0000:${address}`;
    return [{ bdf, listing, ...(own !== undefined && { group: own }) }];
  });
}

const HEX = ["0000:11:00.0", "0000:12:00.0", "0000:41:00.0", "0000:44:00.0", "0000:86:00.0", "0000:87:00.0"];
const H100S = [...HEX, "0000:bb:00.0", "0000:be:00.0"];
export const uuidOf = (bdf: string) => `GPU-0b1c2d3e-0000-1111-2222-${bdf.replace(/[^0-9a-f]/g, "").padStart(12, "0")}`;

/** What nvidia-smi says on a machine with eight H100 on one NVSwitch fabric. */
export function nvidiaTools(): Record<string, Stub> {
  const labels = H100S.map((_, index) => `GPU${index}`);
  const rows = labels.map((label, row) => [label, ...labels.map((_, at) => (at === row ? " X " : "NV18"))].join("\t"));
  const line = (bdf: string, index: number) =>
    `${index}, 0000${bdf.toUpperCase()}, NVIDIA H100 80GB HBM3, ${uuidOf(bdf)}, 550.54.15, 0x233010DE, Disabled`;
  const head = "index, pci.bus_id, name, uuid, driver_version, pci.device_id, mig.mode.current";
  return {
    "nvidia-smi": {
      "--query-gpu=": [head, ...H100S.map(line)].join("\n"),
      "-L": H100S.map((bdf, index) => `GPU ${index}: NVIDIA H100 80GB HBM3 (UUID: ${uuidOf(bdf)})`).join("\n"),
      "topo -m": [`\t${labels.join("\t")}\tCPU Affinity\tNUMA Affinity`, ...rows].join("\n"),
    },
  };
}

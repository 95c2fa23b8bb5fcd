import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText } from "@/server/inventory/read-text";
import type { InventoryUnit } from "@/server/inventory/types";

const FOLDER = join(import.meta.dirname, "fixtures", "pastes");

interface Want {
  accept: "yes" | "partial" | "no";
  /** `id group×gpus model`, `!` where not sellable; `-` where there is no group. */
  units?: string[];
  ignored?: string[];
  /** Words that one error, warning or reason must hold together. */
  errors?: string[];
  warnings?: string[];
  reasons?: string[];
  nvswitches?: number;
  links?: string[];
}

function shown(unit: InventoryUnit): string {
  const size = unit.sellable ? `×${unit.sellableGpus}` : `!${unit.gpus.length}`;
  return `${unit.id} ${unit.iommuGroup ?? "-"}${size} ${unit.gpuModelId}`;
}

const WANTED: Record<string, Want> = {
  "loop-one-line-then-lspci-nnk": { accept: "yes", units: ["0000:01:00.0 1×1 10de-2684"], ignored: ["0000:00:02.0"] },
  "lsiommu-ids-before-address": {
    accept: "yes",
    units: ["0000:01:00.0 1!1 10de-1c03"],
    ignored: ["0000:04:00.0"],
    reasons: ["group 1 also holds 0000:00:01.1 (Host bridge [0600]"],
  },
  "header-reset-marks": { accept: "yes", units: ["0000:01:00.0 5×1 10de-1004"] },
  "unraid-groups": { accept: "yes", units: ["0000:01:00.0 17×1 10de-2684", "0000:0b:00.0 19×1 1002-731f"] },
  "group-colon-driver-infiniband-nvswitch": {
    accept: "yes",
    units: ["0000:41:00.0 17!1 10de-20b2", "0000:85:00.0 18!1 10de-20b2"],
    reasons: ["0000:42:00.0 (Infiniband controller [0207]", "0000:84:00.0 (NVSwitch [0680])"],
    nvswitches: 1,
  },
  "lspci-mm": { accept: "yes", units: ["0000:01:00.0 -×1 10de-26b1"] },
  "lspci-vmm": { accept: "yes", units: ["0000:41:00.0 73!1 10de-2331"], reasons: ["0000:42:00.0 (Ethernet"] },
  "lspci-plain": {
    accept: "yes",
    units: ["0000:01:00.0 -×1 10de-1eb8", "0000:02:00.0 -×1 10de-20b5", "0000:c1:00.0 -×1 1002-74a1"],
    ignored: ["0000:00:02.0", "0000:03:00.0", "0000:04:00.0"],
    warnings: ["No vendor:device ids for 2 GPUs"],
    nvswitches: 1,
  },
  "lspci-v-flags": { accept: "yes", units: ["0000:41:00.0 55×1 10de-20f1"] },
  "lspci-vv-sriov": {
    accept: "partial",
    units: ["0000:41:00.0 55×1 10de-20f1", "0000:c1:00.0 12!1 10de-20f1"],
    errors: ["0000:c1:00.0"],
    warnings: ["grep NVIDIA"],
  },
  "find-sysfs": { accept: "yes", units: ["0000:41:00.0 17×1 10de-2230"] },
  dmesg: { accept: "yes", units: ["0000:41:00.0 17×1 10de-2330"], warnings: ["10de:2330"] },
  "smi-v100-old-truncated": {
    accept: "yes",
    units: ["0000:00:1b.0 -×1 tesla-v100-sxm2", "0000:00:1c.0 -×1 tesla-v100-sxm2", "0000:00:1d.0 -×1 tesla-v100-sxm2"],
    warnings: ["ERR! for 0000:00:1d.0", "virtual machine"],
  },
  "smi-mig-table": {
    accept: "partial",
    units: ["0000:07:00.0 -!1 10de-20b2", "0000:0f:00.0 -×1 10de-20b2"],
    errors: ["1 of 2 GPUs is in MIG mode (2 slices), namely 0000:07:00.0"],
  },
  "smi-list-lspci-topo": {
    accept: "yes",
    units: ["0000:19:00.0 -×1 10de-2330", "0000:3b:00.0 -×1 10de-2330"],
    links: ["0000:19:00.0|0000:3b:00.0 NV18"],
    nvswitches: 1,
    warnings: ["order of the PCI bus"],
  },
  "smi-csv-header": {
    accept: "partial",
    units: ["0000:3b:00.0 -!1 10de-20f1", "0000:d8:00.0 -×1 10de-20f1"],
    errors: ["MIG"],
  },
  "smi-csv-headerless": { accept: "yes", units: ["0000:3b:00.0 -×1 10de-27b8", "0000:d8:00.0 -×1 10de-27b8"] },
  "lspci-2-table-1": {
    accept: "partial",
    units: ["0000:16:00.0 -×1 10de-2684", "0000:36:00.0 -×1 10de-2684"],
    errors: ["nvidia-smi shows 1 GPU of 2; 0000:36:00.0 is only in lspci"],
  },
  "smi-no-driver": { accept: "no", errors: ["couldn't communicate with the NVIDIA driver"] },
  "libvirt-nodedev": {
    accept: "yes",
    units: ["0000:41:00.0 17!1 10de-20b2"],
    reasons: ["0000:42:00.0 (of unknown kind"],
  },
  "pvesh-json": { accept: "yes", units: ["0000:41:00.0 17×1 10de-20b2"], ignored: ["0000:03:00.0"] },
  "amd-smi-list-topology": {
    accept: "yes",
    units: ["0000:05:00.0 -×1 amd-unknown", "0000:26:00.0 -×1 amd-unknown"],
    links: ["0000:05:00.0|0000:26:00.0 XGMI"],
  },
  "amd-smi-topology-alone": {
    accept: "yes",
    units: ["0000:05:00.0 -×1 amd-unknown", "0000:26:00.0 -×1 amd-unknown"],
    links: ["0000:05:00.0|0000:26:00.0 XGMI"],
    warnings: ["model names", "Link Type"],
  },
  "amd-smi-table": { accept: "yes", units: ["0000:05:00.0 -×1 1002-74a1", "0000:26:00.0 -×1 1002-74a1"] },
  "two-machines": {
    accept: "partial",
    units: ["0000:19:00.0 -×1 10de-2330", "0000:3b:00.0 -×1 10de-2330"],
    errors: ["2 machines (a and b)"],
  },
  "groups-cut-both-ends": {
    accept: "partial",
    units: ["0000:01:00.0 -!1 10de-2684", "0000:02:00.0 14×1 10de-2684"],
    errors: ["IOMMU group of 0000:01:00.0 is missing", "0000:04:00.0): the end is cut off"],
  },
  "a100-sriov-vfs": {
    accept: "partial",
    units: ["0000:41:00.0 20!1 10de-20b2"],
    ignored: ["0000:41:00.4", "0000:41:00.5", "0000:41:01.3"],
    errors: ["0000:41:00.0 (A100 SXM4 80GB) is split into SR-IOV"],
  },
  "sysfs-ls-l": { accept: "yes", units: ["0000:41:00.0 17×1 10de-2230", "0000:42:00.0 18×1 10de-2230"] },
  "sysfs-tree": { accept: "yes", units: ["0000:41:00.0 17×1 10de-2230"] },
  "pvesh-borderless-off": { accept: "yes", units: ["0000:01:00.0 -×1 10de-2206"], warnings: ["IOMMU is off in BIOS"] },
  "lspci-tv": { accept: "no", errors: ["lspci -t"] },
  "lspci-P": { accept: "no", errors: ["lspci -P"] },
  "command-not-found": { accept: "no", errors: ["command was not found"] },
  "markdown-table": { accept: "yes", units: ["0000:01:00.0 -×1 10de-2684"] },
  "german-headers": { accept: "yes", units: ["0000:01:00.0 1×1 10de-2684"] },
  "virsh-nodedev-list": { accept: "no", errors: ["3 PCI devices", "nodedev-dumpxml"] },
  "smi-lost-gpu": {
    accept: "partial",
    units: ["0000:16:00.0 -×1 10de-2684"],
    errors: ["cannot reach GPU 0000:c1:00.0"],
  },
  "smi-q-vgpu": {
    accept: "yes",
    units: ["0000:ca:00.0 -×1 10de-2235"],
    ignored: ["0000:17:00.0"],
    warnings: ["virtual machine"],
  },
  "k80-mi250x-es1000": {
    accept: "yes",
    units: [
      "0000:0a:00.0 -×1 1002-7408",
      "0000:0b:00.0 -×1 1002-7408",
      "0000:83:00.0 -×1 10de-102d",
      "0000:84:00.0 -×1 10de-102d",
    ],
    ignored: ["0000:02:00.0"],
  },
  "vfio-bound-hidden-from-smi": {
    accept: "yes",
    units: ["0000:16:00.0 -×1 10de-26b9", "0000:38:00.0 -×1 10de-26b9"],
    warnings: ["0000:38:00.0 is bound to vfio-pci"],
  },
  "rocm-smi-showid-lspci": { accept: "yes", units: ["0000:c1:00.0 41×1 1002-740f", "0000:c6:00.0 42×1 1002-740f"] },
  "smi-q-x": { accept: "yes", units: ["0000:16:00.0 -×1 10de-26b9", "0000:38:00.0 -×1 10de-26b9"] },
  "igpu-shares-group-with-card": {
    accept: "yes",
    units: ["0000:03:00.0 0!1 1002-73bf", "0000:08:00.0 1!1 10de-1c03"],
    ignored: ["0000:07:00.0"],
    reasons: [
      "group 0 also holds 0000:00:01.0 (Host bridge [0600]",
      "0000:07:00.0 (integrated graphics [0300]), 0000:07:00.1 (Audio device [0403]",
    ],
  },
};

describe("pastes as people have them", () => {
  it("are all listed here", () => {
    const files = readdirSync(FOLDER).map((name) => name.replace(/\.txt$/, ""));
    expect(files.sort()).toEqual(Object.keys(WANTED).sort());
  });

  it.each(Object.entries(WANTED))("%s", (name, want) => {
    const reading = readText(readFileSync(join(FOLDER, `${name}.txt`), "utf8"));
    expect(reading.units.map(shown)).toEqual(want.units ?? []);
    expect(reading.accept).toBe(want.accept);
    expect(reading.ignored.map((device) => device.bdf)).toEqual(want.ignored ?? []);
    expect(reading.nvswitchCount).toBe(want.nvswitches ?? 0);
    expect(reading.links.map(({ a, b, type }) => `${a}|${b} ${type}`)).toEqual(want.links ?? []);
    const said = (kind: "errors" | "warnings") => reading[kind].map(({ message }) => message).join("\n");
    for (const words of want.errors ?? []) expect(said("errors")).toContain(words);
    for (const words of want.warnings ?? []) expect(said("warnings")).toContain(words);
    const reasons = reading.units.map((unit) => unit.notSellableReason ?? "").join("\n");
    for (const words of want.reasons ?? []) expect(reasons).toContain(words);
    if (!want.errors) expect(reading.errors).toEqual([]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText } from "@/server/inventory/read-text";
import type { InventoryReading, InventoryUnit } from "@/server/inventory/types";

const FOLDER = join(import.meta.dirname, "fixtures", "cases");

interface ExpectedUnit {
  id: string;
  iommuGroup: number | null;
  gpuBdfs: string[];
  sellableGpus: number;
  groupmates: string[];
  allocClass: string;
  sellable: boolean;
}

interface Expected {
  accept: string;
  gpus: { bdf: string; vendorDevice: string | null; name: string | null; numa: number | null; pciPath?: string }[];
  units: ExpectedUnit[];
  nvswitchCount: number;
  links?: Record<string, string>;
  ignored?: { bdf: string; id: string }[];
  errors: string[];
  warnings: string[];
}

/** What the messages of a case must convey, as words that have to be in one of them together. */
const FACTS: Record<string, { errors?: string[][]; warnings?: string[][] }> = {
  "01-h100-paired-groups": { warnings: [["grep NVIDIA", "cannot be seen"]] },
  "04-v100-card-moved": { warnings: [["No IOMMU groups", "vfio-group"]] },
  "04-v100-card-moved.after": { warnings: [["grep NVIDIA"]] },
  "05-azure-h200-8digit-domains": {
    warnings: [
      ["vendor:device", "lspci -nn"],
      ["NVSwitches", "links", "does not mean"],
    ],
  },
  "07-mi210-two-xgmi-hives": {
    warnings: [
      ["device ids", "model names", "lspci -nn"],
      ["Link Type", "Weight", "Hops"],
    ],
  },
  "08-b200-lspci-path-noname": {
    warnings: [
      ["Device 2901", "10de:2901"],
      ["NVSwitches", "does not mean", "NVLink"],
    ],
  },
  "09-l40s-vm-two-numa": { warnings: [["number", "index and Bus-Id"]] },
  "10-dgx-h100-table-6-topo-8": {
    errors: [["GPU0-GPU7", "GPU0-GPU5", "GPU6 and GPU7 have no address", "nvidia-smi"]],
    warnings: [
      ["12 NIC columns", "6 NIC rows", "cut"],
      ["NV18", "NVSwitches", "not seen"],
    ],
  },
  "11-iommu-off-group-star": { warnings: [["IOMMU Group *", "BIOS", "kernel", "intel_iommu=on"], ["10de:2820"]] },
  "12-mi300x-pf-and-vf": { errors: [["0000:85:00.0", "MI300X", "SR-IOV", "driver gim", "disable the VFs"]] },
  "25-gh200-smi-q-swapped-id": { warnings: [["Pass-Through", "virtual machine"]] },
  "26-a100-mig-smi-L": {
    errors: [
      ["nvidia-smi -L", "no PCI addresses", "4 GPUs", "NVIDIA A100-SXM4-80GB", "lspci -Dnn"],
      ["All 4 GPUs", "MIG", "13 slices"],
    ],
  },
  "29-gpu-behind-three-bridges": { warnings: [["10de:0fbb"]] },
  "30-rtx4090x8-plus-bmc": { warnings: [["Device 2684", "10de:2684"]] },
  "31-dgx1-v100-nvlink-mesh": {
    errors: [["link matrix", "GPU0-GPU7", "no PCI addresses", "nvidia-smi", "lspci -Dnn"]],
  },
};

const byId = <T extends { id: string }>(items: T[]) => [...items].sort((a, b) => (a.id < b.id ? -1 : 1));

function unitFacts(unit: InventoryUnit): ExpectedUnit {
  return {
    id: unit.id,
    iommuGroup: unit.iommuGroup ?? null,
    gpuBdfs: unit.gpus.map((gpu) => gpu.bdf),
    sellableGpus: unit.sellableGpus,
    groupmates: unit.groupmates.map((mate) => `${mate.bdf} ${mate.name} [${mate.pciClass}]`).sort(),
    allocClass: unit.allocClass,
    sellable: unit.sellable,
  };
}

function gpuFacts(reading: InventoryReading): Expected["gpus"] {
  const gpus = reading.units.flatMap((unit) => unit.gpus);
  return gpus
    .map((gpu) => ({
      bdf: gpu.bdf,
      vendorDevice: gpu.vendorDevice ?? null,
      name: gpu.name ?? null,
      numa: gpu.numa ?? null,
      ...(gpu.pciPath && { pciPath: gpu.pciPath.join("/") }),
    }))
    .sort((a, b) => (a.bdf < b.bdf ? -1 : 1));
}

function check(key: string, text: string, expected: Expected): void {
  const reading = readText(text);
  expect(gpuFacts(reading)).toEqual(expected.gpus);
  expect(byId(reading.units.map(unitFacts))).toEqual(
    byId(
      expected.units.map(({ id, iommuGroup, gpuBdfs, sellableGpus, groupmates, allocClass, sellable }) => ({
        id,
        iommuGroup,
        gpuBdfs,
        sellableGpus,
        groupmates: [...groupmates].sort(),
        allocClass,
        sellable,
      })),
    ),
  );
  expect(reading.nvswitchCount).toBe(expected.nvswitchCount);
  const links = Object.fromEntries(reading.links.map(({ a, b, type }) => [`${a}|${b}`, type]));
  expect(links).toEqual(expected.links ?? {});
  expect(reading.accept).toBe(expected.accept);
  expect(reading.ignored.map(({ bdf, vendorDevice }) => ({ bdf, id: vendorDevice }))).toEqual(
    (expected.ignored ?? []).map(({ bdf, id }) => ({ bdf, id })),
  );
  checkMessages(key, reading, expected);
  for (const unit of reading.units) expect(unit.notSellableReason !== undefined).toBe(!unit.sellable);
}

function checkMessages(key: string, reading: InventoryReading, expected: Expected): void {
  expect(reading.errors.length).toBe(expected.errors.length);
  if (expected.warnings.length === 0) expect(reading.warnings).toEqual([]);
  for (const kind of ["errors", "warnings"] as const) {
    const facts = FACTS[key]?.[kind] ?? [];
    expect(facts.length).toBe(expected[kind].length);
    for (const words of facts) {
      const said = reading[kind].some(({ message }) => words.every((word) => message.includes(word)));
      expect(said, `${words.join(" + ")} in ${JSON.stringify(reading[kind], null, 1)}`).toBe(true);
    }
  }
}

describe("case files", () => {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".json"))) {
    const key = file.replace(/\.json$/, "");
    const spec = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
    it(key, () => check(key, readFileSync(join(FOLDER, `${key}.txt`), "utf8"), spec.expected));
    if (!spec.expectedAfter) continue;
    const after = readFileSync(join(FOLDER, `${key}.after.txt`), "utf8");
    it(`${key}, after`, () => check(`${key}.after`, after, spec.expectedAfter));
    it(`${key}, what changed`, () => {
      const addresses = (text: string) => readText(text).units.flatMap((unit) => unit.gpus.map((gpu) => gpu.bdf));
      const [old, now] = [addresses(readFileSync(join(FOLDER, `${key}.txt`), "utf8")), addresses(after)];
      expect(old.filter((bdf) => !now.includes(bdf))).toEqual(spec.expectedChange.gone);
      expect(now.filter((bdf) => !old.includes(bdf))).toEqual(spec.expectedChange.new);
      expect(now.filter((bdf) => old.includes(bdf)).sort()).toEqual(spec.expectedChange.kept);
    });
  }

  it("names each stranger of a group, and only those", () => {
    const reading = readText(readFileSync(join(FOLDER, "03-gt720-with-nic.txt"), "utf8"));
    const reason = reading.units.find((unit) => unit.id === "0000:06:00.0")?.notSellableReason ?? "";
    for (const part of ["group 15", "0000:05:00.0 (Ethernet", "0000:02:00.1 (SATA", "0000:02:00.0 (USB"]) {
      expect(reason).toContain(part);
    }
    for (const part of ["0000:06:00.1", "0000:03:00.0", "0000:02:00.2"]) expect(reason).not.toContain(part);
  });
});

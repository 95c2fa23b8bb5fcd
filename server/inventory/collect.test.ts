import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText } from "@/server/inventory/read-text";
import { collectFrom, devicesOf, type FakeDevice, nvidiaTools, uuidOf } from "@/server/inventory/testing/fake-machine";
import type { InventoryReading } from "@/server/inventory/types";

const FIXTURES = join(import.meta.dirname, "fixtures");
const paste = (name: string) => readFileSync(join(FIXTURES, `${name}.txt`), "utf8");
const answer = (name: string) => JSON.parse(readFileSync(join(FIXTURES, "cases", `${name}.json`), "utf8")).expected;

interface Answer {
  id: string;
  iommuGroup: number | null;
  gpuBdfs: string[];
  sellableGpus: number;
  groupmates: string[];
  allocClass: string;
}

const sorted = <T extends { id: string }>(units: T[]) => [...units].sort((a, b) => (a.id < b.id ? -1 : 1));

function unitsOf(reading: InventoryReading): Answer[] {
  return sorted(
    reading.units.map((unit) => ({
      id: unit.id,
      iommuGroup: unit.iommuGroup ?? null,
      gpuBdfs: unit.gpus.map((gpu) => gpu.bdf),
      sellableGpus: unit.sellableGpus,
      groupmates: unit.groupmates.map((mate) => `${mate.bdf} ${mate.name} [${mate.pciClass}]`),
      allocClass: unit.allocClass,
    })),
  );
}

function expectAnswer(reading: InventoryReading, name: string): void {
  const expected = answer(name);
  const units = expected.units.map(({ id, iommuGroup, gpuBdfs, sellableGpus, groupmates, allocClass }: Answer) => ({
    ...{ id, iommuGroup, gpuBdfs, sellableGpus, groupmates, allocClass },
  }));
  expect(unitsOf(reading)).toEqual(sorted(units));
  expect(reading.nvswitchCount).toBe(expected.nvswitchCount);
  expect(reading.accept).toBe(expected.accept);
  expect(reading.ignored.map(({ bdf }) => bdf)).toEqual((expected.ignored ?? []).map(({ bdf }: FakeDevice) => bdf));
  expect(reading.sources).toContain("Holdfast collector");
}

/** Rows of Proxmox' table as lspci lists the same devices. */
function proxmoxDevices(text: string): FakeDevice[] {
  const rows = text.split("\n").map((line) => line.split("│").map((cell) => cell.trim()));
  return rows.flatMap(([, pciClass = "", device = "", bdf = "", group, vendor = "", name = ""]) => {
    if (!pciClass.startsWith("0x")) return [];
    const maker = vendor === "0x10de" ? "NVIDIA Corporation" : "Some Vendor";
    const kind = { "0x030000": "VGA compatible controller", "0x040300": "Audio device" }[pciClass] ?? "Some device";
    const ids = `[${vendor.slice(2)}:${device.slice(2)}]`;
    return [{ bdf, listing: `${kind} [${pciClass.slice(2, 6)}]: ${maker} ${name} ${ids}`, group: Number(group) }];
  });
}

const MI300X: FakeDevice[] = devicesOf(paste("cases/12-mi300x-pf-and-vf")).map((device) =>
  device.bdf === "0000:85:00.0"
    ? { ...device, driver: "gim", vfs: 1 }
    : { ...device, driver: "vfio-pci", physicalFunction: "0000:85:00.0" },
);

const MACHINES: Record<string, FakeDevice[]> = {
  "01-h100-paired-groups": devicesOf(paste("cases/01-h100-paired-groups")),
  "03-gt720-with-nic": devicesOf(paste("cases/03-gt720-with-nic")),
  "06-pvesh-rtx3080-igpu": proxmoxDevices(paste("cases/06-pvesh-rtx3080-igpu")),
  "11-iommu-off-group-star": devicesOf(paste("cases/11-iommu-off-group-star").replace("IOMMU Group * ", "")),
  "12-mi300x-pf-and-vf": MI300X,
  "30-rtx4090x8-plus-bmc": devicesOf(paste("cases/30-rtx4090x8-plus-bmc")),
};

describe("the collector's output", () => {
  for (const [name, devices] of Object.entries(MACHINES)) {
    it(`is read as the right answer of ${name}, with lspci and without`, () => {
      expect(devices.length).toBeGreaterThan(1);
      const named = readText(collectFrom({ devices }));
      expectAnswer(named, name);
      const bare = readText(collectFrom({ devices, hasLspci: false }));
      expectAnswer(bare, name);
      const ids = (reading: InventoryReading) =>
        reading.units.flatMap((unit) => unit.gpus.map((gpu) => gpu.vendorDevice));
      expect(ids(bare)).toEqual(ids(named));
      expect(named.warnings.some(({ message }) => message.includes("grep"))).toBe(false);
    });
  }

  it("carries what nvidia-smi and sysfs tell beside the list of devices", () => {
    const devices = MACHINES["01-h100-paired-groups"]!.map((device) => ({
      ...device,
      numa: device.bdf < "0000:80" ? 0 : 1,
      driver: "nvidia",
      ...(device.bdf === "0000:11:00.0" && { behind: ["0000:10:01.0"] }),
    }));
    const reading = readText(collectFrom({ devices, tools: nvidiaTools() }));
    expectAnswer(reading, "01-h100-paired-groups");
    expect(reading).toMatchObject({ driverVersion: "550.54.15", warnings: [expect.anything()] });
    expect(reading.links).toHaveLength(28);
    expect(new Set(reading.links.map(({ type }) => type))).toEqual(new Set(["NV18"]));
    const gpus = reading.units.flatMap((unit) => unit.gpus);
    expect(gpus.map((gpu) => gpu.uuid)).toEqual(gpus.map((gpu) => uuidOf(gpu.bdf)));
    expect(gpus.map((gpu) => gpu.numa)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
    expect(gpus[0]?.pciPath).toEqual(["0000:10:01.0", "0000:11:00.0"]);
  });

  it("carries what amd-smi tells", () => {
    const text = paste("pastes/amd-smi-list-topology");
    const at = text.search(/^.*amd-smi topology/m);
    const [list, topology] = [text.slice(0, at), text.slice(at)].map((part) => part.replace(/^\S*[$#].*\n/, ""));
    const devices = ["0000:05:00.0", "0000:26:00.0"].map((bdf, group) => ({
      bdf,
      group,
      listing: "Processing accelerators [1200]: AMD Aqua Vanjaram [Instinct MI300X] [1002:74a1]",
    }));
    const tools = { "amd-smi": { list: list ?? "", topology: topology ?? "" } };
    const reading = readText(collectFrom({ devices, tools }));
    expect(reading).toMatchObject({ accept: "yes", errors: [] });
    expect(reading.units.map(({ id, gpuModelId }) => [id, gpuModelId])).toEqual([
      ["0000:05:00.0", "1002-74a1"],
      ["0000:26:00.0", "1002-74a1"],
    ]);
    expect(reading.links).toEqual([{ a: "0000:05:00.0", b: "0000:26:00.0", type: "XGMI" }]);
  });

  it("tells what a driver's tool says when it fails", () => {
    const devices = MACHINES["30-rtx4090x8-plus-bmc"]!;
    const said = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.";
    const stub = { "--query-gpu=": said, "-L": said, topo: said };
    const reading = readText(collectFrom({ devices, tools: { "nvidia-smi": stub } }));
    expect(reading.accept).toBe("yes");
    expect(reading.warnings.some(({ message }) => message.includes("couldn't communicate"))).toBe(true);
  });

  it("is refused where it detected nothing, and where it was cut", () => {
    const none = readText(collectFrom({ devices: [] }));
    expect(none).toMatchObject({ accept: "no", units: [] });
    expect(none.errors[0]?.message).toContain("No GPU was detected");
    const nic = { bdf: "0000:05:00.0", listing: "Ethernet controller [0200]: Realtek RTL8125 [10ec:8125]", group: 1 };
    expect(readText(collectFrom({ devices: [nic] })).accept).toBe("no");
    const whole = collectFrom({ devices: MACHINES["01-h100-paired-groups"]! });
    const cut = readText(whole.slice(0, whole.length / 2));
    expect(cut.accept).toBe("partial");
    expect(cut.errors.some(({ message }) => message.includes("has no end"))).toBe(true);
  });

  it("says the same as JSON that holds it", () => {
    const devices = MACHINES["01-h100-paired-groups"]!;
    const body = JSON.parse(collectFrom({ devices, tools: nvidiaTools() }, "--json"));
    expect(Object.keys(body)).toEqual(["text"]);
    expect(body.text).toBe(collectFrom({ devices, tools: nvidiaTools() }));
  });

  it("runs to its end on this machine, whatever it has", () => {
    const script = join(import.meta.dirname, "..", "..", "public", "collect.sh");
    const { status, stdout, stderr } = spawnSync("/bin/sh", [script], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^# holdfast-collect 1\n[\s\S]*\n# holdfast-collect end\n$/);
    expect(spawnSync("/bin/sh", [script, "--wrong"], { encoding: "utf8" }).status).toBe(2);
  });
});

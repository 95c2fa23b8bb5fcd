import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { linesOf, unique } from "@/server/inventory/lines";
import { readText } from "@/server/inventory/read-text";

const FOLDER = join(import.meta.dirname, "fixtures");
const files = ["cases", "pastes"].flatMap((folder) =>
  readdirSync(join(FOLDER, folder))
    .filter((name) => name.endsWith(".txt"))
    .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(join(FOLDER, folder, name), "utf8") })),
);

/** The short form of an address, which every spelling in a paste holds. */
const short = (bdf: string) => bdf.slice(-7).toLowerCase();

describe("each line of a paste is accounted for", () => {
  it.each(files)("$name: devices stand at lines that name them", ({ text }) => {
    const lines = text.split(/\r\n|\n|\r/);
    const { devices, units, ignored } = readText(text);
    for (const device of devices) {
      expect(device.note).not.toBe("");
      for (const line of device.lines) expect(line).toBeLessThanOrEqual(lines.length);
      expect(device.lines, device.bdf).not.toEqual([]);
    }
    const gpus = devices.filter((device) => device.as === "gpu").map((device) => device.bdf);
    expect(gpus.sort()).toEqual(units.flatMap((unit) => unit.gpus.map((gpu) => gpu.bdf)).sort());
    const left = devices.filter((device) => device.as === "ignored").map((device) => device.bdf);
    expect(left).toEqual(ignored.map((device) => device.bdf));
  });

  it.each(files.filter(({ text }) => !text.includes("<")))("$name: the first of them does so literally", ({ text }) => {
    const lines = text.split(/\r\n|\n|\r/);
    for (const device of readText(text).devices.filter((each) => each.as === "gpu")) {
      const named = device.lines.some((line) => (lines[line - 1] ?? "").toLowerCase().includes(short(device.bdf)));
      // Matrices and blocks name a GPU by their head; everything else has its address on the line.
      expect(named || /GPU/.test(lines[(device.lines[0] ?? 1) - 1] ?? ""), device.bdf).toBe(true);
    }
  });

  it("says of every device in a listing what became of it", () => {
    const text = [
      "IOMMU Group 15 0000:05:00.0 Ethernet controller [0200]: Intel Corporation I210 [8086:1533]",
      "IOMMU Group 15 0000:06:00.0 VGA compatible controller [0300]: NVIDIA Corporation GK208 [GeForce GT 720] [10de:1288]",
      "IOMMU Group 15 0000:06:00.1 Audio device [0403]: NVIDIA Corporation GK208 HDMI/DP Audio [10de:0e0f]",
      "IOMMU Group 16 0000:03:00.0 VGA compatible controller [0300]: ASPEED Technology, Inc. ASPEED Graphics [1a03:2000]",
      "IOMMU Group 17 0000:00:1f.0 ISA bridge [0601]: Intel Corporation Device [8086:7a04]",
    ].join("\n");
    const told = readText(text).devices.map(({ as, lines, note }) => [lines[0], as, note]);
    expect(told.sort()).toEqual([
      [
        1,
        "groupmate",
        "Ethernet controller, not a GPU. It shares the IOMMU group of unit 0000:06:00.0, which can't be sold because of it.",
      ],
      [2, "gpu", expect.stringContaining("It can't be sold: IOMMU group 15 also holds 0000:05:00.0")],
      [
        3,
        "groupmate",
        "Audio device, not a GPU. It shares the IOMMU group of unit 0000:06:00.0 and stands in nobody's way.",
      ],
      [4, "ignored", "Graphics of the management controller (BMC, ASPEED), not a GPU to sell."],
      [5, "left-out", "ISA bridge, not a GPU."],
    ]);
  });

  it("gives messages that name devices the lines of these", () => {
    const text = [
      "# lspci -Dnn",
      "0000:16:00.0 VGA compatible controller [0300]: NVIDIA Corporation AD102 [10de:2684]",
      "0000:36:00.0 VGA compatible controller [0300]: NVIDIA Corporation AD102 [10de:2684]",
      "# nvidia-smi --query-gpu=index,name,pci.bus_id --format=csv",
      "index, name, pci.bus_id",
      "0, NVIDIA GeForce RTX 4090, 00000000:16:00.0",
    ].join("\n");
    const disagreement = readText(text).errors.find(({ message }) => message.includes("disagree"));
    expect(disagreement?.line).toBe(3);
  });

  it("finds the lines of a JSON report", () => {
    const report = {
      version: 1,
      source: "lspci",
      devices: [
        { pciDeviceId: "10de:2330", pciClass: "0302", pciName: "H100", count: 2, bdfs: ["11:00.0", "nonsense"] },
      ],
      iommuGroups: [{ group: 1, gpus: [{ bdf: "0000:12:00.0", deviceId: "10de:2330" }] }],
      nvswitchCount: 0,
    };
    const text = JSON.stringify(report, null, 1);
    const lines = text.split("\n");
    const { errors, devices } = readText(text);
    const at = (words: string) => errors.find(({ message }) => message.includes(words))?.line ?? 0;
    expect(lines[at("is not a PCI address") - 1]).toContain("nonsense");
    expect(lines[at("0000:12:00.0 is a GPU of group 1") - 1]).toContain("0000:12:00.0");
    expect(lines[(devices[0]?.lines[0] ?? 0) - 1]).toContain("11:00.0");
  });

  it("keeps the lines of a message that comes twice", () => {
    const [item] = unique([
      { message: "same", line: 4 },
      { message: "same", line: 2 },
      { message: "same", lines: [2, 9] },
    ]);
    expect(item).toEqual({ message: "same", line: 2, lines: [2, 4, 9] });
    expect(linesOf({ message: "none" })).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { readText } from "@/server/inventory/read-text";

const NIC = "Ethernet controller [0200]: Mellanox Technologies MT2892 Family [ConnectX-6 Dx] [15b3:101d]";
const MIB = 1024 * 1024;
const fill = (piece: string, size = MIB / 2) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

describe("hostile megabytes", () => {
  const hostile: Record<string, string> = {
    "one line of a": fill("a"),
    "one line of blanks": fill(" "),
    "one line of addresses": fill("0000:41:00.0/"),
    "one line of brackets": fill("["),
    "lines of brackets": fill("[\n"),
    "lines of braces": fill('{"a":\n'),
    "one line of quotes": fill('"'),
    "one JSON string": `["${fill("\\\\a")}`,
    "newlines only": fill("\n"),
    "lines of pipes": fill(`${"|".repeat(1900)}\n`),
    "lines of commas": fill(`${",".repeat(1900)}\n`),
    "lines of colons": fill(`${"a: ".repeat(600)}\n`),
    "lines of words": fill(`${"GPU0 ".repeat(390)}\n`),
    "lines of groups": fill("IOMMU Group 1:\n"),
    "four megabytes of GPUs": fill(
      "IOMMU Group 7 41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H100] [10de:2330]\n",
      4 * MIB,
    ),
    "one line of devices": fill("41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H100] [10de:2330] "),
    "broken lines": fill("41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H1\n00 PCIe] [10de:2331]\n"),
    "broken lines without their rest": fill("41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H1\nfoo\nbar\n"),
    "open devices": fill("<device>\n<name>pci_0000_41_00_0</name>\n"),
    "four megabytes of open tags": fill("<device>", 4 * MIB),
    "table rows": fill("|   0  NVIDIA H200                    Off |   00000001:00:00.0 Off |                    0 |\n"),
    "quotes of quotes": fill("> > > > > > > > > > x\n"),
    "escape codes": fill("\u001b["),
    "prompts without end": fill(`${"a@b ".repeat(400)}\n`),
    "blanks before a colon": fill(`x${" ".repeat(1900)}y\n`),
    "open parentheses": fill(`41:00.0 VGA compatible controller: ${"(rev ".repeat(300)}\n`),
  };
  const address = (at: number) =>
    `${(at >> 8).toString(16).padStart(4, "0")}:${(at & 0xff).toString(16).padStart(2, "0")}:00`;
  const many = (line: (at: number) => string) => Array.from({ length: 20_000 }, (_, at) => line(at)).join("\n");
  const gpu = "3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330]";
  Object.assign(hostile, {
    "many groups": many((at) => `IOMMU Group ${at} ${address(at)}.0 ${gpu}`),
    "one huge group": many((at) => `IOMMU Group 1 ${address(at)}.0 ${at % 2 ? gpu : NIC}`),
    "many contradictions": many((at) => `IOMMU Group ${at} ${address(at % 2)}.0 ${gpu}`),
    "one UUID for all": many(
      (at) => `${at % 900}, ${address(at)}.0, NVIDIA L4, GPU-9f1c3f6a-1111-2222-3333-444444444444`,
    ),
    "many virtual functions": many((at) => `${address(at >> 3)}.${at & 7} ${gpu}`),
    "many numbers": many(
      (at) => `GPU ${at % 1000}: NVIDIA L4 (UUID: GPU-9f1c3f6a-1111-2222-3333-${String(at).padStart(12, "0")})`,
    ),
  });
  it.each(Object.entries(hostile))("are read in seconds: %s", { timeout: 120_000 }, (_, text) => {
    const start = process.cpuUsage();
    readText(text);
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(8);
  });

  it("make no machine: one with so many GPUs is refused", () => {
    const reading = readText(hostile["many groups"] ?? "");
    expect(reading.accept).toBe("no");
    expect(reading.errors.map((error) => error.message).join()).toMatch(/a machine has at most 4000/);
  });
});

import { describe, expect, it } from "vitest";
import { readText } from "@/server/inventory/read-text";

const GROUPED = `IOMMU Group 0: 00:01.0 Host bridge [0600]: Contoso Dummy [8086:1482]
IOMMU Group 4: 00:03.1 PCI bridge [0604]: Contoso Root Port [8086:1483]
\t21:00.0 VGA compatible controller [0300]: NVIDIA Corporation AD102 [GeForce RTX 4090] [10de:2684] (rev a1)
\t21:00.1 Audio device [0403]: NVIDIA Corporation AD102 Audio [10de:22ba] (rev a1)
\t22:00.0 VGA compatible controller [0300]: NVIDIA Corporation AD102 [GeForce RTX 4090] [10de:2684] (rev a1)
IOMMU Group 9: 41:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)
\t42:00.0 Ethernet controller [0200]: Contoso NIC [8086:1533]`;

describe("a listing whose line ends are lost", () => {
  it.each([
    ["at once", (text: string) => text.replace(/\s+/g, " ")],
    ["within each group", (text: string) => text.replace(/\n\t/g, " ")],
    ["behind a greeting", (text: string) => `Hi, my groups are these: ${text.replace(/\s+/g, " ")}`],
    ["without class codes", (text: string) => text.replace(/ \[[0-9a-f]{4}\]:/g, ":").replace(/\s+/g, " ")],
  ])("is read as if they weren't: %s", (_, run) => {
    const { accept, units, devices } = readText(run(GROUPED));
    expect(units.map(({ id, iommuGroup, sellableGpus, gpus }) => [id, iommuGroup, sellableGpus, gpus.length])).toEqual([
      ["0000:21:00.0", 4, 2, 2],
      ["0000:41:00.0", 9, 0, 1],
    ]);
    expect(units[1]?.notSellableReason).toContain("0000:42:00.0 (Ethernet controller [0200]");
    expect(devices).toHaveLength(7);
    expect(accept).toBe("yes");
  });

  it("is read although it is longer than any line", () => {
    const line = (at: number) =>
      `${(at + 1).toString(16).padStart(2, "0")}:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)`;
    expect(readText(Array.from({ length: 64 }, (_, at) => line(at)).join(" ")).units).toHaveLength(64);
  });
});

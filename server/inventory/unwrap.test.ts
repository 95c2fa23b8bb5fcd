import { describe, expect, it } from "vitest";
import { cleanPaste } from "@/server/inventory/clean";
import { readText } from "@/server/inventory/read-text";
import { unwrap } from "@/server/inventory/unwrap";

const textsOf = (text: string) => unwrap(cleanPaste(text).lines).map((line) => line.text);

/** As a terminal of 80 columns breaks it. */
const narrow = (text: string) => text.replace(/.{80}(?=.)/g, "$&\n");

describe("a listing from a narrow screen", () => {
  it("keeps its groups whole, and its lines their numbers", () => {
    const { accept, units, devices } = readText(
      narrow(`IOMMU Group 3:
        21:00.0 VGA compatible controller [0300]: NVIDIA Corporation AD102 [GeForce RTX 4090] [10de:2684] (rev a1)
        21:00.1 Audio device [0403]: NVIDIA Corporation AD102 High Definition Audio Controller [10de:22ba] (rev a1)
        22:00.0 Ethernet controller [0200]: Contoso Gigabit Network Interface [8086:1533] (rev 03)
        23:00.0 VGA compatible controller [0300]: NVIDIA Corporation AD102 [GeForce RTX 4090] [10de:2684] (rev a1)`),
    );
    expect(units.map(({ id, iommuGroup, gpus }) => [id, iommuGroup, gpus.length])).toEqual([["0000:21:00.0", 3, 2]]);
    expect(units[0]?.notSellableReason).toContain("0000:22:00.0 (Ethernet controller");
    expect(units[0]?.gpus[1]).toEqual({ bdf: "0000:23:00.0", vendorDevice: "10de:2684", name: "GeForce RTX 4090" });
    expect(devices.map(({ lines }) => lines)).toEqual([[2], [4], [6], [8]]);
    expect(accept).toBe("yes");
  });

  it("is put together from three pieces, and at the blanks of a mail", () => {
    const pieces = `21:00.0 VGA compatible controller [0300]: Advanced Micro
Devices, Inc. [AMD/ATI] Navi 31 [Radeon RX 7900 XT/7900
XTX/7900 GRE/7900M] [1002:744c] (rev c8)`;
    expect(readText(pieces).units[0]?.gpus[0]?.name).toBe("Radeon RX 7900 XT/7900 XTX/7900 GRE/7900M");
  });
});

describe("a listing that isn't broken", () => {
  it.each([
    [
      "attributes",
      `21:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)
\tSubsystem: NVIDIA Corporation Device [10de:1851]
\tMemory at b4000000 (32-bit, non-prefetchable) [size=16M]
\tKernel driver in use: vfio-pci`,
    ],
    [
      "prose below",
      "21:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9]\nand (rev a1), I think",
    ],
    [
      "a heading below",
      "21:00.0 3D controller: NVIDIA Corporation Device 26b9\nGroup 4 (1 device)\n22:00.0 RAM memory: Foo",
    ],
    ["a command below", "21:00.0 3D controller: NVIDIA Corporation AD102GL [L4\n$ lspci -nns 22:00.0 [x]"],
  ])("stays as it is: %s", (_, text) => {
    expect(textsOf(text)).toEqual(cleanPaste(text).lines.map((line) => line.text));
  });

  it("is still told to be cut where its rest is nowhere", () => {
    const { accept, errors } = readText(`21:00.0 VGA compatible controller [0300]: NVIDIA Corporation AD102 [GeFo
22:00.0 VGA compatible controller [0300]: NVIDIA Corporation AD102 [GeForce RTX 4090] [10de:2684]`);
    expect(accept).toBe("partial");
    expect(errors[0]?.message).toContain("Line 1 is cut off");
  });
});

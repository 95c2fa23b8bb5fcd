import { describe, expect, it } from "vitest";
import { readText } from "@/server/inventory/read-text";

const reasonOf = (text: string) => readText(text).units.map((unit) => unit.notSellableReason ?? "sellable");

describe("members of a group whose line has no PCI class code", () => {
  it.each([
    ["IPMI Interface", "Contoso BMC KCS"],
    ["Fibre Channel", "Contoso HBA (rev 01)"],
    ["Multiport serial controller", "Contoso quad UART"],
    ["Unclassified device", "Contoso balloon"],
  ])("stand in the way by their class's name: %s", (className, name) => {
    const text = `IOMMU Group 4 21:00.0 VGA compatible controller: NVIDIA Corporation AD102 [GeForce RTX 4090] (rev a1)
IOMMU Group 4 22:00.0 ${className}: ${name}`;
    expect(reasonOf(text)).toEqual([expect.stringContaining(`0000:22:00.0 (${className} [`)]);
  });

  it.each(["\t", ""])("stand in the way even where that name is new to us (indented by '%s')", (indent) => {
    const text = `IOMMU Group 4:
${indent}21:00.0 VGA compatible controller: NVIDIA Corporation AD102 [GeForce RTX 4090] (rev a1)
${indent}22:00.0 Quantum entangler: Contoso Q1 (rev 02)`;
    expect(reasonOf(text)).toEqual([
      expect.stringContaining("0000:22:00.0 (of unknown kind: Quantum entangler: Contoso Q1 (rev 02))"),
    ]);
    expect(readText(text).devices.at(-1)).toMatchObject({ bdf: "0000:22:00.0", as: "unknown", lines: [3] });
  });

  it("are no members where prose names an address", () => {
    const text = `IOMMU Group 4:
\t21:00.0 VGA compatible controller: NVIDIA Corporation AD102 [GeForce RTX 4090] (rev a1)
The slot of 22:00.0 is empty.`;
    expect(reasonOf(text)).toEqual(["sellable"]);
  });
});

describe("a class that is followed by ids alone", () => {
  it("is read like one with a name", () => {
    const { accept, units } = readText("84:00.0 3D controller [10de:26b9]\n84:00.1 Audio device   [10de:22ba]");
    expect(accept).toBe("yes");
    expect(units.map(({ id, gpuModelId }) => `${id} ${gpuModelId}`)).toEqual(["0000:84:00.0 10de-26b9"]);
  });
});

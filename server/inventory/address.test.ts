import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addressFromNumbers,
  compareAddresses,
  normaliseAddress,
  normalisePath,
  slotOf,
} from "@/server/inventory/address";
import { gpuModelIdOf, gpuModelName, isFabricModel, knownGpuModels } from "@/server/inventory/gpu-models";

const parts = fc.record({
  domain: fc.integer({ min: 0, max: 0xffff }),
  bus: fc.integer({ min: 0, max: 0xff }),
  slot: fc.integer({ min: 0, max: 0x1f }),
  fn: fc.integer({ min: 0, max: 7 }),
});
const hex = (value: number, width: number) => value.toString(16).padStart(width, "0");

describe("addresses", () => {
  it("are one whatever the spelling", () => {
    fc.assert(
      fc.property(parts, ({ domain, bus, slot, fn }) => {
        const tail = `${hex(bus, 2)}:${hex(slot, 2)}.${fn}`;
        const kept = `${hex(domain, 4)}:${tail}`;
        expect(normaliseAddress(kept)).toBe(kept);
        expect(normaliseAddress(`${hex(domain, 8)}:${tail}`.toUpperCase())).toBe(kept);
        expect(normaliseAddress(`pci_${kept.replace(/[:.]/g, "_")}`)).toBe(kept);
        expect(normaliseAddress(`pci@${kept}`)).toBe(kept);
        expect(addressFromNumbers(domain, bus, slot, fn)).toBe(kept);
        if (domain === 0) expect(normaliseAddress(tail)).toBe(kept);
      }),
    );
  });

  it.each(["", "0000", "41:20.0", "41:00.8", "zz:00.0", "0000:41:00", "000000000:41:00.0", "41:00.0 x"])(
    "%j is none",
    (text) => {
      expect(normaliseAddress(text)).toBeUndefined();
    },
  );

  it("keep domains beyond four digits and sort after the others", () => {
    expect(normaliseAddress("10000:e1:00.0")).toBe("10000:e1:00.0");
    expect(["10000:01:00.0", "ffff:01:00.0", "0000:02:00.0"].sort(compareAddresses)).toEqual([
      "0000:02:00.0",
      "ffff:01:00.0",
      "10000:01:00.0",
    ]);
  });

  it("come from paths with the domain of the first element", () => {
    expect(normalisePath("0002:15:01.0/16:00.0/1b:00.0")).toEqual(["0002:15:01.0", "0002:16:00.0", "0002:1b:00.0"]);
    expect(normalisePath("00:01.0/00.0")).toBeUndefined();
    expect(slotOf("0000:07:00.2")).toBe("0000:07:00");
  });
});

describe("models", () => {
  it.each([
    [{ vendor: "10de", device: "2330", name: "anything" }, "10de-2330"],
    [{ vendor: "10de", name: "NVIDIA H200" }, "10de-2335"],
    [{ vendor: "10de", name: "NVIDIA H100 80GB HBM3" }, "10de-2330"],
    [{ vendor: "10de", name: "Tesla V100-PCIE-32GB" }, "10de-1db6"],
    [{ vendor: "1002", name: "AMD Instinct MI300X OAM" }, "1002-74a1"],
    [{ vendor: "10de", name: "GeForce GT 720" }, "geforce-gt-720"],
    [{ vendor: "10de", name: "NVIDIA Z999" }, "nvidia-z999"],
    [{ vendor: "10de" }, "nvidia-unknown"],
    [{ vendor: "1002" }, "amd-unknown"],
    [{}, "unknown"],
  ])("%j is %s", (gpu, modelId) => {
    expect(gpuModelIdOf(gpu)).toBe(modelId);
  });

  it("have names for people", () => {
    expect(gpuModelName("10de-2684")).toBe("NVIDIA GeForce RTX 4090");
    expect(gpuModelName("1002-740f")).toBe("AMD Instinct MI210");
    expect(gpuModelName("10de-0fbb")).toBeUndefined();
    for (const { modelId } of knownGpuModels()) expect(modelId).toMatch(/^(?:10de|1002)-[0-9a-f]{4}$/);
  });

  it("know which hang on a fabric", () => {
    for (const name of ["NVIDIA H200", "Tesla V100-SXM2-16GB", "NVIDIA A100-SXM4-80GB", "NVIDIA B200"]) {
      expect(isFabricModel({ vendor: "10de", name })).toBe(true);
    }
    for (const name of ["NVIDIA L40S", "NVIDIA H100 PCIe", "NVIDIA H100 NVL", "NVIDIA GeForce RTX 3090"]) {
      expect(isFabricModel({ vendor: "10de", name })).toBe(false);
    }
  });
});

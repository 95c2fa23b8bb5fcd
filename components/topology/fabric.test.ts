import { describe, expect, it } from "vitest";
import { fabricOf, linkMeaning, linksFrom } from "./fabric";
import { links, slot, unit } from "./testing/views";

const EIGHT = ["11", "12", "41", "44", "86", "87", "bb", "be"];
const eight = EIGHT.map((bus) => unit(bus));
const half = (index: number) => Math.floor(index / 4);

/** The cube of a DGX-1: each GPU has four neighbours by NVLink, the rest over the sockets. */
const DGX1 = [
  "- NV1 NV1 NV2 NV2 SYS SYS SYS",
  "- - NV2 NV1 SYS NV2 SYS SYS",
  "- - - NV2 SYS SYS NV1 SYS",
  "- - - - SYS SYS SYS NV1",
  "- - - - - NV1 NV1 NV2",
  "- - - - - - NV2 NV1",
  "- - - - - - - NV2",
].map((row) => row.split(" "));

describe("fabricOf", () => {
  it("sees NVSwitch where every pair is NV# and says how many switches there are", () => {
    expect(fabricOf(eight, links(EIGHT, "NV18"), 4)).toEqual({ kind: "nvswitch", link: "NV18", switches: 4 });
  });

  it("sees NVSwitch that the report didn't list: so many lanes can't go one to one", () => {
    expect(fabricOf(eight, links(EIGHT, "NV18"), 0)).toEqual({ kind: "nvswitch", link: "NV18" });
  });

  it("takes two GPUs on a bridge, and four soldered one to one, for no switch", () => {
    const four = EIGHT.slice(0, 4);
    expect(fabricOf(eight.slice(0, 2), links(EIGHT.slice(0, 2), "NV4"), 0)).toEqual({
      kind: "nvlink-all",
      link: "NV4",
      gpus: 2,
    });
    expect(fabricOf(eight.slice(0, 4), links(four, "NV4"), 0)).toEqual({ kind: "nvlink-all", link: "NV4", gpus: 4 });
  });

  it("knows the switches where links were not told", () => {
    expect(fabricOf(eight, [], 4)).toEqual({ kind: "nvswitch", switches: 4 });
  });

  it("calls mixed NVLinks a mesh, as on a DGX-1", () => {
    const mesh = links(EIGHT, (a, b) => DGX1[a]?.[b] ?? "");
    expect(fabricOf(eight, mesh, 0)).toEqual({ kind: "nvlink-mesh", classes: ["NV2", "NV1", "SYS"] });
  });

  it("does not promise all pairs where one is missing", () => {
    expect(fabricOf(eight, links(EIGHT, "NV18").slice(1), 0).kind).toBe("nvlink-mesh");
  });

  it("finds one xGMI hive of eight MI300X", () => {
    const fabric = fabricOf(eight, links(EIGHT, "XGMI"), 0);
    expect(fabric).toEqual({ kind: "xgmi", hives: [{ name: "A", bdfs: EIGHT.map(slot) }], others: [] });
  });

  it("says PCIe only, one GPU, or nothing where links are not reported", () => {
    const pcie = links(EIGHT, (a, b) => (half(a) === half(b) ? "NODE" : "SYS"));
    expect(fabricOf(eight, pcie, 0)).toEqual({ kind: "pcie", classes: ["NODE", "SYS"] });
    expect(fabricOf(eight.slice(0, 1), [], 0)).toEqual({ kind: "single" });
    expect(fabricOf(eight, [], 0)).toEqual({ kind: "not-reported" });
  });

  it("ignores links to GPUs that are no longer there", () => {
    expect(fabricOf(eight.slice(0, 2), links(EIGHT, "NV18").slice(1), 0)).toEqual({ kind: "not-reported" });
  });
});

describe("linksFrom", () => {
  it("gives each other unit its class, and both of a pair where they differ, best first", () => {
    const units = [unit("01"), unit(["02", "03"]), unit("04")];
    const table = [
      { a: slot("01"), b: slot("02"), type: "SYS" },
      { a: slot("01"), b: slot("03"), type: "NV2" },
      { a: slot("04"), b: slot("01"), type: "PIX" },
    ];
    expect([...linksFrom(units, table, slot("01"))]).toEqual([
      [slot("02"), "NV2/SYS"],
      [slot("04"), "PIX"],
    ]);
    expect(linksFrom(units, table, "gone").size).toBe(0);
  });
});

describe("linkMeaning", () => {
  it("explains what it knows", () => {
    expect(["NV1", "NV18", "PIX", "what"].map(linkMeaning)).toEqual([
      "1 NVLink",
      "18 NVLinks",
      "through one PCIe bridge",
      undefined,
    ]);
  });
});

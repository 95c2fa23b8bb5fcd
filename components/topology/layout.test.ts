import { describe, expect, it } from "vitest";
import { layoutMachine, sectionName } from "./layout";
import { slot, unit } from "./testing/views";

const shape = (units: Parameters<typeof layoutMachine>[0]) =>
  layoutMachine(units).sections.map((section) => [
    section.label,
    ...section.groups.map(({ bridge, units: members }) =>
      [...(bridge ? [bridge] : []), members.map(({ id }) => id)].flat(),
    ),
  ]);

describe("layoutMachine", () => {
  it("puts sockets in order of their NUMA node and units in the order of the bus", () => {
    const units = [
      unit("be", { numa: 1 }),
      unit("44", { numa: 0 }),
      unit(["11", "12"], { numa: 0 }),
      unit("41", { numa: 0 }),
    ];
    expect(shape(units)).toEqual([
      ["NUMA node 0", [slot("11"), slot("41"), slot("44")]],
      ["NUMA node 1", [slot("be")]],
    ]);
  });

  it("counts the cells of a paired unit twice and never parts it", () => {
    const layout = layoutMachine([unit(["11", "12"], { numa: 0 }), unit("41", { numa: 0 })]);
    expect(layout.sections[0]?.cells).toBe(3);
    expect(layout.gpus).toBe(3);
    expect(layout.sections[0] && sectionName(layout.sections[0])).toBe("NUMA node 0, 3 GPUs");
  });

  it("orders NUMA nodes by number, not by text", () => {
    expect(
      shape([unit("01", { numa: 16 }), unit("02", { numa: 8 }), unit("03", { numa: 0 })]).map(([label]) => label),
    ).toEqual(["NUMA node 0", "NUMA node 8", "NUMA node 16"]);
  });

  it("has one section for what has no NUMA node, after the sockets", () => {
    expect(shape([unit("01"), unit("02", { numa: 1 }), unit("03")])).toEqual([
      ["NUMA node 1", [slot("02")]],
      ["NUMA not reported", [slot("01"), slot("03")]],
    ]);
  });

  it("draws a unit across two NUMA nodes in a seam of its own", () => {
    const across = unit(["0a", "0b"]);
    for (const [index, gpu] of across.gpus.entries()) gpu.numa = index;
    expect(shape([across, unit("01", { numa: 0 }), unit("81", { numa: 1 })])).toEqual([
      ["NUMA node 0", [slot("01")]],
      ["NUMA node 1", [slot("81")]],
      ["Across NUMA nodes 0 and 1", [slot("0a")]],
    ]);
  });

  it("brackets GPUs that share a bridge, by the lowest one", () => {
    const path = (last: string) => [slot("00"), slot("01"), last];
    const units = [
      unit("06", { numa: 0, pciPath: path("0000:02:00.0") }),
      unit("07", { numa: 0, pciPath: path("0000:02:01.0") }),
      unit("0a", { numa: 0, pciPath: ["0000:08:01.0", "0000:09:00.0"] }),
    ];
    expect(shape(units)).toEqual([["NUMA node 0", [slot("01"), slot("06"), slot("07")], [slot("0a")]]]);
  });

  it("keeps the GPUs of nested switches with their nearest one", () => {
    const leaf = (bus: string, bridge: string) =>
      unit(bus, { pciPath: [slot("00"), slot("01"), bridge, `0000:${bus}:01.0`] });
    const units = [leaf("11", slot("02")), leaf("12", slot("02")), leaf("13", slot("03")), leaf("14", slot("03"))];
    expect(shape(units)[0]?.slice(1)).toEqual([
      [slot("02"), slot("11"), slot("12")],
      [slot("03"), slot("13"), slot("14")],
    ]);
  });

  it("draws no bracket around a single GPU", () => {
    const units = [unit("11", { numa: 0, pciPath: [slot("01")] }), unit("81", { numa: 1, pciPath: [slot("01")] })];
    expect(shape(units)).toEqual([
      ["NUMA node 0", [slot("11")]],
      ["NUMA node 1", [slot("81")]],
    ]);
  });

  it("gives columns to the largest section: 1, 2, 4, 8 and 80 GPUs", () => {
    const columns = (gpus: number) =>
      layoutMachine(Array.from({ length: gpus }, (_, i) => unit(i.toString(16).padStart(2, "0"), { numa: 0 }))).columns;
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 80].map(columns)).toEqual([1, 1, 2, 3, 4, 3, 3, 4, 4, 5, 6, 8, 8]);
  });
});

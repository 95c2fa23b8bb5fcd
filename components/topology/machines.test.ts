import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readText } from "@/server/inventory/read-text";
import { fabricOf, hivesAreSections } from "./fabric";
import { drawnUnits, layoutMachine, sectionUnits } from "./layout";

/** What a real machine said, read the way the server reads it. */
function machineOf(fixture: string) {
  const path = new URL(`../../server/inventory/fixtures/cases/${fixture}.txt`, import.meta.url);
  return readText(readFileSync(path, "utf8"));
}

describe("real machines", () => {
  it("draw each unit once: an H100 board with pairs", () => {
    const { units } = machineOf("01-h100-paired-groups");
    const layout = layoutMachine(units);
    expect(layout.gpus).toBe(8);
    expect(
      drawnUnits(layout)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(units.map(({ id }) => id).sort());
  });

  it("have no bracket where each GPU is behind a switch of its own: eight B200", () => {
    const { units } = machineOf("08-b200-lspci-path-noname");
    const [section, ...others] = layoutMachine(units).sections;
    expect(others).toEqual([]);
    expect(section?.label).toBe("NUMA not reported");
    expect(section?.groups.map(({ bridge }) => bridge)).toEqual([undefined]);
  });

  it("show two xGMI hives that are the sockets: eight MI210", () => {
    const { units, links } = machineOf("07-mi210-two-xgmi-hives");
    const fabric = fabricOf(units, links, 0);
    expect(fabric.kind === "xgmi" && fabric.hives.map(({ name, bdfs }) => [name, bdfs.length])).toEqual([
      ["A", 4],
      ["B", 4],
    ]);
    expect(hivesAreSections(fabric, layoutMachine(units).sections.map(sectionUnits))).toBe(true);
    expect(hivesAreSections(fabric, [units])).toBe(false);
  });

  it("say which domains tell GPUs apart: an H200 VM", () => {
    const { units } = machineOf("05-azure-h200-8digit-domains");
    expect(drawnUnits(layoutMachine(units)).map(({ id }) => id)).toEqual(units.map(({ id }) => id));
  });
});

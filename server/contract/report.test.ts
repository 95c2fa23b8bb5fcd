import { describe, expect, it } from "vitest";
import { reportSchema } from "./report";

const report = {
  version: 1,
  source: "lspci",
  devices: [{ pciDeviceId: "10de:2330", pciClass: "0302", pciName: "H100", count: 1, bdfs: ["0000:04:00.0"] }],
  iommuGroups: [{ group: 5, gpus: [{ bdf: "0000:04:00.0", deviceId: "10de:2330" }] }],
  nvswitchCount: 4,
};
const ok = (change: object) => reportSchema.safeParse({ ...report, ...change }).success;

describe("a JSON report, section 6", () => {
  it("is version 1 from a source there is", () => {
    expect(ok({})).toBe(true);
    expect(ok({ version: 2 })).toBe(false);
    expect(ok({ version: "1" })).toBe(false);
    expect(ok({ source: "dmidecode" })).toBe(false);
    expect(ok({ source: "none", devices: [] })).toBe(true);
  });

  it("may leave out what its reporter does not know", () => {
    const bare = {
      version: 1,
      source: "lspci",
      devices: [{ pciDeviceId: "10de:2330", pciClass: "0302", bdfs: ["x"] }],
    };
    expect(reportSchema.parse(bare)).toMatchObject({
      devices: [{ pciName: "", count: 1 }],
      iommuGroups: [],
      nvswitchCount: 0,
    });
    expect(ok({ driverVersion: null, numa: null, links: null, uuids: null, virtualFunctions: null })).toBe(true);
  });

  it("knows no other names, at any depth", () => {
    expect(ok({ gpus: [] })).toBe(false);
    expect(ok({ devices: [{ ...report.devices[0], vendor: "x" }] })).toBe(false);
    expect(ok({ iommuGroups: [{ group: 5, gpus: [], extra: 1 }] })).toBe(false);
    expect(ok({ links: [{ a: "x", b: "y", type: "NV4", width: 4 }] })).toBe(false);
  });

  it("carries no numbers or lists that no machine has", () => {
    expect(ok({ nvswitchCount: -1 })).toBe(false);
    expect(ok({ nvswitchCount: 1e9 })).toBe(false);
    expect(ok({ iommuGroups: [{ group: -1, gpus: [] }] })).toBe(false);
    expect(ok({ numa: { "0000:04:00.0": 1.5 } })).toBe(false);
    expect(ok({ numa: { "0000:04:00.0": -1 } })).toBe(true);
    expect(ok({ virtualFunctions: Array.from({ length: 5000 }, () => "x") })).toBe(false);
    expect(ok({ driverVersion: "x".repeat(301) })).toBe(false);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReport } from "@/server/inventory/read-report";
import { readText } from "@/server/inventory/read-text";
import type { InventoryReport } from "@/server/inventory/report";

const H100 = { pciDeviceId: "10de:2330", pciClass: "0302", pciName: "NVIDIA Corporation GH100 [H100 SXM5 80GB]" };

function report(changes: Partial<InventoryReport> = {}): InventoryReport {
  return {
    version: 1,
    source: "lspci+nvidia-smi",
    devices: [{ ...H100, count: 3, bdfs: ["0000:11:00.0", "0000:12:00.0", "0000:41:00.0"] }],
    iommuGroups: [
      { group: 29, gpus: ["0000:11:00.0", "0000:12:00.0"].map((bdf) => ({ bdf, deviceId: "10de:2330" })), others: [] },
      { group: 17, gpus: [{ bdf: "0000:41:00.0", deviceId: "10de:2330" }], others: [] },
    ],
    nvswitchCount: 4,
    ...changes,
  };
}

const messages = (list: { message: string }[]) => list.map(({ message }) => message).join("\n");
const broken = (value: unknown) => value as InventoryReport;

describe("readReport", () => {
  it("makes the same units as the text of the same machine", () => {
    const text = [
      "IOMMU Group 29 0000:11:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)",
      "IOMMU Group 29 0000:12:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)",
      "IOMMU Group 17 0000:41:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)",
    ].join("\n");
    const reading = readReport(report());
    expect(reading.accept).toBe("yes");
    expect(reading.errors).toEqual([]);
    expect(reading.warnings).toEqual([]);
    expect(reading.nvswitchCount).toBe(4);
    expect(reading.sources).toEqual(["lspci+nvidia-smi"]);
    expect(reading.units).toEqual(readText(text).units);
    expect(readText(JSON.stringify(report(), null, 2)).units).toEqual(reading.units);
  });

  it("takes every spelling of addresses, ids and classes", () => {
    const other = report({
      devices: [
        {
          ...H100,
          pciDeviceId: "0x10DE:0x2330",
          pciClass: "0x030200",
          count: 3,
          bdfs: ["00000000:11:00.0", "12:00.0", "0000:41:00.0"],
        },
      ],
      iommuGroups: [
        {
          group: 29,
          gpus: [
            { bdf: "11:00.0", deviceId: "10DE:2330" },
            { bdf: "0000:12:00.0", deviceId: "2330" },
          ],
          others: [],
        },
        { group: 17, gpus: [{ bdf: "00000000:41:00.0", deviceId: "10de-2330" }], others: [] },
      ],
    });
    expect(readReport(other).units).toEqual(readReport(report()).units);
    expect(readReport(other).errors).toEqual([]);
  });

  it("puts NUMA nodes, UUIDs and links on the GPUs", () => {
    const { units, links, driverVersion } = readReport(
      report({
        driverVersion: "550.54.15",
        numa: { "0000:11:00.0": 0, "00000000:41:00.0": 1, "0000:12:00.0": -1 },
        uuids: { "0000:41:00.0": "GPU-0b1c2d3e-0000-1111-2222-333344445555" },
        links: [
          { a: "0000:41:00.0", b: "0000:11:00.0", type: "nv18" },
          { a: "0000:12:00.0", b: "0000:11:00.0", type: "NV18" },
        ],
      }),
    );
    expect(units.flatMap((unit) => unit.gpus.map((gpu) => gpu.numa))).toEqual([0, undefined, 1]);
    expect(units[1]?.gpus[0]?.uuid).toBe("GPU-0b1c2d3e-0000-1111-2222-333344445555");
    expect(links).toEqual([
      { a: "0000:11:00.0", b: "0000:12:00.0", type: "NV18" },
      { a: "0000:11:00.0", b: "0000:41:00.0", type: "NV18" },
    ]);
    expect(driverVersion).toBe("550.54.15");
  });

  it("judges the other members of a group by the same rule as text", () => {
    const others = [
      { bdf: "0000:41:00.1", deviceId: "10de:10f7", pciClass: "0403" },
      { bdf: "0000:40:01.1", deviceId: "8086:347a", pciClass: "0604" },
    ];
    const nic = { bdf: "0000:42:00.0", deviceId: "15b3:1021", pciClass: "0x020700" };
    const with_ = (list: typeof others) =>
      readReport(report({ iommuGroups: [report().iommuGroups[0]!, { ...report().iommuGroups[1]!, others: list }] }))
        .units[1];
    expect(with_(others)).toMatchObject({ sellable: true, sellableGpus: 1 });
    expect(with_([...others, nic])).toMatchObject({ sellable: false, sellableGpus: 0 });
    expect(with_([...others, nic])?.notSellableReason).toContain("0000:42:00.0 (Infiniband controller [0207]");
  });

  it("sells neither virtual functions nor what is split into them", () => {
    const mi = { pciDeviceId: "1002:74a1", pciClass: "1200", pciName: "Aqua Vanjaram [Instinct MI300X]" };
    const vf = { pciDeviceId: "1002:74b5", pciClass: "1200", pciName: "Aqua Vanjaram [Instinct MI300X VF]" };
    const reading = readReport(
      report({
        devices: [
          { ...mi, count: 2, bdfs: ["0000:85:00.0", "0000:95:00.0"] },
          { ...vf, count: 1, bdfs: ["0000:85:02.0"] },
        ],
        iommuGroups: [],
        nvswitchCount: 0,
        virtualFunctions: ["0000:85:02.0"],
      }),
    );
    expect(reading.units.map(({ id, sellable }) => [id, sellable])).toEqual([
      ["0000:85:00.0", false],
      ["0000:95:00.0", true],
    ]);
    expect(reading.accept).toBe("partial");
    expect(reading.ignored.map(({ bdf }) => bdf)).toEqual(["0000:85:02.0"]);
  });

  it("leaves out management controllers and integrated graphics", () => {
    const reading = readReport(
      report({
        devices: [
          ...report().devices,
          {
            pciDeviceId: "1a03:2000",
            pciClass: "0300",
            pciName: "ASPEED Graphics Family",
            count: 1,
            bdfs: ["0000:03:00.0"],
          },
          { pciDeviceId: "1002:164e", pciClass: "0300", pciName: "Raphael", count: 1, bdfs: ["0000:10:00.0"] },
        ],
      }),
    );
    expect(reading.ignored.map(({ bdf }) => bdf)).toEqual(["0000:03:00.0", "0000:10:00.0"]);
    expect(reading.units).toHaveLength(2);
  });

  it("never takes a report that detected nothing for an empty machine", () => {
    const none = readReport(report({ source: "none", devices: [], iommuGroups: [], nvswitchCount: 0 }));
    expect(none).toMatchObject({ accept: "no", units: [] });
    expect(messages(none.errors)).toContain("detected nothing");
    const empty = readReport(report({ devices: [], iommuGroups: [], nvswitchCount: 0 }));
    expect(empty).toMatchObject({ accept: "no", units: [] });
    expect(empty.errors).not.toEqual([]);
    expect(readReport(report({ source: "none" })).accept).toBe("no");
  });

  const faults: [string, InventoryReport, string][] = [
    ["a malformed address", report({ devices: [{ ...H100, count: 1, bdfs: ["0000:zz:00.0"] }] }), "'0000:zz:00.0'"],
    [
      "one GPU in two groups",
      report({
        iommuGroups: [17, 18].map((group) => ({ group, gpus: [{ bdf: "0000:41:00.0", deviceId: "10de:2330" }] })),
      }),
      "0000:41:00.0 is in two groups, 17 and 18",
    ],
    [
      "a GPU in no group",
      report({ iommuGroups: [report().iommuGroups[0]!] }),
      "0000:41:00.0 is in devices but in none",
    ],
    [
      "a wrong count",
      report({ devices: [{ ...H100, count: 8, bdfs: report().devices[0]!.bdfs }] }),
      "count 8 but lists 3",
    ],
    ["an address listed twice", report({ devices: [...report().devices, ...report().devices] }), "listed twice"],
    ["an unknown source", broken({ ...report(), source: "guess" }), "'guess'"],
    ["an unknown version", broken({ ...report(), version: 2 }), "version 2"],
    ["a GPU that devices lacks", report({ devices: [] }), "0000:11:00.0 is a GPU of group 29 but is not in devices"],
    [
      "two ids for one address",
      report({ iommuGroups: [{ group: 17, gpus: [{ bdf: "0000:41:00.0", deviceId: "10de:20b2" }] }] }),
      "10de:2330 in one part of the paste and 10de:20b2",
    ],
    ["a fractional group", broken({ ...report(), iommuGroups: [{ group: 1.5, gpus: [] }] }), "'1.5'"],
    ["a class that is none", report({ devices: [{ ...report().devices[0]!, pciClass: "VGA" }] }), "'VGA'"],
    ["a negative switch count", report({ nvswitchCount: -1 }), "nvswitchCount -1"],
  ];
  it.each(faults)("names %s", (_, wrong, words) => {
    const reading = readReport(wrong);
    expect(messages(reading.errors)).toContain(words);
    expect(reading.accept).not.toBe("yes");
  });

  it("drops UUIDs that two GPUs share", () => {
    const uuid = "GPU-0b1c2d3e-0000-1111-2222-333344445555";
    const reading = readReport(report({ uuids: { "0000:11:00.0": uuid, "0000:41:00.0": uuid } }));
    expect(reading.units.flatMap((unit) => unit.gpus.map((gpu) => gpu.uuid))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(messages(reading.warnings)).toContain(uuid);
  });

  it("never throws, whatever the values are", () => {
    const keys = [
      "version",
      "source",
      "devices",
      "iommuGroups",
      "nvswitchCount",
      "numa",
      "links",
      "uuids",
      "virtualFunctions",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
        const reading = readReport(broken({ ...report(), [key]: value }));
        expect(reading.accept === "no").toBe(reading.units.length === 0);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(
        fc.array(fc.anything()),
        fc.array(fc.dictionary(fc.string(), fc.anything())),
        (devices, iommuGroups) => {
          readReport(broken({ ...report(), devices, iommuGroups }));
          readReport(
            broken({ ...report(), devices: [{ ...H100, bdfs: devices }], iommuGroups: [{ group: 1, gpus: devices }] }),
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

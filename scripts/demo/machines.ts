import type { InventoryReport } from "@/server/inventory/report";

type Bdf = string;

interface Shape {
  deviceId: string;
  pciClass: "0300" | "0302" | "1200";
  name: string;
  /** GPU addresses, one list a group; undefined groups: the machine has no IOMMU groups. */
  units: readonly (readonly Bdf[])[];
  grouped: boolean;
  /** What else is in a unit's group, by the unit's first address. */
  others?: Readonly<Record<Bdf, { bdf: Bdf; deviceId: string; pciClass: string }[]>>;
  /** NUMA node of the n-th GPU. */
  numa: (index: number) => number;
  link: (a: number, b: number) => string;
  nvswitchCount?: number;
  driverVersion?: string;
}

const uuid = (serial: string, index: number) => {
  const digits = [...serial].map((char) => char.charCodeAt(0).toString(16)).join("");
  const hex = (digits + index.toString(16).padStart(2, "0")).padStart(32, "0").slice(-32);
  return `GPU-${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** A report as a node of this shape would send it; `serial` makes its GPU UUIDs its own. */
export function reportOf(shape: Shape, serial: string): InventoryReport {
  const bdfs = shape.units.flat();
  const links = bdfs.flatMap((a, i) => bdfs.slice(i + 1).map((b, j) => ({ a, b, type: shape.link(i, i + 1 + j) })));
  return {
    version: 1,
    source: shape.pciClass === "1200" ? "lspci" : "lspci+nvidia-smi",
    devices: [
      {
        pciDeviceId: shape.deviceId,
        pciClass: shape.pciClass,
        pciName: shape.name,
        count: bdfs.length,
        bdfs: [...bdfs],
      },
    ],
    iommuGroups: shape.grouped
      ? shape.units.map((unit, index) => ({
          group: 17 + index * 3,
          gpus: unit.map((bdf) => ({ bdf, deviceId: shape.deviceId })),
          others: [...(shape.others?.[unit[0] ?? ""] ?? [])],
        }))
      : [],
    nvswitchCount: shape.nvswitchCount ?? 0,
    ...(shape.driverVersion && { driverVersion: shape.driverVersion }),
    numa: Object.fromEntries(bdfs.map((bdf, index) => [bdf, shape.numa(index)])),
    links,
    uuids: Object.fromEntries(bdfs.map((bdf, index) => [bdf, uuid(serial, index)])),
  };
}

const half = (index: number) => (index < 4 ? 0 : 1);
const socketLink = (a: number, b: number) => (half(a) === half(b) ? "NODE" : "SYS");
const audio = (bdf: Bdf, deviceId: string) => ({ bdf: bdf.replace(/0$/, "1"), deviceId, pciClass: "0403" });

const RTX4090 = ["16", "36", "46", "56", "98", "b8", "c8", "d8"].map((bus) => `0000:${bus}:00.0`);

/** Shapes of real machines (see server/inventory/fixtures): what each is drawn from is said beside it. */
export const machines = {
  /** HGX H100: four GPUs alone in their groups, four two to a group, all on four NVSwitches. */
  h100: {
    deviceId: "10de:2330",
    pciClass: "0302",
    name: "GH100 [H100 SXM5 80GB]",
    units: [
      ["0000:11:00.0", "0000:12:00.0"],
      ["0000:41:00.0"],
      ["0000:44:00.0"],
      ["0000:86:00.0", "0000:87:00.0"],
      ["0000:bb:00.0"],
      ["0000:be:00.0"],
    ],
    grouped: true,
    numa: half,
    link: () => "NV18",
    nvswitchCount: 4,
    driverVersion: "565.57.01",
  },
  /** Eight MI300X, each on its own, joined by xGMI. */
  mi300x: {
    deviceId: "1002:74a1",
    pciClass: "1200",
    name: "Aqua Vanjaram [Instinct MI300X]",
    units: ["05", "26", "46", "65", "85", "a6", "c6", "e5"].map((bus) => [`0000:${bus}:00.0`]),
    grouped: true,
    numa: half,
    link: () => "XGMI",
  },
  /** Eight RTX 4090; one shares its group with the board's network controller and can't be sold. */
  rtx4090: {
    deviceId: "10de:2684",
    pciClass: "0300",
    name: "AD102 [GeForce RTX 4090]",
    units: RTX4090.map((bdf) => [bdf]),
    grouped: true,
    others: Object.fromEntries(
      RTX4090.map((bdf, index) => [
        bdf,
        [
          audio(bdf, "10de:22ba"),
          ...(index === 7 ? [{ bdf: "0000:d5:00.0", deviceId: "8086:1563", pciClass: "0200" }] : []),
        ],
      ]),
    ),
    numa: half,
    link: socketLink,
    driverVersion: "550.127.05",
  },
  /** A desktop with two GPUs. */
  desktop: {
    deviceId: "10de:2204",
    pciClass: "0300",
    name: "GA102 [GeForce RTX 3090]",
    units: [["0000:0a:00.0"], ["0000:0b:00.0"]],
    grouped: true,
    others: {
      "0000:0a:00.0": [audio("0000:0a:00.0", "10de:1aef")],
      "0000:0b:00.0": [audio("0000:0b:00.0", "10de:1aef")],
    },
    numa: () => 0,
    link: () => "NV4",
    driverVersion: "535.183.01",
  },
  /** Four L40S on a host without IOMMU groups: sold to pods. */
  l40s: {
    deviceId: "10de:26b9",
    pciClass: "0302",
    name: "AD102GL [L40S]",
    units: ["8d", "91", "ab", "af"].map((bus) => [`0000:${bus}:00.0`]),
    grouped: false,
    numa: (index) => (index < 2 ? 0 : 1),
    link: (a, b) => (a < 2 === b < 2 ? "PHB" : "SYS"),
    driverVersion: "580.159.04",
  },
  /** Six V100s before a card moved from slot 43 to a3 … */
  v100: {
    deviceId: "10de:1db4",
    pciClass: "0302",
    name: "GV100GL [Tesla V100 PCIe 16GB]",
    units: [["0000:27:00.0", "0000:28:00.0"], ["0000:43:00.0"], ["0000:44:00.0"], ["0000:c3:00.0", "0000:c4:00.0"]],
    grouped: true,
    numa: (index) => (index < 4 ? 0 : 1),
    link: (a, b) => (a < 4 === b < 4 ? "NODE" : "SYS"),
    driverVersion: "535.183.01",
  },
} satisfies Record<string, Shape>;

/** … and after: the card of 43 is found again by its UUID at a3. */
export function v100AfterMove(serial: string): InventoryReport {
  const text = JSON.stringify(reportOf(machines.v100, serial));
  return JSON.parse(text.replaceAll("0000:43:00.0", "0000:a3:00.0")) as InventoryReport;
}

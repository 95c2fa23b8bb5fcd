/** JSON reports of small machines, written the way one would tell them. */
export interface Told {
  /** Address of a card. */
  bdf: string;
  uuid?: string;
  /** PCI id; an H100 unless said otherwise. */
  device?: string;
  numa?: number;
}

export const H100 = "10de:2330";
export const A100 = "10de:20b0";

const cards = (groups: readonly (readonly Told[])[]) => groups.flat();

/** A report of cards by IOMMU group; the number of a group is its place, beginning at `from`. */
export function reportOf(groups: readonly (readonly Told[])[], options: { from?: number; nicIn?: number } = {}) {
  const { from = 10, nicIn } = options;
  const devices = [...new Set(cards(groups).map((card) => card.device ?? H100))];
  const uuids = cards(groups).flatMap((card) => (card.uuid ? [[card.bdf, card.uuid]] : []));
  const numa = cards(groups).flatMap((card) => (card.numa === undefined ? [] : [[card.bdf, card.numa]]));
  return {
    version: 1 as const,
    source: "lspci+nvidia-smi" as const,
    devices: devices.map((device) => {
      const bdfs = cards(groups).flatMap((card) => ((card.device ?? H100) === device ? [card.bdf] : []));
      return { pciDeviceId: device, pciClass: "0302", pciName: "", count: bdfs.length, bdfs };
    }),
    iommuGroups: groups.map((group, index) => ({
      group: from + index,
      gpus: group.map((card) => ({ bdf: card.bdf, deviceId: card.device ?? H100 })),
      others: nicIn === index ? [{ bdf: "0000:a1:00.0", deviceId: "15b3:1021", pciClass: "0200" }] : [],
    })),
    nvswitchCount: 0,
    ...(uuids.length > 0 && { uuids: Object.fromEntries(uuids) }),
    ...(numa.length > 0 && { numa: Object.fromEntries(numa) }),
  };
}

/** The same without IOMMU groups: each card is sold by itself, to pods. */
export const withoutGroups = (...told: Told[]) => ({ ...reportOf([told]), iommuGroups: [] });

const NOTHING = { version: 1 as const, source: "none" as const, devices: [], iommuGroups: [], nvswitchCount: 0 };
export const nothingFound = () => NOTHING;

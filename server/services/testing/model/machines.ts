import type { Machine } from "./commands";
import type { Gpu, Node, Unit } from "./facts";

/** PCI ids of the cards: four of one model, two of another. */
const DEVICES = ["10de:2330", "10de:2330", "10de:2330", "10de:2330", "10de:20b0", "10de:20b0"];
export const MODELS = ["10de-2330", "10de-20b0"] as const;

export const addressOf = (slot: number): string => `0000:0${slot + 4}:00.0`;
const uuidOf = (node: Node, card: number): string => `GPU-${node.id.slice(-8)}-0000-0000-0000-00000000000${card}`;
const deviceOf = (card: number): string => DEVICES[card] ?? "";

/** The JSON report of a machine (section 6). */
export function toReport(node: Node, machine: Machine, damaged: boolean) {
  const bdfs = machine.slots.map((_, slot) => addressOf(slot));
  const cardAt = (slot: number) => machine.slots[slot]?.card ?? 0;
  const groups = [...new Set(machine.slots.map((slot) => slot.group))];
  return {
    version: 1 as const,
    source: "lspci+nvidia-smi" as const,
    devices: [...new Set(machine.slots.map((slot) => deviceOf(slot.card)))].map((device, index) => {
      const own = bdfs.filter((_, slot) => deviceOf(cardAt(slot)) === device);
      const count = own.length + (damaged && index === 0 ? 1 : 0);
      return { pciDeviceId: device, pciClass: "0302", pciName: "", count, bdfs: own };
    }),
    iommuGroups: !machine.iommu
      ? []
      : groups.map((group) => ({
          group: group + 30,
          gpus: bdfs.flatMap((bdf, slot) =>
            machine.slots[slot]?.group === group ? [{ bdf, deviceId: deviceOf(cardAt(slot)) }] : [],
          ),
          others: machine.shared.includes(group)
            ? [{ bdf: `0000:a${group}:00.0`, deviceId: "15b3:1021", pciClass: "0207" }]
            : [],
        })),
    nvswitchCount: 0,
    ...(machine.tellsUuids && {
      uuids: Object.fromEntries(bdfs.map((bdf, slot) => [bdf, uuidOf(node, cardAt(slot))])),
    }),
  };
}

/** The GPU that was known at an address before. */
const known = (node: Node, bdf: string): Gpu | undefined =>
  node.units.flatMap((unit) => unit.gpus).find((gpu) => gpu.bdf === bdf);

/** The units that a machine's report means, from the machine itself. UUIDs that it does not tell stay as known. */
export function unitsOf(node: Node, machine: Machine): Unit[] {
  const gpus = machine.slots.map(({ card }, slot): Gpu => {
    const bdf = addressOf(slot);
    const device = deviceOf(card);
    const before = known(node, bdf);
    const remembered = before?.device === device ? before.uuid : "";
    return { bdf, device, uuid: machine.tellsUuids ? uuidOf(node, card) : remembered };
  });
  const groupOf = (slot: number) => (machine.iommu ? `group ${machine.slots[slot]?.group}` : `slot ${slot}`);
  const groups = [...new Set(gpus.map((_, slot) => groupOf(slot)))];
  return groups.map((group) => {
    const slots = gpus.map((_, slot) => slot).filter((slot) => groupOf(slot) === group);
    const first = slots[0] ?? 0;
    return {
      id: addressOf(first),
      gpus: gpus.filter((_, slot) => slots.includes(slot)),
      allocClass: machine.iommu ? ("vfio-group" as const) : ("device-request" as const),
      sellable: !(machine.iommu && machine.shared.includes(machine.slots[first]?.group ?? -1)),
      model: (gpus[first]?.device ?? "").replace(":", "-"),
    };
  });
}

/** The same card, as far as anybody can tell. */
export const isSameGpu = (a: Gpu, b: Gpu): boolean =>
  a.bdf === b.bdf && a.device === b.device && (a.uuid === "" || b.uuid === "" || a.uuid === b.uuid);

export const areSameGpus = (a: Gpu[], b: Gpu[]): boolean =>
  a.length === b.length && a.every((mine) => b.some((theirs) => isSameGpu(mine, theirs)));

/** Section 6: ids, their GPUs, class, sellability. */
export const isSameTopology = (before: Unit[], after: Unit[]): boolean =>
  before.length === after.length &&
  before.every((was) =>
    after.some(
      (is) =>
        is.id === was.id &&
        is.allocClass === was.allocClass &&
        is.sellable === was.sellable &&
        areSameGpus(was.gpus, is.gpus),
    ),
  );

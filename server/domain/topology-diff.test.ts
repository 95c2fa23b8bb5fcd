import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReservedUnit, UnitFacts } from "./facts";
import { reaffirmMismatches, type TopologyUnit, topologyDifference } from "./topology-diff";

/** A unit of cards written `address` or `address=uuid`; the first is its id. */
const unit = (...gpus: string[]): TopologyUnit => {
  const cards = gpus.map((gpu) => gpu.split("="));
  return {
    id: cards[0]?.[0] ?? "",
    allocClass: "vfio-group",
    sellable: true,
    gpuBdfs: cards.map(([bdf = ""]) => bdf),
    gpuUuids: cards.map(([, uuid = ""]) => uuid),
  };
};

const NONE = { new: [], gone: [], regrouped: [], altered: [], moved: [] };

describe("the difference between two topologies, section 6", () => {
  it("the same units are no change, in whatever order they and their cards come", () => {
    const before = [unit("04=A", "05=B"), unit("08=C")];
    expect(topologyDifference(before, [unit("08=C"), unit("04=A", "05=B")])).toEqual({
      ...NONE,
      changed: false,
      kept: ["08", "04"],
    });
    expect(topologyDifference([], [])).toMatchObject({ changed: false });
  });

  it("a UUID that only one report tells is no change", () => {
    expect(topologyDifference([unit("04")], [unit("04=A")]).changed).toBe(false);
    expect(topologyDifference([unit("04=A")], [unit("04")]).changed).toBe(false);
  });

  it("merge: 27 takes 28's GPU, 28 is gone", () => {
    expect(topologyDifference([unit("27"), unit("28")], [unit("27", "28")])).toEqual({
      ...NONE,
      changed: true,
      gone: ["28"],
      kept: ["27"],
      regrouped: [{ unitId: "27", before: ["27"], after: ["27", "28"] }],
    });
  });

  it("split: the pair becomes two", () => {
    expect(topologyDifference([unit("27", "28")], [unit("27"), unit("28")])).toEqual({
      ...NONE,
      changed: true,
      new: ["28"],
      kept: ["27"],
      regrouped: [{ unitId: "27", before: ["27", "28"], after: ["27"] }],
    });
  });

  it("swap: two cards that changed places are shown as moved, and both units as other ones", () => {
    const difference = topologyDifference([unit("04=A"), unit("05=B")], [unit("04=B"), unit("05=A")]);
    expect(difference.changed).toBe(true);
    expect(difference.regrouped.map((one) => one.unitId)).toEqual(["04", "05"]);
    expect(difference.moved).toEqual([
      { uuid: "A", from: "04", to: "05" },
      { uuid: "B", from: "05", to: "04" },
    ]);
  });

  it("move: a card found again by UUID at another address", () => {
    expect(topologyDifference([unit("04=A"), unit("06=B")], [unit("06=B"), unit("09=A")])).toEqual({
      ...NONE,
      changed: true,
      new: ["09"],
      gone: ["04"],
      kept: ["06"],
      moved: [{ uuid: "A", from: "04", to: "09" }],
    });
  });

  it("a card put into another one's place is a change, though no address is", () => {
    const difference = topologyDifference([unit("04=A")], [unit("04=Z")]);
    expect(difference).toMatchObject({ changed: true, regrouped: [{ unitId: "04" }], moved: [] });
  });

  it("a card of another model in its place is a change, also where no UUID is told", () => {
    const h100 = { ...unit("04"), gpuIds: ["10de:2330"] };
    const difference = topologyDifference([h100], [{ ...h100, gpuIds: ["10de:20b0"] }]);
    expect(difference).toMatchObject({ changed: true, regrouped: [{ unitId: "04" }] });
    expect(topologyDifference([h100], [{ ...h100, gpuIds: [""] }]).changed).toBe(false);
  });

  it("class and sellability are part of the topology", () => {
    const pod = { ...unit("04"), allocClass: "device-request" as const };
    const shared = { ...unit("04"), sellable: false };
    expect(topologyDifference([unit("04")], [pod]).altered).toEqual([
      { unitId: "04", what: "allocClass", before: "vfio-group", after: "device-request" },
    ]);
    expect(topologyDifference([unit("04")], [shared]).altered).toEqual([
      { unitId: "04", what: "sellable", before: "true", after: "false" },
    ]);
    expect(topologyDifference([unit("04")], [pod]).changed).toBe(true);
    expect(topologyDifference([unit("04")], [shared]).changed).toBe(true);
  });

  const topology = fc
    .tuple(
      fc.uniqueArray(fc.constantFrom("04", "05", "06", "07"), { maxLength: 4 }),
      fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
      fc.shuffledSubarray(["A", "B", "C", "D"], { minLength: 4 }),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
    )
    .map(([bdfs, groups, uuids, sellable, told]) => {
      const members = new Map<number, string[]>();
      [...bdfs].sort().forEach((bdf, index) => {
        const key = groups[index] ?? 0;
        members.set(key, [...(members.get(key) ?? []), told ? `${bdf}=${uuids[index]}` : bdf]);
      });
      return [...members.values()].map((gpus, index) => ({ ...unit(...gpus), sellable: sellable[index] ?? true }));
    });

  it("is a change exactly where one side has a unit that the other has not, and never depends on order", () => {
    fc.assert(
      fc.property(topology, topology, (before, after) => {
        const alike = (a: TopologyUnit, b: TopologyUnit) =>
          a.id === b.id &&
          a.allocClass === b.allocClass &&
          a.sellable === b.sellable &&
          a.gpuBdfs.length === b.gpuBdfs.length &&
          a.gpuBdfs.every((bdf, i) => {
            const [mine, theirs] = [a.gpuUuids[i], b.gpuUuids[b.gpuBdfs.indexOf(bdf)]];
            return b.gpuBdfs.includes(bdf) && (!mine || !theirs || mine === theirs);
          });
        const missing = (from: TopologyUnit[], to: TopologyUnit[]) => from.some((a) => !to.some((b) => alike(a, b)));
        const difference = topologyDifference(before, after);
        expect(difference.changed).toBe(missing(before, after) || missing(after, before));
        expect(topologyDifference(after, before).changed).toBe(difference.changed);
        expect(topologyDifference([...before].reverse(), after).changed).toBe(difference.changed);
        expect(topologyDifference(after, after)).toMatchObject({ ...NONE, changed: false });
        expect([...difference.new, ...difference.kept].sort()).toEqual(after.map((one) => one.id).sort());
        expect([...difference.gone, ...difference.kept].sort()).toEqual(before.map((one) => one.id).sort());
      }),
      { numRuns: 2000 },
    );
  });
});

describe("what stands between a reservation and the topology, section 5", () => {
  const current = (it: TopologyUnit): UnitFacts => ({
    ...it,
    notSellableReason: null,
    sellableGpus: it.gpuBdfs.length,
    gpuModelId: "h100",
    numa: null,
  });
  const reserved = (it: TopologyUnit): ReservedUnit => ({ ...it, unitId: it.id, released: false });
  const reasons = (had: TopologyUnit[], is: TopologyUnit[]) =>
    reaffirmMismatches({ units: had.map(reserved) }, is.map(current)).map((one) => `${one.unitId}: ${one.reason}`);

  it("is nothing where each unit still exists with the same GPUs and class", () => {
    expect(reasons([unit("04=A"), unit("05")], [unit("05=B"), unit("04=A"), unit("06")])).toEqual([]);
    expect(reasons([unit("04")], [{ ...unit("04"), sellable: false }])).toEqual([]);
  });

  it("names each unit with what differs", () => {
    expect(
      reasons(
        [unit("04"), unit("05"), unit("06=A"), unit("07")],
        [unit("05", "08"), unit("06=Z"), { ...unit("07"), allocClass: "device-request" }],
      ),
    ).toEqual([
      "04: The unit is gone.",
      "05: Its GPUs were 05 and are 05, 08 now.",
      "06: Its GPUs were 06 and are 06 now (a card was exchanged).",
      "07: Its class was vfio-group and is device-request now.",
    ]);
  });
});

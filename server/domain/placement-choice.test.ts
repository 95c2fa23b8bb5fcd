import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Preference } from "./placement";
import { byChoice, type Candidate, choose } from "./placement-choice";
import { byLinks, type Link, LinkTable, linkRank } from "./placement-links";

const address = (index: number) => `0000:${index.toString(16).padStart(2, "0")}:00.0`;

interface Shape {
  size: number;
  preference: Preference;
  numa: number | null;
}

function unitsOf(shapes: readonly Shape[]): Candidate[] {
  let next = 1;
  return shapes.map(({ size, preference, numa }) => {
    const gpuBdfs = Array.from({ length: size }, () => address(next++));
    return { id: gpuBdfs[0] ?? "", sellableGpus: size, preference, numa, gpuBdfs, gpuUuids: gpuBdfs.map(() => "") };
  });
}

const TYPES = ["NV4", "NV18", "XGMI", "PIX", "PXB", "PHB", "NODE", "SYS"];

/** The slow, obvious way: every subset, compared criterion by criterion. */
function bruteForce(units: readonly Candidate[], gpuCount: number, links: LinkTable): string[] | undefined {
  const gpusAt = (set: readonly Candidate[], preference: number) =>
    set.reduce((sum, unit) => sum + (unit.preference === preference ? unit.sellableGpus : 0), 0);
  const places = (set: readonly Candidate[]) => new Set(set.map((unit) => unit.numa ?? unit.id)).size;
  const better = (a: readonly Candidate[], b: readonly Candidate[]): number => {
    for (const preference of [3, 2, 1]) {
      const order = gpusAt(a, preference) - gpusAt(b, preference);
      if (order !== 0) return order;
    }
    const [first, second] = [a, b].map((set) => links.quality(set.flatMap((unit) => unit.gpuBdfs)));
    const ids = (set: readonly Candidate[]) => set.map((unit) => unit.id).join(" ");
    return a.length - b.length || places(a) - places(b) || byLinks(first!, second!) || (ids(a) < ids(b) ? -1 : 1);
  };
  let best: Candidate[] | undefined;
  for (let mask = 1; mask < 2 ** units.length; mask += 1) {
    const set = units.filter((_, index) => mask & (1 << index));
    if (set.reduce((sum, unit) => sum + unit.sellableGpus, 0) !== gpuCount) continue;
    if (!best || better(set, best) < 0) best = set;
  }
  return best?.map((unit) => unit.id);
}

const shape = fc.record({
  size: fc.constantFrom(1, 1, 2, 2, 3, 4, 8),
  preference: fc.constantFrom<Preference>(0, 1, 2, 3),
  numa: fc.constantFrom(0, 1, 2, null),
});

describe("choosing units", () => {
  it("agrees with trying every subset", () => {
    fc.assert(
      fc.property(
        fc.array(shape, { maxLength: 9 }),
        fc.integer({ min: 1, max: 16 }),
        fc.array(fc.tuple(fc.nat(20), fc.nat(20), fc.constantFrom(...TYPES)), { maxLength: 40 }),
        (shapes, gpuCount, drawn) => {
          const units = unitsOf(shapes);
          const table = new LinkTable(drawn.map(([a, b, type]) => ({ a: address(a), b: address(b), type })));
          const choice = choose([...units].reverse(), gpuCount, table);
          expect(choice?.units.map((unit) => unit.id)).toEqual(bruteForce(units, gpuCount, table));
        },
      ),
      { numRuns: 3000 },
    );
  });

  const single = (count: number, numa: number | null = 0): Shape[] =>
    Array.from({ length: count }, () => ({ size: 1, preference: 2, numa }));
  const pick = (shapes: Shape[], gpuCount: number, links: Link[] = []) => {
    const units = unitsOf(shapes);
    const chosen = choose(units, gpuCount, new LinkTable(links))?.units;
    return chosen?.map((unit) => units.findIndex((each) => each.id === unit.id));
  };

  it("adds up to exactly what was asked, never more", () => {
    expect(pick([{ size: 2, preference: 2, numa: 0 }], 1)).toBeUndefined();
    expect(pick([...single(1), { size: 2, preference: 2, numa: 0 }], 2)).toEqual([1]);
    expect(pick(single(3), 4)).toBeUndefined();
  });

  it("takes preferred units even where that makes more of them", () => {
    const named: Shape[] = single(2).map((each) => ({ ...each, preference: 0 }));
    expect(pick([{ size: 2, preference: 2, numa: 0 }, ...named], 2)).toEqual([1, 2]);
  });

  it("stays on one NUMA node before it looks at links", () => {
    expect(pick([...single(1, 0), ...single(2, 1)], 2)).toEqual([1, 2]);
    const links = [{ a: address(1), b: address(2), type: "NV18" }];
    expect(pick([...single(1, 0), ...single(2, 1)], 2, links)).toEqual([1, 2]);
  });

  it("takes the best linked pair", () => {
    const links = [
      { a: address(1), b: address(2), type: "PHB" },
      { a: address(2), b: address(3), type: "NV2" },
      { a: address(1), b: address(3), type: "NV4" },
    ];
    expect(pick(single(3), 2, links)).toEqual([0, 2]);
  });

  it("orders links from NVLink by lanes down to the way across sockets", () => {
    const ranks = ["NV18", "NV4", "NV1", "XGMI", "PIX", "PXB", "PHB", "NODE", "SYS", "?"].map(linkRank);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it("prefers, between nodes, the answer that is better and then the fuller node", () => {
    const choices = [single(8), single(3)].map((shapes) => choose(unitsOf(shapes), 2, new LinkTable([]))!);
    expect(byChoice(choices[0]!, choices[1]!)).toBeGreaterThan(0);
  });

  it("answers at once on a machine of 64 units, however alike they are", () => {
    const links = [...Array(64).keys()].flatMap((a) =>
      [...Array(64).keys()].map((b) => ({
        a: address(a + 1),
        b: address(b + 1),
        type: a % 7 === b % 7 ? "PIX" : "SYS",
      })),
    );
    const many = [...Array(64).keys()].map((index): Shape => ({ size: 1, preference: 2, numa: index % 16 }));
    for (const shapes of [single(64, null), single(64), many]) {
      const began = performance.now();
      expect(pick(shapes, 31, links)).toHaveLength(31);
      expect(performance.now() - began).toBeLessThan(2000);
    }
  });
});

test("a machine may have any number of links", () => {
  const links = Array.from({ length: 600 }, (_, a) =>
    Array.from({ length: a }, (_, b) => ({ a: `${a}`, b: `${b}`, type: "SYS" })),
  ).flat();
  const table = new LinkTable([...links, { a: "0", b: "600", type: "NV4" }]);
  expect([table.best, table.quality(["0", "600"]).worst]).toEqual([linkRank("NV4"), linkRank("NV4")]);
});

test("a machine may be of any size and shape: choosing on it takes little time and memory", () => {
  const shapes = Array.from({ length: 1024 }, (_, n) => ({ size: 1, preference: 2 as const, numa: n < 40 ? n : null }));
  const units = unitsOf(shapes).map((unit, n) => ({ ...unit, id: `${n}`, gpuBdfs: [`${n}`] }));
  const before = process.memoryUsage().heapUsed;
  expect(choose(units, 512, new LinkTable([]))?.units).toHaveLength(512);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(512 * 1024 * 1024);
});

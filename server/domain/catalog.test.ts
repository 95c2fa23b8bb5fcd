import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { availability, unitSizes } from "./catalog";
import { choose } from "./placement-choice";
import { LinkTable } from "./placement-links";

describe("the catalog, section 4", () => {
  it("promises the counts that whole units of one node add up to", () => {
    const shapes = [
      { freeSizes: [2, 2], nodes: 3, totalGpus: 18 },
      { freeSizes: [1], nodes: 1, totalGpus: 1 },
      { freeSizes: [], nodes: 2, totalGpus: 8 },
    ];
    expect(availability(shapes)).toEqual({
      totalGpus: 27,
      freeGpus: 13,
      maxPlaceableGpus: 4,
      placeableGpuCounts: [1, 2, 4],
    });
  });

  it("is all zeros where nothing is offered", () => {
    expect(availability([])).toEqual({ totalGpus: 0, freeGpus: 0, maxPlaceableGpus: 0, placeableGpuCounts: [] });
  });

  it("reads counted unit sizes", () => {
    expect(unitSizes("1x3 2x1")).toEqual([1, 1, 1, 2]);
    expect(unitSizes("")).toEqual([]);
    // What two reservations of one node keep for the same org.
    expect(unitSizes("1x1  4x2")).toEqual([1, 4, 4]);
  });

  it("promises a count if and only if a placement finds units for it", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 12 }), (sizes) => {
        const units = sizes.map((sellableGpus, index) => {
          const id = `${index}`.padStart(3, "0");
          return { id, sellableGpus, preference: 2 as const, numa: null, gpuBdfs: [id], gpuUuids: [""] };
        });
        const total = sizes.reduce((sum, size) => sum + size, 0);
        const { placeableGpuCounts } = availability([{ freeSizes: sizes, nodes: 1, totalGpus: total }]);
        for (let count = 1; count <= total + 1; count += 1) {
          const fits = choose(units, count, new LinkTable([])) !== undefined;
          expect(placeableGpuCounts.includes(count)).toBe(fits);
        }
      }),
    );
  });
});

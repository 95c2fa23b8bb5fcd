import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countsInWords, placeableText, whyNothing } from "./words";

const offer = (totalGpus: number, counts: number[]) => ({
  totalGpus,
  freeGpus: counts.length > 0 ? totalGpus : 0,
  maxPlaceableGpus: counts.at(-1) ?? 0,
  placeableGpuCounts: counts,
});

describe("the catalog in words", () => {
  it("says counts as people do", () => {
    expect(countsInWords([1])).toBe("1");
    expect(countsInWords([1, 2])).toBe("1 or 2");
    expect(countsInWords([2, 4])).toBe("2 or 4");
    expect(countsInWords([1, 2, 3, 4, 6, 8])).toBe("1 to 4, 6 or 8");
    expect(countsInWords([1, 2, 3])).toBe("1 to 3");
  });

  it("loses no count", () => {
    const counts = fc
      .uniqueArray(fc.integer({ min: 1, max: 64 }), { minLength: 1 })
      .map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(counts, (all) => {
        const read = countsInWords(all)
          .split(/, | or /)
          .flatMap((part) => {
            const [from = 0, to = from] = part.split(" to ").map(Number);
            return Array.from({ length: to - from + 1 }, (_, n) => from + n);
          });
        expect(read).toEqual(all);
      }),
    );
  });

  it("says what one workload can ask for, and why nothing where that is so", () => {
    expect(placeableText(offer(1, [1]))).toBe("1 GPU");
    expect(placeableText(offer(12, [2, 4]))).toBe("2 or 4 GPUs");
    expect(placeableText(offer(0, []))).toBe("nothing right now");
    expect(whyNothing(offer(4, [1]), "spot")).toBeUndefined();
    expect(whyNothing(offer(4, []), "community")).toBe("All 4 GPUs that this org could have are in use.");
    expect(whyNothing(offer(0, []), "verified")).toBe(
      "None on an online node of the verified pool is open to this org.",
    );
  });
});

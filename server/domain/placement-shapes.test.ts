import { describe, expect, it } from "vitest";
import { PREFERENCES, type Preference } from "./placement";
import { choose } from "./placement-choice";
import { LinkTable } from "./placement-links";
import { freeSizes, type OfferedSizes, rankShapes } from "./placement-shapes";

const shape = (sizes: Partial<OfferedSizes>): OfferedSizes => ({
  named: "",
  released: "",
  open: "",
  unnamed: "",
  ...sizes,
});

describe("ranking what nodes offer", () => {
  it("puts named before released before open before unnamed, fewer units before more", () => {
    const shapes = {
      named: shape({ named: "1x2" }),
      released: shape({ released: "1x2" }),
      open: shape({ open: "2x1" }),
      openInPieces: shape({ open: "1x2" }),
      unnamed: shape({ unnamed: "2x1" }),
      tooSmall: shape({ open: "1x1" }),
      notExact: shape({ open: "4x3" }),
    };
    const ranked = rankShapes(Object.values(shapes).reverse(), 2).map((group) => group.shapes);
    const { named, released, open, openInPieces, unnamed } = shapes;
    expect(ranked).toEqual([[named], [released], [open], [openInPieces], [unnamed]]);
  });

  it("puts, among equals, the node first on which the least is left", () => {
    const [full, empty] = [shape({ open: "1x2" }), shape({ open: "1x8" })];
    expect(rankShapes([empty, full], 2)).toEqual([{ rank: expect.any(Number), shapes: [full, empty] }]);
  });

  it("ranks as the choice on the node itself does", () => {
    const mixed = shape({ named: "1x1 2x1", released: "1x2", open: "4x1 1x3" });
    const kinds = Object.entries(PREFERENCES) as [keyof OfferedSizes, Preference][];
    let next = 0;
    const units = kinds.flatMap(([kind, preference]) =>
      freeSizes(shape({ [kind]: mixed[kind] })).map((sellableGpus) => {
        const id = `u${next++}`;
        return { id, sellableGpus, preference, numa: 0, gpuBdfs: [id], gpuUuids: [""] };
      }),
    );
    for (let gpuCount = 1; gpuCount <= 12; gpuCount += 1) {
      const rank = choose(units, gpuCount, new LinkTable([]))?.rank;
      expect(rankShapes([mixed], gpuCount).map((group) => group.rank)).toEqual(rank === undefined ? [] : [rank]);
    }
  });
});

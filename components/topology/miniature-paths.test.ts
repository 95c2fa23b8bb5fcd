import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNIT_STATES } from "@/server/domain/unit-state";
import { boxesOf, type MiniUnit } from "./miniature-boxes";
import { hatch, pathsOf } from "./miniature-paths";
import { STATE_LOOKS } from "./state-look";

/** Both ends of each line `M x y l across -across`. */
const ends = (d: string) =>
  [...d.matchAll(/M([\d.]+) ([\d.]+)l([\d.]+) -([\d.]+)/g)].map(([, x, y, across, up]) => ({
    from: { x: Number(x), y: Number(y) },
    to: { x: Number(x) + Number(across), y: Number(y) - Number(up) },
    slope: Number(up) / Number(across),
  }));

const box = fc.record({
  x: fc.integer({ min: 0, max: 200 }),
  y: fc.constantFrom(0, 10),
  width: fc.constantFrom(3, 5, 9, 13, 28, 118),
  height: fc.constantFrom(8, 18),
});

describe("hatch", () => {
  it("is of diagonals that stay in their box, and a box for a glyph has some", () => {
    fc.assert(
      fc.property(box, (place) => {
        const d = hatch({ ...place, unit: { state: "spot", gpus: 1, numa: 0 }, seams: [] });
        const lines = ends(d);
        expect(lines.length).toBe(d.split("M").length - 1);
        if (place.width >= 9) expect(lines.length).toBeGreaterThan(0);
        for (const { from, to, slope } of lines) {
          expect(slope).toBeCloseTo(1);
          for (const { x, y } of [from, to]) {
            expect(x).toBeGreaterThanOrEqual(place.x);
            expect(x).toBeLessThanOrEqual(place.x + place.width);
            expect(y).toBeGreaterThanOrEqual(place.y);
            expect(y).toBeLessThanOrEqual(place.y + place.height);
          }
        }
      }),
    );
  });
});

describe("pathsOf", () => {
  const drawn = (states: readonly MiniUnit["state"][]) => {
    const { boxes, glyphs } = boxesOf(states.map((state, index) => ({ id: `u${index}`, state, gpus: 1, numa: 0 })));
    return pathsOf(boxes, glyphs);
  };

  it("tells states apart by outline, texture and glyph", () => {
    const shapes = UNIT_STATES.map((state) =>
      JSON.stringify(
        drawn([state]).map(({ fill, stroke, ...shape }) => [shape, fill === "none", stroke === undefined]),
      ),
    );
    // What a ground alone tells apart is turned round where the person's own colours rule: states.css.
    const looks = UNIT_STATES.map((state) => {
      const { outline, fill, glyph } = STATE_LOOKS[state];
      return `${outline} ${fill === "hatch"} ${glyph}`;
    });
    expect(new Set(shapes).size).toBe(new Set(looks).size);
  });

  it("takes no more paths for eight units than for one of a state", () => {
    expect(drawn(Array.from({ length: 8 }, () => "spot" as const))).toHaveLength(drawn(["spot"]).length);
  });
});

import { describe, expect, it } from "vitest";
import { boxesOf, type MiniUnit } from "./miniature-boxes";

const units = (gpus: readonly number[], numa: (index: number) => number | undefined = () => 0): MiniUnit[] =>
  gpus.map((n, index) => ({ id: `u${index}`, state: "free", gpus: n, numa: numa(index) }));
const overlap = (boxes: ReturnType<typeof boxesOf>["boxes"]) =>
  boxes.some((a, i) => boxes.slice(i + 1).some((b) => a.y === b.y && a.x < b.x + b.width && b.x < a.x + a.width));

describe("boxesOf", () => {
  it("draws pairs as wide as two with a seam between", () => {
    const [pair, single] = boxesOf(units([2, 1])).boxes;
    expect(pair && single && pair.width).toBe(2 * (single?.width ?? 0) + 2);
    expect(pair?.seams).toHaveLength(1);
  });

  it("leaves more room between sockets than between units", () => {
    const { boxes } = boxesOf(units([1, 1, 1], (index) => (index < 2 ? 0 : 1)));
    const gap = (n: number) => (boxes[n]?.x ?? 0) - (boxes[n - 1]?.x ?? 0) - (boxes[n - 1]?.width ?? 0);
    expect(gap(2)).toBeGreaterThan(gap(1));
  });

  it("groups by socket and puts what is of none last", () => {
    const order = boxesOf(units([1, 1, 1], (index) => [undefined, 1, 0][index])).boxes.map(({ unit }) => unit.numa);
    expect(order).toEqual([0, 1, undefined]);
  });

  it("stays within a row of the table, from 1 GPU to 80", () => {
    for (const gpus of [1, 2, 8, 16, 24, 80]) {
      const mini = boxesOf(
        units(
          Array.from({ length: gpus }, () => 1),
          (index) => index % 2,
        ),
      );
      expect(mini.height).toBe(18);
      expect(mini.width).toBeLessThanOrEqual(220);
      expect(mini.boxes).toHaveLength(gpus);
      expect(overlap(mini.boxes)).toBe(false);
    }
  });
});

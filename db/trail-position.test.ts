import fc from "fast-check";
import { expect, test } from "vitest";
import { TrailPosition } from "./trail-position";

const seqs = (...numbers: number[]) => numbers.map((seq) => ({ seq }));

test("numbers that a later one has overtaken are asked for until they come", () => {
  const position = new TrailPosition(10);
  position.take(seqs(11, 14), 0);
  expect([position.last, position.missing(1)]).toEqual([14, [12, 13]]);
  position.take(seqs(13), 2);
  expect([position.last, position.missing(3)]).toEqual([14, [12]]);
});

test("a number that never comes is given up", () => {
  const position = new TrailPosition(0);
  position.take(seqs(2), 0);
  expect(position.missing(19_000)).toEqual([1]);
  expect(position.missing(21_000)).toEqual([]);
});

test("a leap that is too long to wait for is a gap, and reading goes on behind it", () => {
  const position = new TrailPosition(0);
  expect(position.take(seqs(1_000_000), 0)).toBe(true);
  expect([position.last, position.missing(1)]).toEqual([1_000_000, []]);
  expect(position.take(seqs(1_000_001), 2)).toBe(false);
});

test("whatever the order in which transactions commit, each number is read exactly once", () => {
  const order = fc.integer({ min: 1, max: 40 }).chain((size) =>
    fc.tuple(
      fc.shuffledSubarray(
        Array.from({ length: size }, (_, n) => n + 1),
        { minLength: size },
      ),
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: size, maxLength: size }),
    ),
  );
  fc.assert(
    fc.property(order, ([commits, pace]) => {
      const position = new TrailPosition(0);
      const committed = new Set<number>();
      const read: number[] = [];
      const look = () => {
        const late = position.missing(0).filter((seq) => committed.has(seq));
        const later = [...committed].filter((seq) => seq > position.last).sort((a, b) => a - b);
        position.take(seqs(...late, ...later), 0);
        read.push(...late, ...later);
      };
      commits.forEach((seq, at) => {
        committed.add(seq);
        for (let times = 0; times < (pace[at] ?? 0); times += 1) look();
      });
      look();
      expect([...read].sort((a, b) => a - b)).toEqual([...committed].sort((a, b) => a - b));
    }),
  );
});

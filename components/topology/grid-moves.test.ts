import { describe, expect, it } from "vitest";
import { type Flow, gridRows, type Move, moveIn } from "./grid-moves";
import { layoutMachine } from "./layout";
import { slot, unit } from "./testing/views";

/** [11|12] [41] [44] and [86|87] [bb] [be]. */
const H100 = layoutMachine([
  unit(["11", "12"], { numa: 0 }),
  unit("41", { numa: 0 }),
  unit("44", { numa: 0 }),
  unit(["86", "87"], { numa: 1 }),
  unit("bb", { numa: 1 }),
  unit("be", { numa: 1 }),
]);

const bus = (id: string | undefined) => id?.slice(5, 7);
const drawn = (flow: Flow, layout = H100) =>
  gridRows(layout, flow).map(({ row, cells }) => [
    row,
    ...cells.map((c) => `${bus(c.id)}@${c.column}${c.span > 1 ? `+${c.span}` : ""}`),
  ]);
const walk = (flow: Flow, from: string, ...moves: Move[]) => {
  const cells = gridRows(H100, flow).flatMap((row) => row.cells);
  let [at, column] = [slot(from), cells.find(({ id }) => id === slot(from))?.column];
  for (const move of moves) {
    at = moveIn(cells, at, move, column)?.id ?? "";
    if (move !== "up" && move !== "down") column = cells.find(({ id }) => id === at)?.column;
  }
  return bus(at);
};

const STACKED = { columns: 4, across: 1 };
const BESIDE = { columns: 4, across: 2 };
const NARROW = { columns: 2, across: 1 };

describe("gridRows", () => {
  it("draws sockets one under the other", () => {
    expect(drawn(STACKED)).toEqual([
      [0, "11@0+2", "41@2", "44@3"],
      [1, "86@0+2", "bb@2", "be@3"],
    ]);
  });

  it("counts rows and columns over sockets that stand side by side", () => {
    expect(drawn(BESIDE)).toEqual([
      [0, "11@0+2", "41@2", "44@3"],
      [0, "86@4+2", "bb@6", "be@7"],
    ]);
  });

  it("wraps a socket where there is no room, and leaves a hole rather than part a pair", () => {
    expect(drawn(NARROW).slice(0, 2)).toEqual([
      [0, "11@0+2"],
      [1, "41@0", "44@1"],
    ]);
    const layout = layoutMachine([unit("01", { numa: 0 }), unit(["02", "03"], { numa: 0 }), unit("04", { numa: 0 })]);
    expect(drawn(NARROW, layout)).toEqual([
      [0, "01@0"],
      [1, "02@0+2"],
      [2, "04@0"],
    ]);
  });

  it("folds a unit of more GPUs than columns", () => {
    const layout = layoutMachine([unit(["01", "02", "03", "04"], { numa: 0 })]);
    expect(drawn({ columns: 1, across: 1 }, layout)).toEqual([[0, "01@0"]]);
  });

  it("begins a new band of sockets under the tallest of the band before", () => {
    const layout = layoutMachine([
      unit("01", { numa: 0 }),
      unit("02", { numa: 0 }),
      unit("11", { numa: 1 }),
      unit("21", { numa: 2 }),
    ]);
    expect(drawn({ columns: 1, across: 2 }, layout)).toEqual([
      [0, "01@0"],
      [1, "02@0"],
      [0, "11@1"],
      [2, "21@0"],
    ]);
  });

  it("has no rows for a machine without units", () => {
    expect(gridRows(layoutMachine([]), STACKED)).toEqual([]);
    expect(moveIn([], "", "right")).toBeUndefined();
  });
});

describe("moveIn", () => {
  it("goes sideways within the row and stops at its ends", () => {
    expect(walk(STACKED, "11", "right")).toBe("41");
    expect(walk(STACKED, "44", "right")).toBe("44");
    expect(walk(STACKED, "11", "left")).toBe("11");
  });

  it("crosses to the socket beside or below", () => {
    expect(walk(BESIDE, "44", "right")).toBe("86");
    expect(walk(STACKED, "44", "down")).toBe("be");
    expect(walk(STACKED, "be", "up")).toBe("44");
  });

  it("keeps the column in mind over a wide tile", () => {
    expect(walk(NARROW, "44", "down", "down")).toBe("be");
    expect(walk(NARROW, "41", "down", "down")).toBe("bb");
    expect(walk(NARROW, "be", "up", "up")).toBe("44");
  });

  it("finds the nearest cell where the row below is shorter", () => {
    const cells = gridRows(
      layoutMachine([
        unit("01", { numa: 0 }),
        unit("02", { numa: 0 }),
        unit("03", { numa: 0 }),
        unit("81", { numa: 1 }),
      ]),
      {
        columns: 3,
        across: 1,
      },
    ).flatMap((row) => row.cells);
    expect(moveIn(cells, slot("03"), "down")?.id).toBe(slot("81"));
  });

  it("knows the ends of the row and of the machine", () => {
    expect(walk(STACKED, "bb", "row-start")).toBe("86");
    expect(walk(STACKED, "86", "row-end")).toBe("be");
    expect(walk(BESIDE, "41", "row-end")).toBe("be");
    expect(walk(STACKED, "bb", "first")).toBe("11");
    expect(walk(STACKED, "11", "last")).toBe("be");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between, everything, type Judge, reconcile, sameSet, successor, toggled, withRange } from "./selection";

const ORDER = ["a", "b", "c", "d", "e"];
const yes: Judge = () => true;
const notC: Judge = (id) => (id === "c" ? "It can't be sold." : true);

describe("ranges", () => {
  it("take both ends, in either direction", () => {
    expect(between(ORDER, "b", "d")).toEqual(["b", "c", "d"]);
    expect(between(ORDER, "d", "b")).toEqual(["b", "c", "d"]);
    expect(between(ORDER, "b", "b")).toEqual(["b"]);
  });

  it("are only the end where the beginning is gone", () => {
    expect(between(ORDER, "gone", "b")).toEqual(["b"]);
    expect(between(ORDER, "b", "gone")).toEqual([]);
  });

  it("skip what may not be selected and add to what was", () => {
    expect([...withRange(new Set(["e"]), ORDER, "b", "d", notC)].sort()).toEqual(["b", "d", "e"]);
  });

  it("give back what they took when they shrink", () => {
    const base = new Set(["a"]);
    expect(withRange(base, ORDER, "b", "e", yes).size).toBe(5);
    expect([...withRange(base, ORDER, "b", "c", yes)]).toEqual(["a", "b", "c"]);
  });
});

describe("single moves", () => {
  it("toggle without touching the set they were given", () => {
    const selected = new Set(["a"]);
    expect([...toggled(selected, "b")]).toEqual(["a", "b"]);
    expect([...toggled(selected, "a")]).toEqual([]);
    expect([...selected]).toEqual(["a"]);
  });

  it("select everything that may be", () => {
    expect([...everything(ORDER, notC)]).toEqual(["a", "b", "d", "e"]);
  });

  it("compare as sets", () => {
    expect(sameSet(new Set(["a", "b"]), new Set(["b", "a"]))).toBe(true);
    expect(sameSet(new Set(["a"]), new Set(["b"]))).toBe(false);
  });
});

describe("reconcile", () => {
  it("drops what is gone and what may no longer be selected, each with its reason", () => {
    expect(reconcile(new Set(["a", "c", "x"]), ORDER, notC)).toEqual({
      selected: new Set(["a"]),
      dropped: [
        { id: "c", reason: "It can't be sold." },
        { id: "x", reason: "It is not in the machine's last report." },
      ],
    });
  });

  it("leaves only present and selectable units, and loses none without a reason", () => {
    const ids = fc.uniqueArray(fc.constantFrom(...ORDER, "x", "y"));
    fc.assert(
      fc.property(ids, ids, ids, (chosen, order, blocked) => {
        const judge: Judge = (id) => (blocked.includes(id) ? "no" : true);
        const { selected, dropped } = reconcile(new Set(chosen), order, judge);
        expect([...selected].every((id) => order.includes(id) && judge(id) === true)).toBe(true);
        expect([...selected, ...dropped.map(({ id }) => id)].sort()).toEqual([...chosen].sort());
      }),
    );
  });
});

describe("successor", () => {
  it("stays where the unit is still there", () => {
    expect(successor(ORDER, "b", ORDER)).toBe("b");
  });

  it("goes to the next one that is left, else to the last before", () => {
    expect(successor(ORDER, "b", ["a", "d", "e"])).toBe("d");
    expect(successor(ORDER, "e", ["a", "b"])).toBe("b");
  });

  it("finds a cell wherever there is one", () => {
    expect(successor(ORDER, undefined, ORDER)).toBe("a");
    expect(successor([], "x", ORDER)).toBe("a");
    expect(successor(ORDER, "b", ["new"])).toBe("new");
    expect(successor(ORDER, "b", [])).toBeUndefined();
  });
});

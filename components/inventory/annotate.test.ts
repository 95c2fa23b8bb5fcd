import { describe, expect, it } from "vitest";
import type { ReadDeviceView } from "@/server/contract/machines";
import { annotate, gapWith, leftOut, notesByLine, type Segment } from "./annotate";

const nothing = { errors: [], warnings: [], devices: [] };
const text = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");
const device = (as: ReadDeviceView["as"], ...lines: number[]): ReadDeviceView => ({
  bdf: "0000:01:00.0",
  as,
  note: `note of ${as}`,
  lines,
});
const shape = (segments: readonly Segment[]) =>
  segments.map((each) =>
    each.kind === "gap" ? `…${each.from}-${each.to}` : `${each.lines[0]?.n}-${each.lines.at(-1)?.n}`,
  );

describe("notes at lines", () => {
  it("says a message in full once, and points there from its other lines", () => {
    const notes = notesByLine({ ...nothing, errors: [{ message: "cut off", lines: [3, 5] }] });
    expect(notes.get(3)).toEqual([{ tone: "error", text: "cut off" }]);
    expect(notes.get(5)).toEqual([{ tone: "error", text: "The same as at line 3." }]);
  });

  it("says of each device what became of it, after what is wrong", () => {
    const devices = [device("gpu", 1, 4), device("ignored", 2), device("left-out", 3)];
    const notes = notesByLine({ ...nothing, devices, warnings: [{ message: "careful", lines: [1] }] });
    expect(notes.get(1)?.map((note) => note.tone)).toEqual(["warning", "unit"]);
    expect(notes.get(2)).toEqual([{ tone: "left-out", text: "note of ignored" }]);
    expect(notes.get(3)).toEqual([{ tone: "quiet", text: "note of left-out" }]);
    expect(notes.get(4)).toEqual([{ tone: "unit", text: "0000:01:00.0 again." }]);
    expect(leftOut({ devices })).toHaveLength(1);
  });
});

describe("the paste, line by line", () => {
  it("shows a short one whole", () => {
    expect(shape(annotate(text(5), nothing))).toEqual(["1-5"]);
    expect(shape(annotate("a\r\nb\rc\n", nothing))).toEqual(["1-3"]);
    expect(annotate("", nothing)).toEqual([]);
  });

  it("folds long runs without a note, and keeps what stands around one", () => {
    const told = { ...nothing, errors: [{ message: "x", lines: [50] }] };
    const segments = annotate(text(100), told);
    expect(shape(segments)).toEqual(["…1-47", "48-52", "…53-100"]);
    expect(gapWith(segments, 60)).toEqual({ from: 53, to: 100 });
    expect(gapWith(segments, 50)).toBeUndefined();
    expect(shape(annotate(text(100), told, [{ from: 53, to: 100 }]))).toEqual(["…1-47", "48-100"]);
  });

  it("loses no line and no note", () => {
    const told = { ...nothing, warnings: [{ message: "x", lines: [1, 9, 30, 31, 64] }] };
    const numbers = annotate(text(64), told).flatMap((each) =>
      each.kind === "gap"
        ? Array.from({ length: each.to - each.from + 1 }, (_, at) => each.from + at)
        : each.lines.map((line) => line.n),
    );
    expect(numbers).toEqual(Array.from({ length: 64 }, (_, at) => at + 1));
  });
});

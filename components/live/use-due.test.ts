import { describe, expect, it } from "vitest";
import { dueAt, nextBoundaryOf } from "./use-due";

const row = (id: string, nextBoundary?: string) => ({ id, ...(nextBoundary && { nextBoundary }) });

describe("rows that the clock alone changes", () => {
  const rows = [
    row("a"),
    row("b", "2026-12-01T00:00:00.000Z"),
    row("c", "2026-11-30T23:59:59.999Z"),
    row("d", "2027-01-01T00:00:00.000Z"),
    row("e", "2026-11-30T23:59:59.999Z"),
  ];

  it("waits for the earliest of all boundaries", () => {
    expect(nextBoundaryOf(rows)).toBe("2026-11-30T23:59:59.999Z");
    expect(nextBoundaryOf([row("a")])).toBeUndefined();
    expect(nextBoundaryOf([])).toBeUndefined();
  });

  it("asks for those that are due, and no others", () => {
    const at = Date.parse("2026-11-30T23:59:59.999Z");
    expect(dueAt(rows, at - 1)).toEqual([]);
    expect(dueAt(rows, at)).toEqual(["c", "e"]);
    expect(dueAt(rows, at + 1)).toEqual(["b", "c", "e"]);
  });
});

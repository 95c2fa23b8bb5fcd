import { describe, expect, it } from "vitest";
import { gpusIn, percent, SOLD, sumStates } from "./sums";

describe("sums of the overview", () => {
  const models = [
    { states: [{ state: "free", units: 2, gpus: 4 } as const, { state: "spot", units: 1, gpus: 1 } as const] },
    { states: [{ state: "free", units: 1, gpus: 1 } as const] },
  ];

  it("adds the models up, state by state", () => {
    const sums = sumStates(models);
    expect(sums).toEqual([
      { state: "free", units: 3, gpus: 5 },
      { state: "spot", units: 1, gpus: 1 },
    ]);
    expect(gpusIn(sums, ...SOLD)).toBe(1);
    expect(sumStates([])).toEqual([]);
  });

  it("never rounds something to nothing, nor a part to everything", () => {
    expect(percent(0, 0)).toBe("0 %");
    expect(percent(0, 10)).toBe("0 %");
    expect(percent(1, 3)).toBe("33 %");
    expect(percent(1, 1000)).toBe("<1 %");
    expect(percent(999, 1000)).toBe(">99 %");
    expect(percent(10, 10)).toBe("100 %");
  });
});

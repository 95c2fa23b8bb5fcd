import { describe, expect, it } from "vitest";
import { Batches } from "./batches";
import { LateError, timeLeft, underDeadline } from "./deadline";

describe("questions that are answered together", () => {
  it("asks once for all that came meanwhile, and each key once", async () => {
    const asked: string[][] = [];
    const batches = new Batches<string>(async (keys) => {
      asked.push(keys);
      return new Map(keys.filter((key) => key !== "none").map((key) => [key, `row of ${key}`]));
    }, 1);
    const found = await Promise.all(["a", "b", "a", "none"].map((key) => batches.find(key)));
    expect(found).toEqual(["row of a", "row of b", "row of a", undefined]);
    expect(asked).toEqual([["a", "b", "none"]]);
  });

  it("keeps nobody waiting past her own time, whoever asked before her", async () => {
    const batches = new Batches<string>(() => new Promise(() => undefined), 1);
    batches.find("somebody who has all the time").catch(() => undefined);
    const soon = { left: () => 0 };
    await expect(underDeadline(soon, () => batches.find("a"))).rejects.toBeInstanceOf(LateError);
  });

  it("asks within the time of those who ask, not of those who were served before", async () => {
    const times: number[] = [];
    let served: () => void = () => undefined;
    const batches = new Batches<string>((keys) => {
      times.push(timeLeft());
      if (keys[0] === "b") return Promise.resolve(new Map());
      return new Promise((resolve) => {
        served = () => resolve(new Map());
      });
    }, 1);
    const first = underDeadline({ left: () => Number.POSITIVE_INFINITY }, () => batches.find("a"));
    await expect.poll(() => times.length).toBe(1);
    const second = underDeadline({ left: () => 2_000 }, () => batches.find("b"));
    served();
    await Promise.all([first, second]);
    expect(times[0]).toBe(Number.POSITIVE_INFINITY);
    expect(times[1]).toBeLessThanOrEqual(2_000);
  });
});

import { describe, expect, it } from "vitest";
import { timeLeft, underDeadline } from "./deadline";

/** What a caller gets to wait whose deadline is so many milliseconds away. */
const given = (left: number) => underDeadline({ left: () => left }, timeLeft);

describe("the time for one more wait", () => {
  it("is without end where nobody waits for an answer", () => {
    expect(timeLeft()).toBe(Number.POSITIVE_INFINITY);
    expect(given(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });

  it("is what is left, and a little more where that is little", () => {
    expect([3_000, 900, 800, 10, 0].map(given)).toEqual([3_000, 900, 800, 800, 800]);
  });

  it("is short once the deadline is over: waits that each nearly end together stay within a second", () => {
    let left = 1;
    for (let waits = 0; waits < 2; waits += 1) left -= given(left) - 1;
    expect(-left).toBeLessThanOrEqual(1_000);
    expect(given(-2_000)).toBe(200);
  });
});

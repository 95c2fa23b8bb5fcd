import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "../domain/errors";
import { RateLimiter } from "./rate-limit";

function limiterOf(perMinute: number) {
  let now = 0;
  const limiter = new RateLimiter(perMinute, () => now);
  /** Seconds to wait, or 0 where the request may pass. */
  const take = (key = "key_1"): number => {
    try {
      limiter.take(key);
      return 0;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "rate_limited") throw error;
      return Number(error.details?.retryAfterSeconds);
    }
  };
  return { take, wait: (ms: number) => (now += ms) };
}

describe("the rate limit, section 9: requests per key and minute", () => {
  it("lets a minute's worth through at once, and no more", () => {
    const { take } = limiterOf(5);
    expect(Array.from({ length: 7 }, () => take() === 0)).toEqual([true, true, true, true, true, false, false]);
  });

  it("says how long to wait; after that the next one passes", () => {
    const { take, wait } = limiterOf(6);
    for (let n = 0; n < 6; n += 1) take();
    const seconds = take();
    expect(seconds).toBe(10);
    wait(seconds * 1000 - 1);
    expect(take()).toBeGreaterThan(0);
    wait(1);
    expect(take()).toBe(0);
    expect(take()).toBe(10);
  });

  it("never says to wait for no time at all", () => {
    const { take, wait } = limiterOf(6000);
    for (let n = 0; n < 6000; n += 1) take();
    wait(5);
    expect(take()).toBe(1);
  });

  it("counts each key by itself", () => {
    const { take } = limiterOf(1);
    expect([take("a"), take("b")]).toEqual([0, 0]);
    expect(take("a")).toBeGreaterThan(0);
  });

  it("is off at 0", () => {
    const { take } = limiterOf(0);
    expect(Array.from({ length: 10_000 }, () => take()).every((wait) => wait === 0)).toBe(true);
  });

  it("over any time lets through what was saved up and what came back, whatever the rhythm", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.nat(20_000), { maxLength: 100 }),
        (perMinute, pauses) => {
          const { take, wait } = limiterOf(perMinute);
          let [passed, elapsed] = [0, 0];
          for (const pause of pauses) {
            wait(pause);
            elapsed += pause;
            const wasFree = take() === 0;
            passed += wasFree ? 1 : 0;
            expect(passed).toBeLessThanOrEqual(perMinute + (elapsed * perMinute) / 60_000);
            // One that waited a whole turn always passes.
            if (pause * perMinute >= 60_000) expect(wasFree).toBe(true);
          }
        },
      ),
    );
  });
});

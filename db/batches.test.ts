import { describe, expect, it } from "vitest";
import { Batches, inOrder } from "./batches";
import { LateError, timeLeft, underDeadline } from "./deadline";

type Ask = (questions: readonly string[]) => Promise<readonly (string | undefined)[]>;
const batchesOf = (ask: Ask) => new Batches((question: string) => question, ask);
const never = () => new Promise<never>(() => undefined);

describe("questions that are answered together", () => {
  it("asks once for all that came meanwhile, and each key once", async () => {
    const asked: (readonly string[])[] = [];
    const batches = batchesOf(async (keys) => {
      asked.push(keys);
      return keys.map((key) => (key === "none" ? undefined : `row of ${key}`));
    });
    const found = await Promise.all(["a", "b", "a", "none"].map((key) => batches.find(key)));
    expect(found).toEqual(["row of a", "row of b", "row of a", undefined]);
    expect(asked).toEqual([["a", "b", "none"]]);
  });

  it("keeps nobody waiting past her own time, whoever asked before her", async () => {
    const batches = batchesOf(never);
    batches.find("somebody who has all the time").catch(() => undefined);
    const soon = { left: () => 0 };
    await expect(underDeadline(soon, () => batches.find("a"))).rejects.toBeInstanceOf(LateError);
  });

  it("asks within the time of those who ask, not of those who were served before", async () => {
    const times: number[] = [];
    const served: (() => void)[] = [];
    const batches = batchesOf((keys) => {
      times.push(timeLeft());
      return new Promise((resolve) => served.push(() => resolve(keys)));
    });
    const long = underDeadline({ left: () => Number.POSITIVE_INFINITY }, () => batches.find("a"));
    await expect.poll(() => times.length).toBe(1);
    const short = underDeadline({ left: () => 2_000 }, () => batches.find("b"));
    await expect.poll(() => times.length).toBe(2);
    for (const answer of served) answer();
    await Promise.all([long, short]);
    expect(times[0]).toBe(Number.POSITIVE_INFINITY);
    expect(times[1]).toBeLessThanOrEqual(2_000);
  });

  it("begins two at once while they are quick, and others beside those that are not", async () => {
    const asked: (readonly string[])[] = [];
    const batches = batchesOf((keys) => {
      asked.push(keys);
      return keys.includes("quick") ? Promise.resolve(keys) : never();
    });
    const rounds = ["a", "b", "c", "d"];
    for (const each of rounds) {
      batches.find(each).catch(() => undefined);
      await new Promise(setImmediate);
    }
    expect(asked).toEqual([["a"], ["b"]]);
    expect(await batches.find("quick")).toBe("quick");
    expect(asked).toEqual([["a"], ["b"], ["c", "d", "quick"]]);
  });

  it("never has more than eight of them under way, however slow", async () => {
    const asked: (readonly string[])[] = [];
    const batches = batchesOf((keys) => {
      asked.push(keys);
      return never();
    });
    for (let each = 0; each < 20; each += 1) {
      batches.find(String(each)).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(asked.flat()).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
  });

  it("gives each her own row where the rows come in another order, or not at all", () => {
    const rows = [
      { asked: "3", id: "c" },
      { asked: "1", id: "a" },
    ];
    expect(inOrder(rows, ["a", "b", "c"])).toEqual([{ id: "a" }, undefined, { id: "c" }]);
  });

  it("tells a failure on behalf of each who asked", async () => {
    const told: unknown[] = [];
    const batches = batchesOf(() => Promise.reject(new Error("broken")));
    const asking = (name: string) =>
      underDeadline({ left: () => 2_000, failed: () => void told.push(name) }, () => batches.find(name));
    await Promise.allSettled([asking("a"), asking("b")]);
    expect(told.sort()).toEqual(["a", "b"]);
  });

  it("tells a failure to everybody who asked, and goes on", async () => {
    let isBroken = true;
    const batches = batchesOf((keys) => (isBroken ? Promise.reject(new Error("broken")) : Promise.resolve(keys)));
    const failed = await Promise.allSettled(["a", "a", "b"].map((key) => batches.find(key)));
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    isBroken = false;
    expect(await batches.find("a")).toBe("a");
  });
});

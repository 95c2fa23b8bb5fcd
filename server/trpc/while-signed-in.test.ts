import { describe, expect, it } from "vitest";
import { whileSignedIn } from "./while-signed-in";

describe("a download that takes long", () => {
  it("ends with its session, and asks no more often than it must", async () => {
    let now = 0;
    let asked = 0;
    let isStillSame = true;
    let isOver = false;
    async function* pieces(): AsyncGenerator<string> {
      try {
        for (let piece = 1; ; piece += 1) yield `piece ${piece}`;
      } finally {
        isOver = true;
      }
    }
    const check = async () => {
      asked += 1;
      return isStillSame;
    };
    const sent = whileSignedIn(pieces(), check, () => now);
    expect((await sent.next()).value).toBe("piece 1");
    now += 19_999;
    expect([(await sent.next()).value, asked]).toEqual(["piece 2", 0]);
    now += 1;
    expect([(await sent.next()).value, asked]).toEqual(["piece 3", 1]);
    isStillSame = false;
    now += 19_999;
    expect((await sent.next()).value).toBe("piece 4");
    now += 1;
    await expect(sent.next()).rejects.toThrow("The session ended in the middle of the export.");
    expect([asked, isOver]).toEqual([2, true]);
  });
});

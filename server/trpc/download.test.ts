import { describe, expect, it } from "vitest";
import { download, refused } from "./download";

const gone = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });

describe("a download", () => {
  it("is refused in plain words where it can't begin", async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first piece
    async function* pieces(): AsyncGenerator<string> {
      throw gone();
    }
    const error: unknown = await download(pieces(), {}).catch((error: unknown) => error);
    const answer = refused(error, "req_1");
    expect([answer.status, await answer.json()]).toEqual([503, { code: "unavailable", error: expect.any(String) }]);
  });

  it("breaks off where it can't go on, and is never shorter than it says", async () => {
    async function* pieces(): AsyncGenerator<string> {
      yield "a,b\n";
      throw gone();
    }
    const answer = await download(pieces(), { "Content-Type": "text/csv" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv"]);
    await expect(answer.text()).rejects.toThrow("ECONNRESET");
  });

  it("reads a piece when its reader asks, and stops with her", async () => {
    const read: string[] = [];
    async function* pieces(): AsyncGenerator<string> {
      try {
        for (const piece of ["one ", "two ", "three"]) {
          read.push(piece);
          yield piece;
        }
      } finally {
        read.push("over");
      }
    }
    const reader = (await download(pieces(), {})).body!.getReader();
    expect(read).toEqual(["one "]);
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("one ");
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("two ");
    await reader.cancel();
    expect(read).toEqual(["one ", "two ", "over"]);
    const whole = await download(pieces(), {});
    expect(await whole.text()).toBe("one two three");
  });
});

import { PassThrough } from "node:stream";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { logOptions } from "./log";

function written(value: object): string {
  const out = new PassThrough();
  pino({ ...logOptions("info"), level: "info" }, out).info(value, "said");
  return String(out.read());
}

describe("the log", () => {
  it("is one JSON object a line with an ISO time", () => {
    const line = written({ requestId: "r1" });
    expect(line.endsWith("\n")).toBe(true);
    expect(JSON.parse(line)).toEqual({ level: 30, time: expect.stringMatching(/Z$/), requestId: "r1", msg: "said" });
  });

  it("keeps credentials out, up to three levels deep", () => {
    const line = written({
      key: "vl_top",
      authorization: "Bearer vl_top",
      headers: { authorization: "Bearer vl_deep", cookie: "session=deep", "set-cookie": "session=deep", accept: "yes" },
      req: { headers: { authorization: "Bearer vl_deeper" }, body: { password: "deeper" } },
    });
    expect(line).not.toMatch(/vl_|session=|deeper/);
    expect(JSON.parse(line).headers.accept).toBe("yes");
  });
});

import { describe, expect, it } from "vitest";
import { recordCounter } from "./count-records";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("counting records as they come", () => {
  it("takes a cell with line ends and quotation marks for one record, wherever the bytes are cut", () => {
    const all = bytes('id,reason\r\n1,"two\r\nlines, ""quoted"""\r\n2,ü\r\n');
    for (let cut = 0; cut <= all.length; cut += 1) {
      const count = recordCounter("csv");
      count(all.subarray(0, cut));
      expect(count(all.subarray(cut))).toBe(2);
    }
  });

  it("counts lines of JSON, and no head", () => {
    const count = recordCounter("jsonl");
    expect(count(bytes('{"reason":"say \\"'))).toBe(0);
    expect(count(bytes('hi\\""}\n{}\n'))).toBe(2);
    expect(recordCounter("csv")(bytes("id\r\n"))).toBe(0);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import {
  absentNull,
  id,
  idList,
  instant,
  MAX_IDS,
  MAX_NAME,
  MAX_REASON,
  optionalText,
  requiredText,
  time,
} from "./text";

const ok = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const read = (schema: z.ZodType, value: unknown) => schema.parse(value);

/** Strings of fault case 14 that are stored and echoed as they are. */
const KEPT = [
  `O'Brien"; --`,
  "<img src=x onerror=alert(1)>",
  "\u202Eover",
  "👩‍👩‍👧‍👦",
  "\u00e9",
  "e\u0301",
  "null",
  "undefined",
  "NaN",
  "=1+1",
  "@SUM(1)",
  ["$", "{7*7}"].join(""),
  "{{7*7}}",
  "%00",
  "%s%n",
  "a\nb\r\tc",
];
const BLANKS = ["", " ", " \t\n\r", "\u00a0\u3000", "\u200b\u200d", "\ufeff", "\u2060\u200e"];

describe("text, section 7", () => {
  it.each(KEPT)("keeps %j to the letter", (value) => {
    expect(read(optionalText(MAX_REASON), value)).toBe(value);
    expect(read(requiredText(MAX_NAME), value)).toBe(value.trim());
  });

  it.each(BLANKS)("counts %j as absent", (value) => {
    expect(read(optionalText(MAX_REASON), value)).toBeUndefined();
    expect(ok(requiredText(MAX_NAME), value)).toBe(false);
  });

  it("counts null as absent where text may be, and as missing where it must be", () => {
    expect(read(optionalText(MAX_REASON), null)).toBeUndefined();
    expect(read(optionalText(MAX_REASON), undefined)).toBeUndefined();
    expect(ok(requiredText(MAX_NAME), null)).toBe(false);
    expect(ok(requiredText(MAX_NAME), undefined)).toBe(false);
  });

  it("refuses NUL and what is no Unicode, wherever text or ids stand", () => {
    for (const schema of [optionalText(MAX_REASON), requiredText(MAX_NAME), id()]) {
      expect(ok(schema, "a\u0000b")).toBe(false);
      expect(ok(schema, "\ud800")).toBe(false);
      expect(ok(schema, "\udc00a")).toBe(false);
    }
  });

  it("counts characters as people do, up to the limit and not beyond", () => {
    expect([MAX_REASON, MAX_NAME]).toEqual([2000, 200]);
    expect(ok(optionalText(MAX_REASON), "x".repeat(2000))).toBe(true);
    expect(ok(optionalText(MAX_REASON), "x".repeat(2001))).toBe(false);
    expect(ok(requiredText(MAX_NAME), "😀".repeat(200))).toBe(true);
    expect(ok(requiredText(MAX_NAME), "😀".repeat(201))).toBe(false);
    expect(ok(optionalText(MAX_REASON), "x".repeat(1_000_000))).toBe(false);
  });

  it("is a string and nothing that could be made one", () => {
    for (const value of [1, true, [], {}, ["x"], { toString: () => "x" }]) {
      expect(ok(optionalText(MAX_REASON), value)).toBe(false);
      expect(ok(requiredText(MAX_NAME), value)).toBe(false);
      expect(ok(id(), value)).toBe(false);
    }
  });

  it("either keeps any string whole or refuses it; a required one only loses white space around it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (value) => {
        const optional = optionalText(MAX_NAME).safeParse(value);
        if (optional.success) expect([value, undefined]).toContain(optional.data);
        const required = requiredText(MAX_NAME).safeParse(value);
        expect(required.success).toBe(optional.success && optional.data !== undefined);
        if (required.success) expect(required.data).toBe(value.trim());
      }),
    );
  });
});

describe("lists of ids, section 7 and fault case 15", () => {
  const problems = (value: unknown, min?: number) =>
    idList(min)
      .safeParse(value)
      .error?.issues.map((issue) => issue.path.join(".")) ?? [];

  it("hold at least one id unless an empty list has a meaning, and at most 1,024", () => {
    const many = Array.from({ length: MAX_IDS + 1 }, (_, index) => `u${index}`);
    expect(ok(idList(), [])).toBe(false);
    expect(ok(idList(0), [])).toBe(true);
    expect(ok(idList(), many.slice(1))).toBe(true);
    expect(ok(idList(), many)).toBe(false);
  });

  it("never repeat one; the problem names the second", () => {
    expect(problems(["u1", "u2", "u1"])).toEqual(["2"]);
    expect(read(idList(), ["u1", "U1"])).toEqual(["u1", "U1"]);
  });

  it("are not trimmed, split or made from anything else", () => {
    expect(read(idList(), ["u1", " u1", "u1,u2"])).toEqual(["u1", " u1", "u1,u2"]);
    for (const value of [null, "u1", { 0: "u1" }, [1], [true], [null], [[]], [""], [undefined], [{ id: "u1" }]]) {
      expect(ok(idList(), value)).toBe(false);
    }
  });

  it("may be null where that counts as absent", () => {
    expect(read(absentNull(idList(0)), null)).toBeUndefined();
    expect(read(absentNull(idList(0)), undefined)).toBeUndefined();
    expect(read(absentNull(idList(0)), [])).toEqual([]);
  });
});

describe("times on the wire, section 7", () => {
  it("come in with their offset, as strings", () => {
    expect(read(instant(), "2031-03-01T12:30:00+02:30")).toEqual(new Date("2031-03-01T10:00:00Z"));
    for (const value of [1930125600, "1930125600", null, new Date(), "2031-03-01", "infinity", ""]) {
      expect(ok(instant(), value)).toBe(false);
    }
  });

  it("go out in UTC with milliseconds and Z", () => {
    expect(ok(time(), "2031-03-01T10:00:00.000Z")).toBe(true);
    for (const value of ["2031-03-01T10:00:00Z", "2031-03-01T10:00:00.000+00:00", "2031-03-01T10:00:00.000000Z"]) {
      expect(ok(time(), value)).toBe(false);
    }
  });
});

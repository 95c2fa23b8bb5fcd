import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readPart, shownName } from "./problems";

const problemsOf = (schema: z.ZodType, value: unknown) => {
  const part = readPart(schema, value, "body");
  return "problems" in part ? part.problems : [];
};

describe("problems of a request, section 7: named as they were sent", () => {
  const schema = z.strictObject({
    name: z.string(),
    dryRun: z.boolean().optional(),
    tier: z.enum(["community", "spot"]).optional(),
    unitIds: z.array(z.string()).optional(),
    nested: z.strictObject({ inner: z.int() }).optional(),
  });

  it("says what is missing and of what kind a value must be", () => {
    expect(problemsOf(schema, {})).toEqual([{ field: "name", message: "is required" }]);
    expect(problemsOf(schema, { name: 1 })).toEqual([{ field: "name", message: "must be a string" }]);
    for (const dryRun of ["true", 1, null, [true]]) {
      expect(problemsOf(schema, { name: "x", dryRun })).toEqual([
        { field: "dryRun", message: "must be true or false" },
      ]);
    }
    expect(problemsOf(schema, { name: "x", tier: "gold" })).toEqual([
      { field: "tier", message: "must be one of community, spot" },
    ]);
    expect(problemsOf(schema, { name: "x", nested: { inner: 1.5 } })).toEqual([
      { field: "nested.inner", message: "must be a whole number" },
    ]);
  });

  it("names every name that the call does not know, also within", () => {
    const problems = problemsOf(schema, { name: "x", dry_run: true, "dryRun ": true, nested: { inner: 1, more: 2 } });
    expect(problems.map((problem) => problem.field).sort()).toEqual(["dryRun ", "dry_run", "nested.more"]);
    expect(new Set(problems.map((problem) => problem.message))).toEqual(
      new Set(["is not a name that this call knows"]),
    );
  });

  it("points into lists", () => {
    expect(problemsOf(schema, { name: "x", unitIds: ["a", 1] })).toEqual([
      { field: "unitIds.1", message: "must be a string" },
    ]);
  });

  it("speaks of the whole where the whole is wrong", () => {
    for (const value of [null, [], "x", 1]) expect(problemsOf(schema, value)[0]?.field).toBe("body");
  });

  it("always says something, whatever was sent", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const problems = problemsOf(schema, value);
        expect(problems.length > 0).toBe(!schema.safeParse(value).success);
        for (const problem of problems) {
          expect(problem.field).not.toBe("");
          expect(problem.message).not.toBe("");
        }
      }),
    );
  });
});

describe("a name that a caller sent", () => {
  it("is shown as it is where that is harmless", () => {
    expect(shownName("dry_run")).toBe("dry_run");
    expect(shownName("größe 2")).toBe("größe 2");
    expect(shownName("")).toBe('""');
  });

  it("can't forge a line, carry half a character or fill a screen", () => {
    expect(shownName("a\nb\r\u0000\u001bc")).toBe("a?b???c");
    expect(shownName("\u202Eevil")).toBe("?evil");
    expect(shownName("\ud800").isWellFormed()).toBe(true);
    expect(shownName("x".repeat(1000)).length).toBeLessThanOrEqual(101);
  });
});

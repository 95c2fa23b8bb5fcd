import fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_SLUG, slugOf } from "./slug";

it("makes a slug from a name", () => {
  expect(slugOf("Ünïted GPUs, Inc.")).toBe("united-gpus-inc");
  expect(slugOf("  --A--  ")).toBe("a");
  expect(slugOf("株式会社")).toBe("org");
});

it("is a slug whatever the name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(slugOf(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slugOf(name).length).toBeLessThanOrEqual(MAX_SLUG);
    }),
  );
});

import { describe, expect, it } from "vitest";
import { meant } from "./meant";

const named = (...labels: string[]) => labels.map((label, index) => ({ id: String(index), label }));

describe("what a typed text means", () => {
  it("is the only option that it finds", () => {
    expect(meant(named("Acme Research"), "acm")?.label).toBe("Acme Research");
    expect(meant(named("Acme Research", "Acme Labs"), "acm")).toBeUndefined();
    expect(meant(named(), "acm")).toBeUndefined();
  });

  it("is the one of exactly that name among longer ones, whatever its case", () => {
    expect(meant(named("Acme Research", "Acme"), " acme ")?.label).toBe("Acme");
    expect(meant(named("Acme", "ACME"), "acme")).toBeUndefined();
  });

  it("is nothing where nothing is typed", () => {
    expect(meant(named("Acme"), "  ")).toBeUndefined();
  });
});

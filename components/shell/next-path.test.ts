import { describe, expect, it } from "vitest";
import { safeNext } from "./next-path";

describe("where to go after signing in", () => {
  it("is a page of the console with its query and fragment", () => {
    expect(safeNext("/nodes/n1?unit=0000:04:00.0#r")).toBe("/nodes/n1?unit=0000:04:00.0#r");
    expect(safeNext(undefined)).toBe("/");
  });

  it("is never another site, however it is spelled", () => {
    const bad = [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "/\t/evil.example",
      "/.//evil.example",
      "/..//evil.example",
      "/a/..//evil.example/x",
      "/.\\/evil.example",
      "/%2e//evil.example",
      "javascript:alert(1)",
      "evil",
      "",
    ];
    for (const asked of bad) expect(new URL(safeNext(asked), "http://console.example").host).toBe("console.example");
  });

  it("does not lead back to signing in", () => {
    for (const asked of ["/sign-in?next=/nodes", "/setup", "/api/trpc/session.me"]) expect(safeNext(asked)).toBe("/");
    expect(safeNext("/setups")).toBe("/setups");
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { kindOf } from "./access-log";
import { metrics } from "./metrics";

describe("metrics", () => {
  it("has every name that the example alerts ask for, and the runbook tells of every alert", () => {
    const alerts = readFileSync("docs/alerts.yaml", "utf8");
    const runbook = readFileSync("docs/runbook.md", "utf8");
    const asked = new Set(alerts.match(/holdfast_[a-z_]+/g));
    const names = new Set(
      metrics()
        .registry.getMetricsAsArray()
        .map((metric) => metric.name),
    );
    expect(asked.size).toBeGreaterThan(5);
    expect([...asked].filter((name) => !names.has(name.replace(/_bucket$/, "")))).toEqual([]);
    const defined = [...alerts.matchAll(/- alert: (\w+)/g)].map((found) => found[1]);
    const told = [...runbook.matchAll(/^\| (Holdfast\w+) \|/gm)].map((found) => found[1]);
    expect(told).toEqual(defined);
  });

  it.each([
    ["/ready", "ready"],
    ["/v1/whatever", "unknown"],
    ["/api/trpc/session.current", "console"],
    ["/_next/static/chunks/a.js", "asset"],
    ["/invite/a-secret-token", "page"],
    ["/v10", "page"],
  ])("calls %s %s", (path, kind) => {
    expect(kindOf(path)).toBe(kind);
  });
});

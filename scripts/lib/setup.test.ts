import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkNode, isInstalled } from "./setup.mjs";

describe("the check of Node", () => {
  it.each(["20.9.0", "20.20.2", "22.0.0", "24.1.0"])("takes %s", (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  it.each(["18.20.0", "20.8.1", "16.0.0"])("refuses %s in one sentence", (version) => {
    expect(() => checkNode(version)).toThrow(/^Node .* is too old: Holdfast needs Node 20\.9 or later\.$/);
  });
});

describe("whether the packages are installed", () => {
  let dir: string;
  const write = (file: string, packages: object) => {
    fs.mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    fs.writeFileSync(path.join(dir, file), JSON.stringify({ packages }));
  };
  const wanted = (packages: object) => write("package-lock.json", { "": { name: "holdfast" }, ...packages });
  const found = (packages: object) => write("node_modules/.package-lock.json", packages);

  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "holdfast-setup-"));
  });
  afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

  it("is no without npm's own record, which it writes last", () => {
    wanted({ "node_modules/a": { version: "1.0.0" } });
    expect(isInstalled(dir)).toBe(false);
    found({ "node_modules/a": { version: "1.0.0" } });
    expect(isInstalled(dir)).toBe(true);
  });

  it("is no after the lock file moved on", () => {
    found({ "node_modules/a": { version: "1.0.0" } });
    wanted({ "node_modules/a": { version: "1.0.1" } });
    expect(isInstalled(dir)).toBe(false);
    wanted({ "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "1.0.0", dev: true } });
    expect(isInstalled(dir)).toBe(false);
  });

  it("misses what this machine needs, not what is for another", () => {
    found({});
    const here = { os: [process.platform], cpu: [process.arch] };
    wanted({ "node_modules/far": { version: "1.0.0", optional: true, os: ["aix"], cpu: ["s390x"] } });
    expect(isInstalled(dir)).toBe(true);
    wanted({ "node_modules/near": { version: "1.0.0", optional: true, ...here } });
    expect(isInstalled(dir)).toBe(false);
  });
});

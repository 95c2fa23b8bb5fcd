import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acquirePidLock, bornAt, lockHolder } from "./pid-lock.mjs";

describe("the lock that names its holder", () => {
  let dir: string;
  let file: string;

  beforeEach(() => {
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "holdfast-lock-"));
    file = path.join(dir, "lock");
  });
  afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

  it("has one holder at a time", async () => {
    const { lock } = await acquirePidLock(file);
    expect(lock?.tookOver).toBe(false);
    expect((await acquirePidLock(file)).holder?.pid).toBe(process.pid);
    lock?.release();
    expect((await acquirePidLock(file)).lock).toBeDefined();
  });

  it("passes on from a process that is gone, whose pid may be another's by now", async () => {
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, born: "long ago" }));
    expect(lockHolder(file)).toBeUndefined();
    const { lock } = await acquirePidLock(file);
    expect(lock?.tookOver).toBe(true);
  });

  it("survives a file that was cut off", async () => {
    fs.writeFileSync(file, '{"pid":');
    expect((await acquirePidLock(file)).lock?.tookOver).toBe(true);
  });

  it("goes to exactly one of many that find it stale", async () => {
    fs.writeFileSync(file, JSON.stringify({ pid: process.pid, born: "long ago" }));
    const results = await Promise.all(Array.from({ length: 20 }, () => acquirePidLock(file)));
    expect(results.filter(({ lock }) => lock)).toHaveLength(1);
    expect(fs.readdirSync(dir)).toEqual(["lock"]);
  });

  it("waits for a holder that said it is stopping, not for one that did not", async () => {
    const { lock } = await acquirePidLock(file);
    const waits = { patienceMs: 0, stoppingPatienceMs: 10_000 };
    expect((await acquirePidLock(file, waits)).holder?.pid).toBe(process.pid);
    lock?.markStopping();
    setTimeout(() => lock?.release(), 150);
    expect((await acquirePidLock(file, waits)).lock).toBeDefined();
  });

  it("knows the living from the dead", async () => {
    expect(bornAt(process.pid)).not.toBe("");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    await once(child, "spawn");
    expect(bornAt(child.pid ?? 0)).not.toBe("");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(bornAt(child.pid ?? 0)).toBe("");
    expect(bornAt(0)).toBe("");
  });
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Values that are right; each case spoils one. Port 1 of this machine has no database. */
const right = {
  DATABASE_URL: "postgresql://app:pass-word@127.0.0.1:1/holdfast",
  AUTH_SECRET: "x".repeat(40),
  PUBLIC_URL: "http://127.0.0.1:3000",
};

describe("npm start with something wrong", { timeout: 60_000 }, () => {
  let dataDir: string;
  let taken: net.Server;
  let takenPort: number;
  let freePort: number;

  beforeAll(async () => {
    dataDir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "holdfast-start-")), "data");
    taken = net.createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    takenPort = (taken.address() as net.AddressInfo).port;
    const probe = net.createServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    freePort = (probe.address() as net.AddressInfo).port;
    probe.close();
  });
  afterAll(() => {
    taken.close();
    fs.rmSync(path.dirname(dataDir), { recursive: true, force: true });
  });

  async function start(
    variables: Record<string, string>,
    command = ["scripts/start.mjs"],
  ): Promise<{ code: number; errors: string }> {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...right, ...variables } as unknown as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, command, { env, stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => {
      errors += chunk;
    });
    const [code] = await once(child, "close");
    return { code, errors };
  }

  it.each([
    ["PORT", { PORT: "many" }],
    ["BOOTSTRAP_API_KEY", { BOOTSTRAP_API_KEY: "vl_short" }],
    ["AUTH_SECRET", { AUTH_SECRET: "" }],
    ["DATABASE_URL", { DATABASE_URL: "nonsense" }],
    ["DATABASE_URL", { DATABASE_URL: "postgresql://app:pass-word@127.0.0.1:1/holdfast" }],
    ["DATA_DIR", { DATABASE_URL: "", DATA_DIR: "/dev/null/below" }],
  ])("ends with one sentence that names %s: %o", async (name, variables) => {
    const { code, errors } = await start({ PORT: `${freePort}`, ...variables });
    expect(code).toBe(1);
    expect(errors).toMatch(new RegExp(`^[^\\n]*${name}[^\\n]*\\.\\n$`));
    expect(errors).not.toContain("pass-word");
  });

  it.each([
    ["DATABASE_URL", { DATABASE_URL: "" }],
    ["AUTH_SECRET", { AUTH_SECRET: "short" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["PUBLIC_URL", { PUBLIC_URL: "gpu.example.com", LOG_LEVEL: "silent" }],
  ])("says so as a server by itself, as in a container, too: %s, %o", async (name, variables) => {
    const { code, errors } = await start(variables, ["--import", "tsx", "server/main.ts"]);
    expect(code).toBe(1);
    expect(errors).toMatch(new RegExp(`^[^\\n]*${name}[^\\n]*\\.\\n$`));
  });

  it("ends with one sentence when the port is taken", async () => {
    const { code, errors } = await start({ PORT: `${takenPort}` });
    expect({ code, errors }).toEqual({ code: 1, errors: `PORT ${takenPort} on 127.0.0.1 is already in use.\n` });
  });

  it("makes no database of its own where the port is taken", async () => {
    const { code, errors } = await start({ PORT: `${takenPort}`, DATABASE_URL: "" });
    expect({ code, errors }).toEqual({ code: 1, errors: `PORT ${takenPort} on 127.0.0.1 is already in use.\n` });
    expect(fs.existsSync(dataDir)).toBe(false);
  });
});

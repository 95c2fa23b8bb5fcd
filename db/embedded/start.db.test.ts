import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { EmbeddedError } from "./error";
import { bornAt } from "./pid-lock.mjs";
import { recoverCluster } from "./postmaster";
import { type EmbeddedPostgres, startEmbedded, withClient } from "./start";

/** mkdtemp closes the folder to everybody else: as root, Postgres' account can't enter it without help. */
describe("the embedded Postgres in a folder of mode 0700", () => {
  let top: string;
  let dataDir: string;
  let clusterDir: string;
  let running: EmbeddedPostgres | undefined;

  beforeAll(async () => {
    top = fs.mkdtempSync(path.join(os.tmpdir(), "holdfast-embedded-"));
    dataDir = path.join(top, "a", "data");
    clusterDir = path.join(fs.realpathSync(top), "a", "data", "postgres");
    const first = await startEmbedded({ dataDir });
    await withClient(first.adminUrl, (client) => client.query("create table kept (id int primary key)"));
    await first.stop();
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });
  afterAll(() => fs.rmSync(top, { recursive: true, force: true }));

  const start = async () => {
    running = await startEmbedded({ dataDir });
    return running;
  };
  const postmasterPid = () => Number(fs.readFileSync(path.join(clusterDir, "postmaster.pid"), "utf8").split("\n")[0]);
  const keep = (id: number) =>
    withClient(running?.appUrl ?? "", (client) => client.query("insert into kept values ($1)", [id]));
  const kept = (id: number) =>
    withClient(running?.appUrl ?? "", async (client) => {
      const { rowCount } = await client.query("select 1 from kept where id = $1", [id]);
      return rowCount === 1;
    });

  it("leaves the folder as it was and keeps its secrets to the owner", async () => {
    await start();
    expect(fs.statSync(top).mode & 0o777).toBe(0o700);
    for (const name of ["postgres.json", "postgres.log", "holdfast.lock"]) {
      expect(fs.statSync(path.join(dataDir, name)).mode & 0o077).toBe(0);
    }
  });

  it("is durable, listens on this machine alone and speaks UTC and UTF-8", async () => {
    const { adminUrl } = await start();
    const { rows } = await withClient(adminUrl, (client) =>
      client.query(`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets,
        current_setting('TimeZone') as zone, current_setting('server_encoding') as encoding`),
    );
    const expected = { fsync: "on", commit: "on", listen: "127.0.0.1", sockets: "", zone: "UTC", encoding: "UTF8" };
    expect(rows[0]).toEqual(expected);
  });

  it("keeps address, passwords and rows over a stop", async () => {
    const { appUrl } = await start();
    await keep(1);
    await running?.stop();
    expect(fs.existsSync(path.join(clusterDir, "postmaster.pid"))).toBe(false);
    expect((await start()).appUrl).toBe(appUrl);
    expect(running?.recovered).toBe(false);
    expect(await kept(1)).toBe(true);
  });

  it("refuses a second server on the same data in one sentence with the pid", async () => {
    await start();
    const refusal = await startEmbedded({ dataDir }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(EmbeddedError);
    expect((refusal as EmbeddedError).message).toContain(`(pid ${process.pid})`);
    await keep(2);
  });

  it("recovers after kill -9 of the process that started it", async () => {
    const script = `import { startEmbedded, withClient } from ${JSON.stringify(path.resolve("db/embedded/start.ts"))};
      const { appUrl } = await startEmbedded({ dataDir: process.argv[2] });
      await withClient(appUrl, (client) => client.query("insert into kept values (3)"));
      process.stdout.write("answered");
      setInterval(() => {}, 1000);`;
    const file = path.join(top, "holder.mts");
    fs.writeFileSync(file, script);
    const child = spawn(process.execPath, ["--import", "tsx", file, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
    const [said] = await once(child.stdout, "data");
    expect(String(said)).toBe("answered");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect((await start()).recovered).toBe(true);
    expect(await kept(3)).toBe(true);
  });

  it("recovers after kill -9 of Postgres itself", async () => {
    const first = await start();
    await keep(4);
    process.kill(postmasterPid(), "SIGKILL");
    await first.ended;
    await first.stop();
    await start();
    expect(await kept(4)).toBe(true);
  });

  it("is launched again by itself after kill -9, at the same address, until it is stopped", async () => {
    const said: string[] = [];
    running = await startEmbedded({ dataDir, keepUp: true, log: (line) => said.push(line) });
    await keep(5);
    for (let times = 0; times < 2; times += 1) {
      const pid = postmasterPid();
      process.kill(pid, "SIGKILL");
      await expect.poll(() => kept(5).catch(() => false), { timeout: 60_000 }).toBe(true);
      expect(postmasterPid()).not.toBe(pid);
    }
    expect(said).toEqual([expect.stringMatching(/^Postgres ended by itself/), expect.any(String)]);
    await running.stop();
    await running.ended;
    expect(fs.existsSync(path.join(clusterDir, "postmaster.pid"))).toBe(false);
  });

  it("ends a Postgres that outlived its server", async () => {
    const first = await start();
    const pid = postmasterPid();
    await recoverCluster(clusterDir);
    await first.ended;
    expect(bornAt(pid)).toBe("");
    await first.stop();
    await start();
  });

  it("is not fooled by a pid file whose pid is another program's by now", async () => {
    const file = path.join(clusterDir, "postmaster.pid");
    fs.writeFileSync(file, `${process.pid}\n${clusterDir}\n`);
    await start();
    expect(postmasterPid()).not.toBe(process.pid);
  });

  it("takes another port when its own is taken", async () => {
    const { adminUrl } = await start();
    await running?.stop();
    const blocker = (await import("node:net")).createServer().listen(Number(new URL(adminUrl).port), "127.0.0.1");
    await once(blocker, "listening");
    expect((await start()).adminUrl).not.toBe(adminUrl);
    blocker.close();
  });

  it("says in one sentence when the folder can't be used", async () => {
    const file = path.join(top, "file");
    fs.writeFileSync(file, "");
    for (const wrong of [file, path.join(file, "below"), "/proc/holdfast"]) {
      await expect(startEmbedded({ dataDir: wrong })).rejects.toThrow(
        /^DATA_DIR .* can't be used as a folder \(\w+\)\.$/,
      );
    }
  });
});

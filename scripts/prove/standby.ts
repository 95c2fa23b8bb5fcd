import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { chooseAccount, chooseLauncher } from "@/db/embedded/account";
import { locateBinaries } from "@/db/embedded/binaries";
import { freePort } from "@/db/embedded/memory";
import { launchPostmaster, type Postmaster } from "@/db/embedded/postmaster";
import { startEmbedded, withClient } from "@/db/embedded/start";
import { signalPostgres } from "@/e2e/fixtures/postgres-processes";
import { Relay } from "@/e2e/fixtures/relay";
import { type Keep, makeFolder } from "./world";

/** Never copied: it belongs to the one that runs, or is fetched from it. */
const NOT_COPIED = new Set(["postmaster.pid", "postmaster.opts", "pg_wal", "pg_replslot", "pg_stat_tmp", "pgsql_tmp"]);
const PATIENCE_MS = 120_000;

interface Member {
  dataDir: string;
  url: string;
  postmaster: Postmaster;
}

async function launch(dataDir: string, known: URL): Promise<Member> {
  const clusterDir = path.join(dataDir, "postgres");
  const port = await freePort();
  const binaries = locateBinaries();
  const launcher = chooseLauncher(binaries, dataDir, chooseAccount(clusterDir));
  const logFile = path.join(dataDir, "postgres.log");
  const url = new URL(known);
  url.port = `${port}`;
  const postmaster = launchPostmaster({
    postgres: binaries.postgres,
    clusterDir,
    logFile,
    launcher,
    port,
    durable: true,
  });
  const member = { dataDir, url: url.href, postmaster };
  await until(member, "it takes connections", (client) => client.query("select 1 as yes"));
  return member;
}

/** Waits until a query's first row says `yes`. */
async function until({ url }: Member, what: string, ask: (client: Client) => Promise<{ rows: { yes: unknown }[] }>) {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(50)) {
    const said = await withClient(url, ask).catch(() => undefined);
    if (said?.rows[0]?.yes) return;
  }
  throw new Error(`a Postgres of the pair never came so far that ${what}`);
}

async function setting({ url }: Member, name: string, value: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`alter system set ${name} = '${value}'`);
    await client.query("select pg_reload_conf()");
  });
}

/** A copy of a running cluster, by the same calls as pg_basebackup, which does not come with the package. */
async function copyRunning(from: Member, to: string): Promise<void> {
  const source = path.join(from.dataDir, "postgres");
  const target = path.join(to, "postgres");
  const { uid, gid } = fs.statSync(source);
  const own = (file: string) => process.getuid?.() === 0 && fs.chownSync(file, uid, gid);
  await withClient(from.url, async (client) => {
    await client.query("select pg_backup_start('standby', true)");
    copyTree(source, target, own);
    for (const name of ["pg_wal", "pg_wal/archive_status", "pg_wal/summaries", "pg_replslot", "pg_stat_tmp"]) {
      fs.mkdirSync(path.join(target, name), { recursive: true, mode: 0o700 });
      own(path.join(target, name));
    }
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    const conninfo = new URL(from.url);
    const source_ = `host=${conninfo.hostname} port=${conninfo.port} user=${conninfo.username} password=${decodeURIComponent(conninfo.password)} connect_timeout=5`;
    const settings = `\nprimary_conninfo = '${source_}'\nsynchronous_standby_names = ''\n`;
    for (const [name, text] of [
      ["backup_label", rows[0]?.labelfile ?? ""],
      ["standby.signal", ""],
    ] as const) {
      fs.writeFileSync(path.join(target, name), text, { mode: 0o600 });
      own(path.join(target, name));
    }
    fs.appendFileSync(path.join(target, "postgresql.auto.conf"), settings);
  });
}

/** Files come and go while a cluster runs: one that has gone is in the log of changes. */
function copyTree(source: string, target: string, own: (file: string) => unknown): void {
  fs.mkdirSync(target, { mode: 0o700 });
  own(target);
  for (const entry of fs.readdirSync(source, { withFileTypes: true })) {
    if (NOT_COPIED.has(entry.name)) continue;
    const [from, to] = [path.join(source, entry.name), path.join(target, entry.name)];
    if (entry.isDirectory()) {
      copyTree(from, to, own);
      continue;
    }
    try {
      fs.copyFileSync(from, to);
      own(to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

/** Two Postgres, the second a synchronous standby of the first, behind an address that leads to whichever is the primary. */
export class Pair implements Keep {
  readonly #folders: string[] = [];

  private constructor(
    readonly dataDir: string,
    private primary: Member,
    private standby: Member,
    readonly relay: Relay,
  ) {
    this.#folders.push(primary.dataDir, standby.dataDir);
  }

  get adminUrl(): string {
    return this.relay.url;
  }

  static async open(): Promise<Pair> {
    const dataDir = makeFolder();
    const { adminUrl, stop } = await startEmbedded({ dataDir });
    await stop();
    const primary = await launch(dataDir, new URL(adminUrl));
    await setting(primary, "wal_keep_size", "1GB");
    const standby = await Pair.#join(primary);
    return new Pair(dataDir, primary, standby, await Relay.to(primary.url));
  }

  /** A new standby; from then on nothing is answered before both have it. */
  static async #join(primary: Member): Promise<Member> {
    const dataDir = makeFolder();
    await copyRunning(primary, dataDir);
    const standby = await launch(dataDir, new URL(primary.url));
    await setting(primary, "synchronous_standby_names", "*");
    const isSafe = "select bool_or(sync_state = 'sync') as yes from pg_stat_replication where state = 'streaming'";
    await until(primary, "its standby confirms", (client) => client.query(isSafe));
    return standby;
  }

  /** The standby stops answering, and no commit can be confirmed. */
  freezeStandby(): void {
    signalPostgres(this.standby.dataDir, "SIGSTOP");
  }

  /** As a careful failover begins: the primary takes no changes any more, while everybody is still connected to it. */
  demote(): Promise<void> {
    return setting(this.primary, "default_transaction_read_only", "on");
  }

  /** The primary dies as a machine does, the standby takes over, the address follows it, and it gets a standby of its own. */
  async failOver(): Promise<void> {
    const [dead, heir] = [this.primary, this.standby];
    signalPostgres(dead.dataDir, "SIGKILL");
    signalPostgres(heir.dataDir, "SIGCONT");
    await dead.postmaster.ended;
    await until(heir, "it was promoted", (client) => client.query("select pg_promote(true, 60) as yes"));
    this.relay.target = new URL(heir.url);
    this.relay.cut();
    this.primary = heir;
    fs.rmSync(dead.dataDir, { recursive: true, force: true });
    this.standby = await Pair.#join(heir);
    this.#folders.push(this.standby.dataDir);
  }

  readonly close = async (): Promise<void> => {
    this.relay.close();
    await this.standby.postmaster.stop();
    await this.primary.postmaster.stop();
    for (const folder of this.#folders) fs.rmSync(folder, { recursive: true, force: true });
  };
}

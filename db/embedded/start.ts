import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Account, chooseAccount, chooseLauncher, type Launcher } from "./account";
import { type Binaries, locateBinaries } from "./binaries";
import { EmbeddedError } from "./error";
import { keepUp } from "./keep-up";
import { freePort, type Memory, recall, remember, remembered } from "./memory";
import { acquirePidLock, lockHolder } from "./pid-lock.mjs";
import { lastComplaint, launchPostmaster, type Postmaster, recoverCluster } from "./postmaster";
import { appRole, ensureAppRole, ensureDatabase, grantToAppRole, ownerRole } from "./roles";

export interface EmbeddedOptions {
  dataDir: string;
  /** One line for each step that takes a while. */
  log?: (line: string) => void;
  /** false: no fsync, for databases that are thrown away. */
  durable?: boolean;
  /** Launch Postgres again whenever it ends by itself, with the same address. */
  keepUp?: boolean;
}

export interface EmbeddedPostgres {
  /** For the server: a role that owns nothing. */
  appUrl: string;
  /** For migrations: the owner of the cluster. */
  adminUrl: string;
  /** An earlier server on this data directory was killed, and this start recovered from it. */
  recovered: boolean;
  /** Settles when Postgres has ended for good, wanted or not. */
  ended: Promise<void>;
  /** Tells a next start to wait for this one's end instead of refusing. */
  announceStop(): void;
  stop(): Promise<void>;
}

const databaseName = "holdfast";
const startPatience = 180_000;

interface Place {
  dataDir: string;
  clusterDir: string;
  logFile: string;
  durable: boolean;
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = preparePlace(path.resolve(options.dataDir), options.durable ?? true);
  const { lock, holder } = await acquirePidLock(path.join(place.dataDir, "holdfast.lock"), {
    patienceMs: 1500,
    stoppingPatienceMs: 45_000,
    onStopping: () => options.log?.("Waiting for the earlier server on this data directory to end."),
  });
  if (!lock) {
    throw new EmbeddedError(`Another Holdfast server (pid ${holder.pid}) is running on ${place.dataDir}.`);
  }
  try {
    const up = await bringUp(place, options.log);
    const { memory } = up;
    const postmaster = options.keepUp ? keepUp(up.postmaster, () => relaunch(place, up, options.log)) : up.postmaster;
    return {
      appUrl: url(appRole, memory.appPassword, memory.port, databaseName),
      adminUrl: url(ownerRole, memory.ownerPassword, memory.port, databaseName),
      recovered: lock.tookOver,
      ended: postmaster.ended,
      announceStop: () => lock.markStopping(),
      async stop() {
        await postmaster.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A root-made folder lets Postgres' account pass through; everything secret in it is a file of mode 0600. */
function preparePlace(wanted: string, durable: boolean): Place {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    if (makeFolder(wanted)) fs.chmodSync(wanted, mode);
    fs.accessSync(wanted, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new EmbeddedError(`DATA_DIR ${wanted} can't be used as a folder (${(error as NodeJS.ErrnoException).code}).`);
  }
  const dataDir = fs.realpathSync(wanted);
  return {
    dataDir,
    clusterDir: path.join(dataDir, "postgres"),
    logFile: path.join(dataDir, "postgres.log"),
    durable,
  };
}

/** Node's own recursive mkdir never returns below /proc. */
function makeFolder(dir: string): boolean {
  if (fs.existsSync(dir)) return false;
  makeFolder(path.dirname(dir));
  fs.mkdirSync(dir);
  return true;
}

interface Up {
  postmaster: Postmaster;
  memory: Memory;
  binaries: Binaries;
  launcher: Launcher;
}

async function bringUp(place: Place, log: EmbeddedOptions["log"]): Promise<Up> {
  const { dataDir, clusterDir } = place;
  const binaries = locateBinaries();
  const account = chooseAccount(clusterDir);
  refuseForeignCluster(clusterDir, account);
  await recoverCluster(clusterDir);
  const memory = await recall(dataDir);
  const launcher = chooseLauncher(binaries, dataDir, account);
  if (!fs.existsSync(clusterDir)) {
    log?.("Creating the database.");
    await createCluster(place, binaries, launcher, memory.ownerPassword);
  }
  const postmaster = await launch(place, binaries, launcher, memory);
  try {
    await prepareDatabase(memory);
    return { postmaster, memory, binaries, launcher };
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
}

/** On the same port, since servers know no other; they find out by themselves when it takes connections. */
async function relaunch(place: Place, up: Up, log: EmbeddedOptions["log"]): Promise<Postmaster> {
  log?.(`Postgres ended by itself (${lastComplaint(place.logFile) || "no reason given"}) and is started again.`);
  await recoverCluster(place.clusterDir);
  const { binaries, launcher, memory } = up;
  return launchPostmaster({ ...place, postgres: binaries.postgres, launcher, port: memory.port });
}

function refuseForeignCluster(clusterDir: string, account: Account | undefined): void {
  const stat = fs.statSync(clusterDir, { throwIfNoEntry: false });
  if (!stat) return;
  const uid = account?.uid ?? process.getuid?.() ?? stat.uid;
  if (stat.uid !== uid) throw new EmbeddedError(`${clusterDir} belongs to another user (uid ${stat.uid}).`);
  const version = path.join(clusterDir, "PG_VERSION");
  const found = fs.existsSync(version) ? fs.readFileSync(version, "utf8").trim() : "";
  if (found !== "18") {
    throw new EmbeddedError(`${clusterDir} is not a database of Postgres 18${found && ` but of ${found}`}.`);
  }
}

/** Made beside its place and renamed when complete, so that a start that was killed leaves no half cluster. */
async function createCluster(place: Place, binaries: Binaries, launcher: Launcher, password: string): Promise<void> {
  const draft = `${place.clusterDir}.new`;
  const passwordFile = path.join(draft, `password-${randomBytes(4).toString("hex")}`);
  const target = path.join(draft, "cluster");
  const own = (file: string) => launcher.account && fs.chownSync(file, launcher.account.uid, launcher.account.gid);
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  own(draft);
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  own(passwordFile);
  const { file, args, options } = launcher.command(binaries.initdb, [
    `--pgdata=${target}`,
    `--username=${ownerRole}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(place.durable ? ["--data-checksums"] : ["--no-sync", "--no-data-checksums"]),
  ]);
  const output: Buffer[] = [];
  const code = await new Promise<number | null>((resolve) => {
    const child = spawn(file, args, { ...options, cwd: draft, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  fs.rmSync(passwordFile, { force: true });
  if (code !== 0) {
    fs.writeFileSync(place.logFile, Buffer.concat(output), { mode: 0o600, flag: "a" });
    throw new EmbeddedError(`Postgres could not create its database in ${place.dataDir}: see ${place.logFile}.`);
  }
  fs.renameSync(target, place.clusterDir);
  fs.rmSync(draft, { recursive: true, force: true });
}

/** Somebody may take the port between the look and the launch, and survivors of a kill take a moment to go. */
async function launch(place: Place, binaries: Binaries, launcher: Launcher, memory: Memory): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const postmaster = launchPostmaster({ ...place, postgres: binaries.postgres, launcher, port: memory.port });
    if (await accepts(postmaster, memory)) return postmaster;
    await postmaster.stop();
    if (attempt === 4) {
      const reason = lastComplaint(place.logFile);
      throw new EmbeddedError(`Postgres did not start (${reason || "no reason given"}): see ${place.logFile}.`);
    }
    await sleep(300 * attempt);
    memory.port = await freePort(memory.port);
    remember(place.dataDir, memory);
  }
}

async function accepts(postmaster: Postmaster, memory: Memory): Promise<boolean> {
  for (const deadline = Date.now() + startPatience; postmaster.running() && Date.now() < deadline; await sleep(50)) {
    const refusal = await refusalOf(url(ownerRole, memory.ownerPassword, memory.port, "postgres"));
    if (refusal === undefined) return postmaster.running();
    if (refusal !== "28P01") continue;
    // Another database answered on a port that ours did not get, or ours has another password than the one kept.
    await sleep(500);
    if (!postmaster.running()) return false;
    await postmaster.stop();
    throw new EmbeddedError("The password kept in postgres.json does not fit the database beside it.");
  }
  return false;
}

async function refusalOf(connectionString: string): Promise<string | undefined> {
  try {
    await withClient(connectionString, (client) => client.query("select 1"));
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code ?? "unknown";
  }
}

async function prepareDatabase(memory: Memory): Promise<void> {
  await withClient(url(ownerRole, memory.ownerPassword, memory.port, "postgres"), async (client) => {
    await ensureAppRole(client, memory.appPassword);
    await ensureDatabase(client, databaseName);
  });
  await withClient(url(ownerRole, memory.ownerPassword, memory.port, databaseName), grantToAppRole);
}

export async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // Without a listener a connection that drops while idle would end the whole process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** How to reach the database of a server that runs on this data directory; undefined where none does. */
export function adminUrlOfRunning(dataDir: string): string | undefined {
  if (!lockHolder(path.join(dataDir, "holdfast.lock"))) return undefined;
  const memory = remembered(dataDir);
  return memory && url(ownerRole, memory.ownerPassword, memory.port, databaseName);
}

function url(user: string, password: string, port: number, database: string): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

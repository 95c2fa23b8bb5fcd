import { createHash, randomInt } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "pg";
import { lockHolder } from "../embedded/pid-lock.mjs";
import { recoverCluster } from "../embedded/postmaster";
import { appRole, ensureAppRole, grantToAppRole } from "../embedded/roles";
import { startEmbedded, withClient } from "../embedded/start";
import { migrateUp } from "../migrate";

/** What test workers need to know; it reaches them through the environment. */
export interface TestCluster {
  adminUrl: string;
  appPassword: string;
  run: number;
  template: string;
}

const environmentName = "HOLDFAST_TEST_CLUSTER";
const databasePrefix = "ht_";
const folderPrefix = "holdfast-test-";
/** First half of the advisory lock that says "this test run is alive"; the second half is the run's number. */
const runLockClass = 0x686f6c64;

export interface Closable {
  close(): Promise<void>;
}

interface ThrowawayCluster extends Closable {
  dataDir: string;
  adminUrl: string;
  /** As the role of the product. */
  appUrl: string;
}

/** A cluster that is thrown away, for every runner of one `npm test`. */
export async function startThrowawayCluster(): Promise<ThrowawayCluster> {
  await removeLeftoverFolders();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), folderPrefix));
  if (process.getuid?.() === 0) fs.chmodSync(dataDir, 0o711);
  const postgres = await startEmbedded({ dataDir, durable: false });
  return {
    dataDir,
    adminUrl: postgres.adminUrl,
    appUrl: postgres.appUrl,
    async close() {
      await postgres.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts (or joins, by HOLDFAST_TEST_DATABASE_URL) a cluster and makes a migrated template in it. */
export async function openTestCluster(): Promise<Closable> {
  const given = process.env.HOLDFAST_TEST_DATABASE_URL;
  const own = given ? undefined : await startThrowawayCluster();
  const adminUrl = given || own?.adminUrl || "";
  try {
    const run = await openRun(adminUrl);
    return {
      async close() {
        await run.close();
        await own?.close();
      },
    };
  } catch (error) {
    await own?.close();
    throw error;
  }
}

async function openRun(adminUrl: string): Promise<Closable> {
  const run = randomInt(1, 2 ** 31 - 1);
  const template = `${databasePrefix}${run}_template`;
  const keeper = new Client({ connectionString: inDatabase(adminUrl, "postgres") });
  keeper.on("error", () => undefined);
  await keeper.connect();
  try {
    await keeper.query("select pg_advisory_lock($1, $2)", [runLockClass, run]);
    await dropDatabasesOfDeadRuns(keeper);
    const appPassword = createHash("sha256").update(`app role of ${adminUrl}`).digest("base64url");
    await ensureAppRole(keeper, appPassword);
    await keeper.query(`create database ${template}`);
    await withClient(inDatabase(adminUrl, template), grantToAppRole);
    await migrateUp(inDatabase(adminUrl, template));
    process.env[environmentName] = JSON.stringify({ adminUrl, appPassword, run, template } satisfies TestCluster);
  } catch (error) {
    await dropDatabasesOf(keeper, run).finally(() => keeper.end());
    throw error;
  }
  return {
    async close() {
      delete process.env[environmentName];
      await dropDatabasesOf(keeper, run).finally(() => keeper.end());
    },
  };
}

/** The cluster the global setup opened, seen from a worker. */
export function currentTestCluster(): TestCluster {
  const text = process.env[environmentName];
  if (!text) throw new Error("No test cluster is open: run this under a runner whose global setup opens one.");
  return JSON.parse(text) as TestCluster;
}

export function inDatabase(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export function asAppRole(adminUrl: string, database: string, password: string): string {
  const url = new URL(inDatabase(adminUrl, database));
  url.username = appRole;
  url.password = password;
  return url.href;
}

async function dropDatabasesOf(client: Client, run: number): Promise<void> {
  const { rows } = await client.query<{ datname: string }>("select datname from pg_database where datname like $1", [
    `${databasePrefix.replaceAll("_", "\\_")}${run}\\_%`,
  ]);
  for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
}

async function dropDatabasesOfDeadRuns(client: Client): Promise<void> {
  const { rows } = await client.query<{ run: number }>(
    "select distinct substring(datname from '^ht_(\\d{1,10})_')::int as run from pg_database where datname ~ '^ht_\\d{1,10}_'",
  );
  for (const { run } of rows) {
    const { rows: locks } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1, $2) as free", [
      runLockClass,
      run,
    ]);
    if (!locks[0]?.free) continue;
    await dropDatabasesOf(client, run);
    await client.query("select pg_advisory_unlock($1, $2)", [runLockClass, run]);
  }
}

/** Folders of runs that were killed; one that is just being made has no lock file yet and is young. */
async function removeLeftoverFolders(): Promise<void> {
  const names = fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(folderPrefix));
  for (const dir of names.map((name) => path.join(os.tmpdir(), name))) {
    try {
      const lock = path.join(dir, "holdfast.lock");
      if (lockHolder(lock)) continue;
      if (!fs.existsSync(lock) && Date.now() - fs.statSync(dir).mtimeMs < 120_000) continue;
      await recoverCluster(path.join(dir, "postgres"));
      fs.rmSync(dir, { recursive: true, force: true });
    } catch {
      // Another user's, or another run is removing it too.
    }
  }
}

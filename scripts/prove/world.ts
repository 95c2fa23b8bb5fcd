import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "@/db/embedded/start";
import { openTestCluster } from "@/db/testing/cluster";
import { createTestDatabase } from "@/db/testing/test-database";
import { Api } from "@/e2e/fixtures/api";
import { type RunningServer, startServer } from "@/e2e/fixtures/server";
import { BOOTSTRAP_KEY, World } from "@/e2e/fixtures/world";

export const SETTINGS = { BOOTSTRAP_API_KEY: BOOTSTRAP_KEY };

/** A Postgres that survives crashes. */
export interface Keep {
  dataDir: string;
  adminUrl: string;
  close: () => Promise<void>;
}

/** A folder that Postgres' own account can enter. */
export function makeFolder(): string {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "holdfast-prove-"));
  if (process.getuid?.() === 0) fs.chmodSync(dataDir, 0o711);
  return dataDir;
}

export async function openKeep(options: { dataDir?: string; keepUp?: boolean } = {}): Promise<Keep> {
  const dataDir = options.dataDir ?? makeFolder();
  const { adminUrl, stop } = await startEmbedded({ ...options, dataDir });
  const close = async () => {
    await stop();
    if (!options.dataDir) fs.rmSync(dataDir, { recursive: true, force: true });
  };
  return { dataDir, adminUrl, close };
}

/** Waits until a server says that it can work. */
export async function untilReady(url: string, patienceMs = 60_000): Promise<boolean> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(100)) {
    const isReady = await fetch(`${url}/ready`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (isReady) return true;
  }
  return false;
}

/** A database that survives crashes, and server processes on it that may be killed and come back. */
export class House {
  readonly urls: string[] = [];
  readonly #servers: RunningServer[] = [];

  private constructor(
    readonly world: World,
    readonly appUrl: string,
    readonly dataDir: string,
  ) {}

  static async open(
    processes: number,
    given: { keep?: Keep; settings?: Record<string, string> } = {},
  ): Promise<{ house: House; close: () => Promise<void> }> {
    const keep = given.keep ?? (await openKeep());
    const settings = { ...SETTINGS, ...given.settings };
    process.env.HOLDFAST_TEST_DATABASE_URL = keep.adminUrl;
    const cluster = await openTestCluster();
    const database = await createTestDatabase("prove");
    const first = await startServer(database.appUrl, settings);
    const world = new World(database, [first, first], new Api(first.url, BOOTSTRAP_KEY));
    const house = new House(world, database.appUrl, keep.dataDir);
    house.#servers.push(first);
    for (let more = 1; more < processes; more += 1) house.#servers.push(await startServer(database.appUrl, settings));
    house.urls.push(...house.#servers.map((server) => server.url));
    const close = async () => {
      await Promise.all(house.#servers.map((server) => server.kill()));
      await cluster.close().catch(() => undefined);
      await keep.close();
    };
    return { house, close };
  }

  /** Kills a server process and starts another in its place. The first one is spared: the driver itself asks it. */
  async replace(index: number): Promise<void> {
    const at = 1 + (index % (this.#servers.length - 1));
    await this.#servers[at]?.kill();
    const next = await startServer(this.appUrl, SETTINGS);
    this.#servers[at] = next;
    this.urls[at] = next.url;
  }

  /** What the servers that run now have logged as faults of their own. */
  faults(): string[] {
    return this.#servers
      .flatMap((server) => server.output().split("\n"))
      .filter((line) => /"level":(50|60)/.test(line));
  }
}

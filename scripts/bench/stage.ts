import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { connect, transact } from "@/db/client";
import { grantToAppRole } from "@/db/embedded/roles";
import { startEmbedded, withClient } from "@/db/embedded/start";
import { migrateUp } from "@/db/migrate";
import { inDatabase } from "@/db/testing/cluster";
import { newId } from "@/server/ids";
import { insertKey, insertPeople } from "../demo/people";
import { Child, type ChildOptions } from "./child";
import type { FleetSize } from "./fleet/rows";
import { writeFleet } from "./fleet/write";
import type { Job, Outcome } from "./load/jobs";

export const PASSWORD = "a password for benches only";
export const EMAIL = "bench@holdfast.example";
const SECRET = "a secret of a database that is thrown away";

/** What a run that was cut short has reserved and not cancelled: nothing of a fleet is open-ended. */
const END_LEFTOVERS = `
  with ended as (
    update reservations set cancelled_at = now() where ends_at is null and cancelled_at is null returning node_id, id)
  update reservation_units ru set term = tstzrange(lower(ru.term), greatest(lower(ru.term), now()), '[)')
  from ended where ru.node_id = ended.node_id and ru.reservation_id = ended.id`;

export interface BenchDatabase {
  name: string;
  size: FleetSize;
  /** As the server's own role. */
  appUrl: string;
  adminUrl: string;
  platformId: string;
  /** A key of the platform org. */
  key: string;
}

export interface Server {
  url: string;
  port: number;
  pid: number;
}

/** Databases, servers and makers of load of one run of the bench; all gone again after `close`. */
export class Stage {
  readonly #children: Child[] = [];
  readonly #databases = new Map<string, Promise<BenchDatabase>>();
  readonly #servers = new Map<string, Promise<Server>>();
  #load: Promise<Child> | undefined;

  private constructor(
    readonly adminUrl: string,
    readonly appUrl: string,
    readonly say: (line: string) => void,
    readonly ownSessions: boolean,
    readonly close: () => Promise<void>,
  ) {}

  /**
   * On the embedded Postgres as it is shipped, durable as in use. BENCH_DATA_DIR keeps what was written for the next run.
   * @param options `ownSessions`: each process that is started makes a session of its own.
   */
  static async open(say: (line: string) => void, { ownSessions = false } = {}): Promise<Stage> {
    const kept = process.env.BENCH_DATA_DIR;
    const dataDir = kept ?? fs.mkdtempSync(path.join(os.tmpdir(), "holdfast-bench-"));
    if (!kept && process.getuid?.() === 0) fs.chmodSync(dataDir, 0o711);
    const postgres = await startEmbedded({ dataDir });
    const stage = new Stage(postgres.adminUrl, postgres.appUrl, say, ownSessions, async () => {
      await Promise.all(stage.#children.map((child) => child.end()));
      await postgres.stop();
      if (!kept) fs.rmSync(dataDir, { recursive: true, force: true });
    });
    return stage;
  }

  /** A database with a fleet of a size, written when it is first asked for. */
  database(size: FleetSize): Promise<BenchDatabase> {
    const name = `bench_${size.nodes}_${size.history}_${size.live}`;
    const known = this.#databases.get(name) ?? this.#makeDatabase(name, size);
    this.#databases.set(name, known);
    return known;
  }

  async #makeDatabase(name: string, size: FleetSize): Promise<BenchDatabase> {
    const adminUrl = inDatabase(this.adminUrl, name);
    const maintenance = inDatabase(this.adminUrl, "postgres");
    const exists = await withClient(maintenance, (client) =>
      client.query("select from pg_database where datname = $1", [name]),
    );
    if (exists.rows.length === 0) {
      await this.#fill(name, size);
    }
    await migrateUp(adminUrl);
    await withClient(adminUrl, (client) => client.query(END_LEFTOVERS));
    return { name, size, adminUrl, appUrl: inDatabase(this.appUrl, name), ...(await enter(adminUrl)) };
  }

  /** Under another name until it is whole: what was cut short is never taken for a fleet. */
  async #fill(name: string, size: FleetSize): Promise<void> {
    const maintenance = inDatabase(this.adminUrl, "postgres");
    const draft = `${name}_draft`;
    const draftUrl = inDatabase(this.adminUrl, draft);
    await withClient(maintenance, (client) => client.query(`drop database if exists ${draft} with (force)`));
    await withClient(maintenance, (client) => client.query(`create database ${draft}`));
    await withClient(draftUrl, grantToAppRole);
    await migrateUp(draftUrl);
    const began = performance.now();
    await withClient(draftUrl, async (client) => {
      await client.query("insert into orgs (id, name, slug, is_platform) values ($1, 'Platform', 'platform', true)", [
        newId("org"),
      ]);
      await writeFleet(client, size);
    });
    await withClient(maintenance, (client) => client.query(`alter database ${draft} rename to ${name}`));
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const { nodes, history, live } = size;
    this.say(`wrote ${nodes} nodes × 8 units, ${history} reservations that are over, ${live} live, in ${seconds} s`);
  }

  /** A server process of the product on a database; `name` tells several apart. */
  server(database: BenchDatabase, name = "first", settings: Record<string, string> = {}): Promise<Server> {
    const key = `${database.name} ${name}`;
    const known =
      this.#servers.get(key) ??
      this.spawn({
        program: "server/main.ts",
        env: {
          DATABASE_URL: database.appUrl,
          AUTH_SECRET: SECRET,
          RATE_LIMIT_PER_MINUTE: "0",
          DEMO: "0",
          LOG_LEVEL: "info",
          ...settings,
        },
        readyPath: "/ready",
      }).then(serverOf);
    this.#servers.set(key, known);
    return known;
  }

  /** Any other program that serves HTTP, or a worker. */
  async spawn(options: ChildOptions): Promise<Child> {
    const child = await Child.start({ ownSession: this.ownSessions, ...options });
    this.#children.push(child);
    return child;
  }

  /** Runs a job in the process that makes the load. */
  async load(job: Job): Promise<Outcome> {
    this.#load ??= this.spawn({ program: "scripts/bench/load/worker.ts", env: {} });
    return (await this.#load).run(job);
  }
}

export const serverOf = (child: Child): Server => ({ url: child.url, port: child.port, pid: child.pid });

/** A key and a person of the platform org, made anew for each run. */
async function enter(adminUrl: string): Promise<{ platformId: string; key: string }> {
  const db = connect({ connectionString: adminUrl, max: 1 });
  try {
    return await transact(db, async (trx) => {
      const { id: platformId } = await trx
        .selectFrom("orgs")
        .select("id")
        .where("is_platform", "=", true)
        .executeTakeFirstOrThrow();
      const known = await trx.selectFrom("users").select("id").where("email", "=", EMAIL).executeTakeFirst();
      if (!known) await insertPeople(trx, [{ email: EMAIL, name: "Bench", orgs: [[platformId, "owner"]] }], PASSWORD);
      return { platformId, key: await insertKey(trx, platformId, `bench ${Date.now()}`) };
    });
  } finally {
    await db.destroy();
  }
}

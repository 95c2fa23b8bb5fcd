/**
 * How catalog and placement grow with the fleet: the time at 10,000 nodes as a ratio to 100, and the plans of every
 * statement they run. Only ratios say something: both fleets are measured on the same machine in the same minute.
 */
import { CompiledQuery, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Database } from "@/db/client";
import { withClient } from "@/db/embedded/start";
import { migrateUp } from "@/db/migrate";
import { inDatabase, startThrowawayCluster } from "@/db/testing/cluster";
import type { DB } from "@/db/types";
import { Refusal } from "@/server/domain/errors";
import { PERMISSIONS } from "@/server/domain/permissions";
import { readOverview } from "@/server/services/console/overview";
import { createWorkload } from "@/server/services/create-workload";
import { gpuAvailability } from "@/server/services/gpu-availability";
import type { Context } from "@/server/services/shared/context";
import { MODELS, PLATFORM, writeFleet } from "./fleet";

const SMALL = 100;
const LARGE = 10_000;
const RUNS = 30;

interface Fleet {
  db: Database;
  /** Statements since the list was last emptied. */
  statements: CompiledQuery[];
  close(): Promise<void>;
}

async function openFleet(adminUrl: string, nodes: number): Promise<Fleet> {
  const name = `bench_${nodes}`;
  await withClient(inDatabase(adminUrl, "postgres"), (client) => client.query(`create database ${name}`));
  const connectionString = inDatabase(adminUrl, name);
  await migrateUp(connectionString);
  await withClient(connectionString, (client) => writeFleet(client, nodes));
  const pool = new pg.Pool({ connectionString, max: 2, options: "-c timezone=UTC" });
  // The cluster may be gone before the last idle connection is.
  pool.on("error", () => undefined);
  const statements: CompiledQuery[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === "query") statements.push(event.query);
    },
  });
  return { db, statements, close: () => db.destroy() };
}

function contextOf(db: Database, orgId: string): Context {
  const actor = { type: "system", id: "bench", name: "bench", orgId, orgName: orgId } as const;
  const isPlatform = orgId === PLATFORM;
  const permissions = new Set(PERMISSIONS);
  return { db, actor: { ...actor, isPlatform, permissions }, requestId: "req_bench", cursorKey: Buffer.alloc(32) };
}

class Undo extends Error {}

/** A placement that is taken back, so that every run finds the same fleet. */
async function placed(db: Database, orgId: string, tier: "community" | "spot", gpuCount: number): Promise<void> {
  const work = db.transaction().execute(async (trx) => {
    const input = { orgId, name: "bench", gpuModelId: MODELS[1], gpuCount, tier };
    await createWorkload({ ...contextOf(db, orgId), trx }, "vm", input);
    throw new Undo();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undo) && !(error instanceof Refusal)) throw error;
  });
}

const OPERATIONS: Record<string, (db: Database) => Promise<unknown>> = {
  "catalog, an org": (db) => gpuAvailability(contextOf(db, "org_0007"), { tier: "community" }),
  "catalog at spot, an org": (db) => gpuAvailability(contextOf(db, "org_0007"), { tier: "spot" }),
  "catalog, the operator": (db) => gpuAvailability(contextOf(db, PLATFORM), { tier: "community" }),
  "place 1 GPU": (db) => placed(db, "org_0007", "community", 1),
  "place 4 GPUs": (db) => placed(db, "org_0007", "community", 4),
  "place 2 GPUs at spot": (db) => placed(db, "org_0007", "spot", 2),
  "overview, the operator": (db) => readOverview(contextOf(db, PLATFORM)),
  "overview, a provider": (db) => readOverview(contextOf(db, "org_0003")),
  "refuse 64 GPUs": (db) => placed(db, "org_0007", "community", 64),
};

/** The median of some runs in milliseconds, the first few left out. */
async function median(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < RUNS + 5; turn += 1) {
    const began = performance.now();
    await run();
    if (turn >= 5) times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[RUNS >> 1] ?? Number.NaN;
}

const SCAN = /((?:Seq|Index|Index Only|Bitmap Index) Scan)(?: using [a-z_]+)? on ([a-z_]+)/;

/** How a statement reaches its tables, one line for each. */
async function accessPaths(db: Database, query: CompiledQuery): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]);
  const { rows } = await db.executeQuery<{ "QUERY PLAN": string }>(explain);
  return rows.flatMap((row) => SCAN.exec(row["QUERY PLAN"])?.[0] ?? []);
}

/** Rows of the tables that the planner reads from end to end: a handful is no scan to speak of. */
async function rowsScanned(db: Database, path: string): Promise<string> {
  const [, kind, table] = SCAN.exec(path) ?? [];
  if (kind !== "Seq Scan" || table === undefined) return "";
  const result = await sql<{ rows: string }>`select reltuples as rows from pg_class where relname = ${table}`.execute(
    db,
  );
  return ` (all its ${result.rows[0]?.rows} rows)`;
}

async function showPlans(fleet: Fleet): Promise<void> {
  for (const [name, run] of Object.entries(OPERATIONS)) {
    fleet.statements.length = 0;
    await run(fleet.db);
    const reads = fleet.statements.filter((statement) => /^\s*(select|with)\b/i.test(statement.sql));
    const paths = new Set((await Promise.all(reads.map((query) => accessPaths(fleet.db, query)))).flat());
    console.log(`\n${name}: how its statements reach their tables at ${LARGE} nodes`);
    for (const path of [...paths].sort()) console.log(`  ${path}${await rowsScanned(fleet.db, path)}`);
  }
}

const cluster = await startThrowawayCluster();
try {
  const [small, large] = [await openFleet(cluster.adminUrl, SMALL), await openFleet(cluster.adminUrl, LARGE)];
  console.log(`${"".padEnd(26)}${`${SMALL} nodes`.padStart(14)}${`${LARGE} nodes`.padStart(14)}${"ratio".padStart(8)}`);
  for (const [name, run] of Object.entries(OPERATIONS)) {
    const [few, many] = [await median(() => run(small.db)), await median(() => run(large.db))];
    const columns = [`${few.toFixed(1)} ms`, `${many.toFixed(1)} ms`].map((text) => text.padStart(14)).join("");
    console.log(`${name.padEnd(26)}${columns}${(many / few).toFixed(1).padStart(8)}`);
  }
  await showPlans(large);
  await Promise.all([small.close(), large.close()]);
} finally {
  await cluster.close();
}

/**
 * What an export of the audit trail costs: entries a second, and the memory of the server while it sends 100,000 of them
 * against a tenth of that, to a reader that keeps up and to one that stops in the middle. Memory must not follow size.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { recordCounter } from "@/components/audit/count-records";
import { withClient } from "@/db/embedded/start";
import { openTestCluster } from "@/db/testing/cluster";
import { createTestDatabase } from "@/db/testing/test-database";
import { type RunningServer, startServer } from "@/e2e/fixtures/server";
import { EXPORT_FORMATS, EXPORT_TOTAL_HEADER, type ExportFormat } from "@/server/contract/trail";
import { seedThrowaway } from "../lib/demo";
import { signIn } from "../lib/sign-in";
import { rssMb } from "./lib/memory";

const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 100_000);
/** The server itself and what its collector leaves lying between two rounds; five times as many entries peak no higher. */
const GOAL_PEAK_MB = 512;
const SAMPLE_MS = 50;
const STOP_MS = 2_000;

/** One entry in ten is a release, so that a filter gives a tenth. */
const WRITE = `
insert into audit_entries (at, actor_type, actor_id, actor_name, org_id, action, outcome, node_id, unit_ids, reason,
  request_id, source)
select now() - ($1::int - n) * interval '1 second', 'user', 'usr_' || n % 20, 'Person ' || n % 20, node.organization_id,
  case when n % 10 = 0 then 'reservation.release' else 'node.update' end, 'done', node.id, array['0000:11:00.0'],
  repeat('Maintenance of row ' || n % 100 || '. ', 4), 'req_' || md5(n::text), 'REST 192.0.2.1'
from generate_series(1, $1::int) n, lateral (select id, organization_id from nodes order by id limit 1) node`;

interface Run {
  rows: number;
  seconds: number;
  startMb: number;
  peakMb: number;
}

interface Wish {
  format: ExportFormat;
  filter: string;
  /** The reader takes nothing for a while in the middle. */
  stops?: boolean;
}

async function readAll(url: string, cookie: string, { format, filter, stops }: Wish): Promise<number> {
  const reply = await fetch(`${url}/api/audit/export?format=${format}${filter}`, { headers: { cookie } });
  const total = Number(reply.headers.get(EXPORT_TOTAL_HEADER));
  if (!reply.ok || !reply.body) throw new Error(`the export was refused: ${await reply.text()}`);
  const count = recordCounter(format);
  let [rows, stopped] = [0, false];
  for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
    rows = count(chunk);
    if (!stops || stopped || rows < total / 2) continue;
    stopped = true;
    await sleep(STOP_MS);
  }
  if (rows !== total) throw new Error(`${rows} of ${total} entries came`);
  return rows;
}

async function measure(server: RunningServer, cookie: string, wish: Wish): Promise<Run> {
  const startMb = rssMb(server.pid);
  let peakMb = startMb;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, rssMb(server.pid));
  }, SAMPLE_MS);
  const began = performance.now();
  try {
    const rows = await readAll(server.url, cookie, wish);
    return { rows, seconds: (performance.now() - began) / 1000, startMb, peakMb };
  } finally {
    clearInterval(timer);
  }
}

const TENTH = "&action=reservation.release";
const RUNS: readonly (readonly [string, Wish])[] = [
  ["CSV, a tenth", { format: "csv", filter: TENTH }],
  ["CSV, all", { format: "csv", filter: "" }],
  ["CSV, all, reader stops", { format: "csv", filter: "", stops: true }],
  ["JSON Lines, all", { format: "jsonl", filter: "" }],
];

function tell(name: string, { rows, seconds, startMb, peakMb }: Run): boolean {
  const isMet = peakMb <= GOAL_PEAK_MB;
  const cells = [
    name.padEnd(24),
    String(rows).padStart(8),
    `${Math.round(rows / seconds)}`.padStart(9),
    `${startMb.toFixed(0)} MB`.padStart(8),
    `${peakMb.toFixed(0)} MB`.padStart(8),
    `${(peakMb - startMb).toFixed(0)} MB`.padStart(8),
  ];
  process.stdout.write(`${cells.join(" ")}  ${isMet ? "met" : "MISSED"}\n`);
  return isMet;
}

async function bench(server: RunningServer, cookie: string): Promise<void> {
  // Once without measuring: what is loaded and compiled at the first request is no cost of size.
  for (const format of EXPORT_FORMATS) await readAll(server.url, cookie, { format, filter: TENTH });
  process.stdout.write(`goal: a peak of at most ${GOAL_PEAK_MB} MB, whatever the size\n`);
  process.stdout.write(`${"".padEnd(24)}  entries entries/s    start     peak   growth\n`);
  const met: boolean[] = [];
  for (const [name, wish] of RUNS) met.push(tell(name, await measure(server, cookie, wish)));
  if (met.includes(false)) process.exitCode = 1;
}

async function main(): Promise<void> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const cluster = await openTestCluster();
    closing.push(() => cluster.close());
    const database = await createTestDatabase("bench_export");
    closing.push(() => database.drop());
    const demo = await seedThrowaway(database.appUrl);
    await withClient(database.url, async (client) => {
      await client.query("set session_replication_role = replica");
      await client.query(WRITE, [ENTRIES]);
      await client.query("analyze audit_entries");
    });
    const server = await startServer(database.appUrl);
    closing.push(() => server.stop());
    await bench(server, await signIn(server.url, demo));
  } finally {
    for (const each of closing.reverse()) await each().catch(() => undefined);
  }
}

await main();

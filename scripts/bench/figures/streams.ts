import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@/db/embedded/start";
import { signIn } from "../../lib/sign-in";
import type { Figure, Row } from "../figure";
import { round } from "../figure";
import { FREE_UNIT, nodeId, orgId, unitId } from "../fleet/rows";
import { rssMb } from "../lib/memory";
import { Connection, requestText } from "../load/connection";
import { median, quantile } from "../load/tally";
import { type BenchDatabase, EMAIL, PASSWORD, type Server } from "../stage";

const CHANGES = 20;
const BETWEEN_MS = 250;
const GOAL_MS = 200;
const GOAL_MB = 350;

/** A page that follows changes: notes when it hears of each reservation. */
async function openPage(
  { url }: Server,
  cookie: string,
  heard: Map<string, number[]>,
  stop: AbortSignal,
): Promise<void> {
  const reply = await fetch(`${url}/api/trpc/console.changes`, {
    headers: { cookie, accept: "text/event-stream" },
    signal: stop,
  });
  if (!reply.ok || !reply.body) throw new Error(`a stream was refused with ${reply.status}`);
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
      for (const [, id = ""] of decoder.decode(chunk, { stream: true }).matchAll(/"reservationId":"(\w+)"/g)) {
        heard.get(id)?.push(performance.now());
        if (!heard.has(id)) heard.set(id, [performance.now()]);
      }
    }
  };
  read().catch(() => undefined);
}

/** What Postgres' processes hold: what they share counted once. Linux alone tells. */
async function databaseMb(database: BenchDatabase): Promise<number | undefined> {
  const { rows } = await withClient(database.adminUrl, (client) =>
    client.query<{ pid: number }>("select pid from pg_stat_activity where pid <> pg_backend_pid()"),
  );
  const pss = rows.flatMap(({ pid }) => {
    const file = `/proc/${pid}/smaps_rollup`;
    const kb = fs.existsSync(file) && /^Pss:\s+(\d+)/m.exec(fs.readFileSync(file, "utf8"))?.[1];
    return kb ? [Number(kb)] : [];
  });
  return pss.length > 0 ? pss.reduce((sum, kb) => sum + kb, 0) / 1024 : undefined;
}

/** From the answer of a change to the moment at which each open page hears of it, in milliseconds. */
async function delays(
  server: Server,
  database: BenchDatabase,
  heard: Map<string, number[]>,
  pages: number,
): Promise<number[]> {
  const connection = await Connection.open(server.port);
  const answered = new Map<string, number>();
  for (let n = 0; n < CHANGES; n += 1) {
    const body = { unitIds: [unitId(FREE_UNIT)], allowedOrgIds: [orgId(1)] };
    const path = `/v1/nodes/${nodeId(n)}/reservations`;
    const reply = await connection.ask(requestText("POST", path, database.key, body));
    const id = /"id":"(\w+)"/.exec(reply.body)?.[1] ?? "";
    answered.set(id, performance.now());
    await sleep(BETWEEN_MS);
    await connection.ask(requestText("POST", `${path}/${id}/cancel`, database.key, {}));
    await sleep(BETWEEN_MS);
  }
  await sleep(2_000);
  connection.close();
  return [...answered].flatMap(([id, at]) => {
    const times = heard.get(id) ?? [];
    if (times.length < pages) throw new Error(`${times.length} of ${pages} pages heard of a change`);
    return times.slice(0, pages).map((time) => time - at);
  });
}

/** Open consoles on the largest fleet: how soon they hear of a change, and what all that holds in memory. */
export const streams: Figure = async (stage, settings) => {
  const { nodes, history, live, streams: pages } = settings;
  const database = await stage.database({ nodes, history, live });
  const server = await stage.server(database, "consoles");
  const cookie = await signIn(server.url, { email: EMAIL, password: PASSWORD });
  const stop = new AbortController();
  const heard = new Map<string, number[]>();
  for (let n = 0; n < pages; n += 1) await openPage(server, cookie, heard, stop.signal);
  await sleep(1_000);
  const times = (await delays(server, database, heard, pages)).sort((a, b) => a - b);
  const mb = rssMb(server.pid);
  const postgres = await databaseMb(database);
  stop.abort();
  const middle = median(times);
  const rows: Row[] = [
    {
      figure: `from a change to ${pages} open pages, median`,
      value: `${round(middle)} ms`,
      goal: `< ${GOAL_MS} ms`,
      met: middle < GOAL_MS,
      details: `99 % under ${round(quantile(times, 0.99))} ms, ${CHANGES} changes`,
    },
    {
      figure: `memory of the server, ${nodes.toLocaleString("en")} nodes and ${pages} open pages`,
      value: `${round(mb)} MB`,
      goal: `< ${GOAL_MB} MB`,
      met: mb < GOAL_MB,
    },
  ];
  if (postgres !== undefined) rows.push({ figure: "memory of the database then", value: `${round(postgres)} MB` });
  return rows;
};

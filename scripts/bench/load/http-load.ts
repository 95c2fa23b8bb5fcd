import { setTimeout as sleep } from "node:timers/promises";
import { Connection, type Reply, requestText } from "./connection";
import type { CycleWork, HttpJob, Outcome, ReadWork } from "./jobs";
import { Tally } from "./tally";

/** One thing after the other over one connection; true where it was carried out, false where it was refused. */
type Step = (connection: Connection) => Promise<boolean>;

/** As a client does that was told to come back, only sooner. */
const RETRY_MS = 50;

const ID = /"id":"(\w+)"/;

function expectStatus(reply: Reply, ...expected: number[]): void {
  if (!expected.includes(reply.status)) throw new Error(`answered ${reply.status}: ${reply.body.slice(0, 500)}`);
}

function reading({ paths }: ReadWork, key: string, client: number, clients: number): Step {
  const requests = paths.filter((_, n) => n % clients === client || paths.length < clients);
  const texts = requests.map((path) => requestText("GET", path, key));
  let turn = client;
  return async (connection) => {
    turn = (turn + 7) % texts.length;
    expectStatus(await connection.ask(texts[turn] ?? ""), 200);
    return true;
  };
}

/** Reserves a unit and cancels that again. */
function cycling(work: CycleWork, key: string, client: number, clients: number): Step {
  const own = work.shared ? work.nodeIds.slice(0, 1) : work.nodeIds.filter((_, n) => n % clients === client);
  const body = { unitIds: [work.unitId], allowedOrgIds: [work.orgId] };
  const creates = own.map((nodeId) => requestText("POST", `/v1/nodes/${nodeId}/reservations`, key, body));
  let turn = client;
  return async (connection) => {
    turn = (turn + 7) % own.length;
    const reply = await connection.ask(creates[turn] ?? "");
    expectStatus(reply, 201, ...(work.shared ? [409, 503] : []));
    if (reply.status === 503) await sleep(RETRY_MS);
    if (reply.status !== 201) return false;
    const id = ID.exec(reply.body)?.[1];
    const path = `/v1/nodes/${own[turn]}/reservations/${id}/cancel`;
    const cancel = requestText("POST", path, key, {});
    let ended = await connection.ask(cancel);
    for (; work.shared && ended.status === 503; ended = await connection.ask(cancel)) await sleep(RETRY_MS);
    expectStatus(ended, 200);
    return true;
  };
}

/** As fast as it goes, or each at its own time; then what came late counts from when it was due. */
async function client(job: HttpJob, index: number, tally: Tally): Promise<void> {
  const { work, key, clients, rate } = job;
  const port = job.ports[index % job.ports.length] ?? 0;
  const connection = await Connection.open(port);
  const step = work.kind === "read" ? reading(work, key, index, clients) : cycling(work, key, index, clients);
  const gap = rate === undefined ? 0 : (1000 * clients) / rate;
  let due = performance.now() + (gap * index) / clients;
  try {
    while (performance.now() < tally.until) {
      const early = due - performance.now();
      if (gap > 0 && early > 0) await sleep(early);
      const from = gap > 0 && early <= 0 ? due : performance.now();
      due += gap;
      tally.note(await step(connection), performance.now() - from);
    }
  } finally {
    connection.close();
  }
}

export async function httpLoad(job: HttpJob): Promise<Outcome> {
  const tally = new Tally(job.ms);
  await Promise.all(Array.from({ length: job.clients }, (_, index) => client(job, index, tally)));
  return tally.outcome();
}

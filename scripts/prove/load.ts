import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { BOOTSTRAP_KEY } from "@/e2e/fixtures/world";
import type { Finding } from "./finding";
import { House } from "./world";

const FEW = 16;
/** Far more than a server carries: each asks again as soon as it has its answer. */
const MANY = 800;
const LONG_MS = 15_000;
const SHORT_MS = 5_000;
const SETTLE_MS = 3_000;
/** No answer may take longer than this, whatever it is. */
const LONGEST_MS = 5_000;

interface Answers {
  byStatus: Record<string, number>;
  /** Milliseconds, sorted. */
  took: number[];
  latest: Asked & { ms: number; at: number };
}

interface Asked {
  /** 0: no answer came. */
  status: number;
  /** When it was sent, in milliseconds since it was asked for: until there was a connection for it. */
  sentAfter: number;
  isReused: boolean;
}

/** One call by plain HTTP: a client that does little itself leaves the machine to the server. */
function ask(agent: Agent, url: string): Promise<Asked> {
  const from = performance.now();
  return new Promise((resolve) => {
    let sentAfter = Number.NaN;
    const call = request(`${url}/v1/nodes?limit=5`, { agent, headers: { Authorization: `Bearer ${BOOTSTRAP_KEY}` } });
    const done = (status: number) => resolve({ status, sentAfter, isReused: call.reusedSocket });
    call.on("socket", (socket) => {
      const sent = () => {
        sentAfter = performance.now() - from;
      };
      if (socket.connecting) socket.once("connect", sent);
      else sent();
    });
    call.on("error", () => done(0));
    call.on("response", (reply) => {
      reply.resume();
      reply.on("end", () => done(reply.statusCode ?? 0));
      reply.on("error", () => done(0));
    });
    call.end();
  });
}

async function load(url: string, clients: number, ms: number): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const answers: Answers = {
    byStatus: {},
    took: [],
    latest: { status: 0, sentAfter: 0, isReused: false, ms: 0, at: 0 },
  };
  const began = performance.now();
  const until = began + ms;
  const client = async () => {
    while (performance.now() < until) {
      const from = performance.now();
      const asked = await ask(agent, url);
      const { status } = asked;
      const took = performance.now() - from;
      answers.took.push(took);
      if (took > answers.latest.ms) answers.latest = { ...asked, ms: took, at: from - began };
      answers.byStatus[status] = (answers.byStatus[status] ?? 0) + 1;
      // As a client that was told to come back does, only sooner.
      if (status !== 200) await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  answers.took.sort((a, b) => a - b);
  return answers;
}

const share = ({ took }: Answers, part: number) => Math.round(took[Math.floor(took.length * part)] ?? 0);

/** At many times the load that it can carry a server answers quickly, one way or the other, and is itself again after. */
export async function overload(): Promise<Finding> {
  const { house, close } = await House.open(1);
  try {
    await house.world.newNode(4);
    const [url] = house.urls as [string];
    await load(url, FEW, SHORT_MS);
    const before = await load(url, FEW, SHORT_MS);
    const during = await load(url, MANY, LONG_MS);
    await sleep(SETTLE_MS);
    const after = await load(url, FEW, SHORT_MS);
    const found: string[] = [];
    const strange = Object.keys(during.byStatus).filter((status) => !["200", "429", "503"].includes(status));
    if (strange.length > 0) found.push(`answers with ${strange.join(", ")}`);
    const longest = during.took.at(-1) ?? 0;
    const { status, at, sentAfter, isReused } = during.latest;
    if (longest > LONGEST_MS) {
      const way = `sent ${sentAfter.toFixed(0)} ms later over ${isReused ? "a connection in use" : "a new connection"}`;
      found.push(`an answer (${status}) took ${longest.toFixed(0)} ms, asked for after ${at.toFixed(0)} ms, ${way}`);
    }
    if (Object.keys(after.byStatus).join() !== "200")
      found.push(`${SETTLE_MS} ms later: ${JSON.stringify(after.byStatus)}`);
    if (share(after, 0.5) > 3 * Math.max(1, share(before, 0.5))) found.push("it stays slow afterwards");
    const told = ({ byStatus }: Answers) =>
      Object.entries(byStatus)
        .map(([status, n]) => `${n} × ${status}`)
        .join(", ");
    return {
      what: `${MANY} clients without pause, ${MANY / FEW} times those that it carries`,
      amount: `${told(during)}; median ${share(during, 0.5)} ms, 99 % under ${share(during, 0.99)} ms, longest ${longest.toFixed(0)} ms; median before ${share(before, 0.5)} ms, after ${share(after, 0.5)} ms`,
      found,
    };
  } finally {
    await close();
  }
}

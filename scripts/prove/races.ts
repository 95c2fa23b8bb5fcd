import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@/db/embedded/start";
import { check } from "@/e2e/races/check";
import { type Arena, drive, historyOf, openArena } from "@/e2e/races/drive";
import type { History, Violation } from "@/e2e/races/history";
import { withoutLost } from "@/e2e/races/lost";
import { tally } from "@/e2e/races/tally";
import type { Finding } from "./finding";
import { Pair } from "./standby";
import { House, type Keep, untilReady } from "./world";

const ARENAS = 6;
const CLIENTS = 24;
const PROCESSES = 4;
/** An arena's history is played anew for every race: short ones are checked sooner. */
const CALLS_A_RACE = Math.min(4_000, Number(process.env.PROVE_RACE ?? 4_000));

interface Outcome {
  calls: number;
  changes: number;
  crashes: number;
  violations: Violation[];
  histories: History[];
}

type Trouble = (house: House, round: number) => Promise<void>;

async function race(house: House, seed: number, trouble: Trouble | undefined): Promise<Outcome> {
  const { world } = house;
  const arenas: Arena[] = [];
  for (let index = 0; index < ARENAS; index += 1) arenas.push(await openArena(world));
  const mayLoseAnswers = trouble !== undefined;
  let [isOver, crashes] = [false, 0];
  const troubles = async () => {
    for (; trouble && !isOver; crashes += 1) {
      await sleep(1_000 + 500 * Math.random());
      // What makes trouble may itself find the database gone.
      if (!isOver) await trouble(house, crashes).catch(() => sleep(500));
    }
  };
  const troubled = troubles();
  await drive({ arenas, servers: house.urls, clients: CLIENTS, calls: CALLS_A_RACE, seed, mayLoseAnswers });
  isOver = true;
  await troubled;
  for (const url of house.urls) await untilReady(url);
  const outcome: Outcome = { calls: 0, changes: 0, crashes, violations: [], histories: [] };
  for (const arena of arenas) {
    const told = await historyOf(world, arena);
    const history = mayLoseAnswers ? await withoutLost(world, arena, told) : told;
    outcome.histories.push(history);
    outcome.calls += told.done.length;
    outcome.changes += history.trail.length;
    outcome.violations.push(...check(history, arena.initial));
  }
  return outcome;
}

export async function races(what: string, calls: number, trouble?: Trouble, keep?: Keep): Promise<Finding> {
  const { house, close } = await House.open(PROCESSES, { keep });
  const sum: Outcome = { calls: 0, changes: 0, crashes: 0, violations: [], histories: [] };
  const seed = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);
  const counts: Record<string, number> = {};
  try {
    for (let round = 0; sum.calls < calls && sum.violations.length === 0; round += 1) {
      const one = await race(house, seed + round, trouble);
      sum.calls += one.calls;
      sum.changes += one.changes;
      sum.crashes += one.crashes;
      sum.violations.push(...one.violations);
      for (const [key, count] of Object.entries(tally(one.histories))) counts[key] = (counts[key] ?? 0) + count;
      process.stdout.write(`${what}: ${sum.calls} calls, ${sum.violations.length} violations (seed ${seed})\n`);
    }
  } finally {
    await close();
  }
  const crashed = sum.crashes > 0 ? `, ${sum.crashes} crashes` : "";
  return {
    what,
    amount: `${sum.calls} calls, ${sum.changes} changes${crashed}, seed ${seed}`,
    found: sum.violations.map((violation) => JSON.stringify(violation)),
    details: counts,
  };
}

export const quietRaces = (calls: number) => races("races of 24 clients at 4 processes", calls);

export const killedServers = (calls: number) =>
  races("the same while server processes are killed", calls, (house, round) => house.replace(round));

/** Postgres takes the death of one of its processes as a crash of the whole: everything not committed is lost. */
async function crashDatabase({ world }: House): Promise<void> {
  const pid = await withClient(world.database.url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    );
    return rows[0]?.pid;
  });
  if (pid) process.kill(pid, "SIGKILL");
}

export const killedDatabase = (calls: number) =>
  races("the same while Postgres crashes and recovers", calls, async (house) => {
    await crashDatabase(house);
    await sleep(2_000);
  });

export const killedBoth = (calls: number) =>
  races("the same while a server process and Postgres crash together", calls, async (house, round) => {
    await Promise.all([crashDatabase(house), house.replace(round)]);
  });

/** Longer than a statement may take: commits that wait for a standby are given up by those who asked, never by Postgres. */
const FROZEN_MS = 6_000;

/** Nothing that was answered may be lost with a primary: its synchronous standby has it. */
export async function failedOver(calls: number): Promise<Finding> {
  const pair = await Pair.open();
  return races(
    "the same while the primary dies and its standby takes over",
    calls,
    async (_, round) => {
      if (round % 3 === 1) {
        pair.freezeStandby();
        await sleep(FROZEN_MS);
      }
      if (round % 3 === 2) {
        await pair.demote();
        await sleep(2_000);
      }
      await pair.failOver();
    },
    pair,
  );
}

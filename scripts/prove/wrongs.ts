import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { withClient } from "@/db/embedded/start";
import { type Doors, reserve } from "@/e2e/fixtures/doors";
import { signalPostgres } from "@/e2e/fixtures/postgres-processes";
import type { Relay } from "@/e2e/fixtures/relay";
import type { TestNode } from "@/e2e/fixtures/world";
import type { House } from "./world";

/** A server whose way to its database leads through a relay, and what is to be had at its doors. */
export interface Scene {
  house: House;
  relay: Relay;
  doors: Doors;
  node: TestNode;
}

/** Something that goes wrong, from when it is begun until what that returned is called. */
export interface Wrong {
  what: string;
  /** What every door must answer meanwhile; otherwise merely in time, and no fault of ours. */
  status?: number;
  begin: (scene: Scene) => Promise<() => Promise<unknown>>;
}

const PAUSE_MS = 100;
const RESTART_MS = 1_500;
const WAITING = 60;

/** Does something again and again until it is over. */
function again(ms: number, work: () => unknown): () => Promise<void> {
  let isOver = false;
  const working = (async () => {
    for (; !isOver; await sleep(ms)) await work();
  })();
  return async () => {
    isOver = true;
    await working;
  };
}

/** Somebody who locked the node and then vanished, with callers enough to wait for it on every connection there is. */
async function holdNode({ house, doors, node }: Scene): Promise<() => Promise<unknown>> {
  const holder = new Client({ connectionString: house.world.database.url });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select 1 from nodes where id = $1 for update", [node.id]);
  const ask = (index: number) => again(PAUSE_MS, () => reserve(doors, node, index % node.unitIds.length));
  const waiting = Array.from({ length: WAITING }, (_, index) => ask(index));
  const isWaiting = "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'";
  for (let n = 0; n < 2; await sleep(PAUSE_MS)) n = (await holder.query<{ n: number }>(isWaiting)).rows[0]?.n ?? 0;
  return async () => {
    await holder.end();
    await Promise.all(waiting.map((end) => end()));
  };
}

/** Others who use up every connection that Postgres gives to those who are no superusers, and ours, which are cut. */
async function useUpConnections({ house, relay }: Scene): Promise<() => Promise<unknown>> {
  const taken: Client[] = [];
  const takeAll = async () => {
    for (;;) {
      const client = new Client({ connectionString: house.appUrl });
      client.on("error", () => undefined);
      try {
        await client.connect();
      } catch {
        break;
      }
      taken.push(client);
    }
    relay.cut();
  };
  await takeAll();
  const end = again(PAUSE_MS / 10, takeAll);
  return async () => {
    await end();
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
  };
}

export const WRONGS: readonly Wrong[] = [
  {
    what: "connections refused",
    status: 503,
    begin: async ({ relay }) => {
      relay.refuse();
      return async () => undefined;
    },
  },
  {
    what: "packets swallowed",
    status: 503,
    begin: async ({ relay }) => {
      relay.silence();
      return async () => undefined;
    },
  },
  {
    what: "answers of the database swallowed",
    status: 503,
    begin: async ({ relay }) => {
      relay.silence("answers");
      return async () => undefined;
    },
  },
  {
    what: "Postgres stopped (SIGSTOP)",
    status: 503,
    begin: async ({ house }) => {
      signalPostgres(house.dataDir, "SIGSTOP");
      return async () => signalPostgres(house.dataDir, "SIGCONT");
    },
  },
  { what: "a lock that is not let go, and every connection waits for it", begin: holdNode },
  { what: "no connection left at Postgres", begin: useUpConnections },
  {
    what: "connections that fall silent one after the other",
    begin: async ({ relay }) => again(50, () => relay.silenceOnly("holdfast", 1)),
  },
  {
    what: "a transaction cut every 20 ms",
    begin: async ({ house }) =>
      again(20, () =>
        withClient(house.world.database.url, (client) =>
          client.query(`select pg_terminate_backend(pid) from pg_stat_activity
            where pid <> pg_backend_pid() and xact_start is not null and application_name = 'holdfast' limit 1`),
        ),
      ),
  },
  {
    what: "Postgres restarting again and again",
    begin: async ({ house }) => again(RESTART_MS, () => signalPostgres(house.dataDir, "SIGINT")),
  },
  {
    what: "Postgres killed again and again",
    begin: async ({ house }) => again(RESTART_MS, () => signalPostgres(house.dataDir, "SIGKILL")),
  },
];

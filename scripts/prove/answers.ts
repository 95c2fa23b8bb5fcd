import { setTimeout as sleep } from "node:timers/promises";
import { connect, transact } from "@/db/client";
import { withClient } from "@/db/embedded/start";
import { type Doors, everyDoor, type Heard, reserve } from "@/e2e/fixtures/doors";
import { Relay } from "@/e2e/fixtures/relay";
import { startServer } from "@/e2e/fixtures/server";
import type { TestNode } from "@/e2e/fixtures/world";
import { insertPeople } from "../demo/people";
import type { Finding } from "./finding";
import { signalPostgres } from "./processes";
import { House, SETTINGS, untilReady } from "./world";

/** No answer may take longer than this, whatever is wrong. */
const LONGEST_MS = 5_000;
const VOLLEYS = 4;
const PAUSE_MS = 100;
const PASSWORD = "a long enough password for proofs";

interface Scene {
  house: House;
  relay: Relay;
  doors: Doors;
  node: TestNode;
}

interface Wrong {
  what: string;
  /** What every door must answer meanwhile; otherwise merely in time and no fault of ours. */
  status?: number;
  begin: (scene: Scene) => Promise<(() => Promise<void>) | undefined>;
}

/** Somebody who locked the node and then vanished, with callers enough to wait for it on every connection there is. */
async function holdNode({ house, doors, node }: Scene) {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isOver = false;
  const holding = withClient(house.world.database.url, async (client) => {
    await client.query("begin");
    await client.query("select 1 from nodes where id = $1 for update", [node.id]);
    await held;
  });
  const waiting = Array.from({ length: 60 }, async (_, index) => {
    for (; !isOver; await sleep(PAUSE_MS))
      await reserve(doors, node, index % node.unitIds.length).catch(() => undefined);
  });
  await sleep(500);
  return async () => {
    isOver = true;
    letGo();
    await holding;
    await Promise.all(waiting);
  };
}

const WRONGS: Wrong[] = [
  { what: "connections refused", status: 503, begin: async ({ relay }) => void relay.refuse() },
  { what: "packets swallowed", status: 503, begin: async ({ relay }) => void relay.silence() },
  {
    what: "Postgres stopped (SIGSTOP)",
    status: 503,
    begin: async ({ house }) => {
      signalPostgres(house.dataDir, "SIGSTOP");
      return async () => signalPostgres(house.dataDir, "SIGCONT");
    },
  },
  { what: "a lock that is not let go, and every connection waits for it", begin: holdNode },
  {
    what: "connections that fall silent one after the other",
    begin: async ({ relay }) => {
      let isOver = false;
      const falling = (async () => {
        for (; !isOver; await sleep(50)) relay.silenceOnly("holdfast", 1);
      })();
      return async () => {
        isOver = true;
        await falling;
      };
    },
  },
];

async function open(house: House): Promise<Scene & { close: () => Promise<void> }> {
  const { world } = house;
  const relay = await Relay.to(house.appUrl);
  const server = await startServer(relay.url, SETTINGS);
  const { orgId } = await world.platform.ok("whoami");
  const email = "fay@holdfast.example";
  const db = connect({ connectionString: world.database.url, max: 1 });
  await transact(db, (trx) => insertPeople(trx, [{ email, name: "Fay", orgs: [[orgId, "owner"]] }], PASSWORD));
  await db.destroy();
  const reply = await fetch(`${server.url}/api/trpc/session.signIn`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = reply.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const node = await world.newNode(40);
  const close = async () => {
    await server.kill();
    relay.close();
  };
  return { house, relay, doors: { url: server.url, cookie, orgId }, node, close };
}

function judge(wrong: Wrong, name: string, heard: Heard): string[] {
  const found: string[] = [];
  const isFault = heard.status === 500 || heard.status === 0;
  const isWrong = wrong.status !== undefined && heard.status !== wrong.status;
  if (isFault || isWrong) found.push(`${wrong.what}: ${name} answered ${heard.status}: ${heard.text.slice(0, 200)}`);
  if (heard.ms > LONGEST_MS) found.push(`${wrong.what}: ${name} answered after ${heard.ms.toFixed(0)} ms`);
  return found;
}

/** How long anybody waits for an answer at any door, whatever is wrong with the database or the way to it. */
export async function answersInTime(): Promise<Finding> {
  const { house, close } = await House.open(1);
  const scene = await open(house);
  const found: string[] = [];
  const details: Record<string, number> = {};
  let answers = 0;
  try {
    await everyDoor(scene.doors, scene.node);
    for (const wrong of WRONGS) {
      const end = await wrong.begin(scene);
      let worst = 0;
      for (let volley = 0; volley < VOLLEYS; volley += 1) {
        for (const [name, heard] of await everyDoor(scene.doors, scene.node)) {
          answers += 1;
          worst = Math.max(worst, heard.ms);
          found.push(...judge(wrong, name, heard));
        }
      }
      await end?.();
      scene.relay.restore();
      await untilReady(scene.doors.url);
      for (const [name, heard] of await everyDoor(scene.doors, scene.node))
        if (heard.status >= 500) found.push(`after ${wrong.what}: ${name} answered ${heard.status}`);
      details[`${wrong.what}: longest answer in ms`] = Math.round(worst);
    }
  } finally {
    signalPostgres(house.dataDir, "SIGCONT");
    await scene.close();
    await close();
  }
  return {
    what: "every door while the database is away, silent, stopped or locked",
    amount: `${answers} answers`,
    found,
    details,
  };
}

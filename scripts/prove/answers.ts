import { Console } from "@/e2e/fixtures/console-call";
import { type Doors, everyDoor, type Heard } from "@/e2e/fixtures/doors";
import { newPerson } from "@/e2e/fixtures/people";
import { signalPostgres } from "@/e2e/fixtures/postgres-processes";
import { Relay } from "@/e2e/fixtures/relay";
import { startServer } from "@/e2e/fixtures/server";
import { World } from "@/e2e/fixtures/world";
import type { Finding } from "./finding";
import { House, openKeep, SETTINGS, untilReady } from "./world";
import { type Scene, WRONGS, type Wrong } from "./wrongs";

/** No answer may take longer than this, whatever is wrong. */
const LONGEST_MS = 5_000;
/** Long enough for what comes and goes to do so a few times. */
const AT_LEAST_MS = 6_000;

async function open(house: House): Promise<Scene & { close: () => Promise<void> }> {
  const relay = await Relay.to(house.appUrl);
  const server = await startServer(relay.url, SETTINGS);
  const { database, platform } = house.world;
  const world = new World(database, [server, server], platform.at(server.url));
  const { orgId } = await world.platform.ok("whoami");
  const { cookie = "" } = await Console.of(world, await newPerson(world, "Fay", [[orgId, "owner"]]));
  const node = await world.newNode(40);
  const close = async () => {
    await server.kill();
    relay.close();
  };
  const doors: Doors = { url: server.url, cookie, orgId };
  return { house, relay, doors, node, close };
}

function judge(wrong: Wrong, name: string, heard: Heard): string[] {
  const found: string[] = [];
  const isWrong = wrong.status !== undefined && heard.status !== wrong.status;
  if (heard.status === 500 || isWrong)
    found.push(`${wrong.what}: ${name} answered ${heard.status}: ${heard.text.slice(0, 200)}`);
  if (heard.ms > LONGEST_MS) found.push(`${wrong.what}: ${name} answered after ${heard.ms.toFixed(0)} ms`);
  return found;
}

interface Sum {
  found: string[];
  details: Record<string, number>;
  answers: number;
}

async function suffer(scene: Scene, wrong: Wrong, volleys: number, sum: Sum): Promise<void> {
  const { doors, node, relay } = scene;
  const end = await wrong.begin(scene);
  const byStatus: Record<string, number> = {};
  let worst = 0;
  const until = performance.now() + AT_LEAST_MS;
  for (let volley = 0; volley < volleys || performance.now() < until; volley += 1) {
    for (const [name, heard] of await everyDoor(doors, node)) {
      sum.answers += 1;
      worst = Math.max(worst, heard.ms);
      byStatus[heard.status] = (byStatus[heard.status] ?? 0) + 1;
      sum.found.push(...judge(wrong, name, heard));
    }
  }
  await end();
  relay.restore();
  if (!(await untilReady(doors.url))) sum.found.push(`${wrong.what}: not ready a minute after it was over`);
  for (const [name, heard] of await everyDoor(doors, node))
    if (heard.status >= 500) sum.found.push(`after ${wrong.what}: ${name} answered ${heard.status}`);
  sum.details[`${wrong.what}: longest answer in ms`] = Math.round(worst);
  for (const [status, count] of Object.entries(byStatus)) sum.details[`${wrong.what}: ${status}`] = count;
  process.stdout.write(`${wrong.what}: ${JSON.stringify(byStatus)}, longest ${worst.toFixed(0)} ms\n`);
}

/** How long anybody waits for an answer at any door, whatever is wrong with the database or the way to it. */
export async function answersInTime(volleys: number): Promise<Finding> {
  const { house, close } = await House.open(1, { keep: await openKeep({ keepUp: true }) });
  const scene = await open(house);
  const sum: Sum = { found: [], details: {}, answers: 0 };
  try {
    await everyDoor(scene.doors, scene.node);
    for (const wrong of WRONGS) await suffer(scene, wrong, volleys, sum);
  } finally {
    signalPostgres(house.dataDir, "SIGCONT");
    await scene.close();
    await close();
  }
  const worst = Math.max(...Object.entries(sum.details).map(([what, ms]) => (what.endsWith("ms") ? ms : 0)));
  return {
    what: `every door while one of ${WRONGS.length} things is wrong with the database or the way to it`,
    amount: `${sum.answers} answers, the latest after ${worst} ms`,
    found: sum.found,
    details: sum.details,
  };
}

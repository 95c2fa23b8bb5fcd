import { expect, test } from "@playwright/test";
import { Api } from "../fixtures/api";
import { Burst } from "../fixtures/burst";
import { followChanges } from "../fixtures/changes";
import { Console } from "../fixtures/console-call";
import { ANSWER_MS, expectAway, hear } from "../fixtures/doors";
import { type OwnPostgres, openOwnPostgres } from "../fixtures/own-postgres";
import { newPerson } from "../fixtures/people";
import { type RunningServer, startServer } from "../fixtures/server";
import { SECOND } from "../fixtures/time";
import { BOOTSTRAP_KEY, World } from "../fixtures/world";

test.describe.configure({ timeout: 180_000 });

/** Most of the burst is still on its way when so many have been answered. */
const ENOUGH = 5;

let postgres: OwnPostgres;
let server: RunningServer;
test.beforeAll(async () => {
  postgres = await openOwnPostgres();
  server = await startServer(postgres.appUrl, { BOOTSTRAP_API_KEY: BOOTSTRAP_KEY });
});
test.afterAll(async () => {
  await server?.kill();
  await postgres?.drop();
});

test("a Postgres that is stopped in the middle of writes, and goes on later: an answer in time, and nothing lost", async () => {
  const world = new World(postgres, [server, server], new Api(server.url, BOOTSTRAP_KEY));
  const { orgId } = await world.platform.ok("whoami");
  const someone = await Console.of(world, await newPerson(world, "Flo Frozen", [[orgId, "owner"]]));
  const doors = { url: server.url, cookie: someone.cookie ?? "", orgId };
  const [node, other] = [await world.newNode(100), await world.newNode(1)];
  const changes = await followChanges(server.url, doors.cookie);

  const burst = new Burst(doors, node);
  await expect.poll(() => burst.answered.size, { intervals: [1] }).toBeGreaterThan(ENOUGH);
  postgres.signal("SIGSTOP");
  await burst.done;
  expect([...new Set(burst.statuses)].sort(), "some were made, the rest was refused").toEqual([201, 503]);
  for (const { ms } of burst.answered.values()) expect(ms, "does not hang").toBeLessThan(ANSWER_MS);
  // Once with the connections that were found out, and once with those that were begun since.
  for (const why of ["stopped", "still stopped"]) await expectAway(doors, other, why);
  expect((await hear(`${server.url}/health`)).status).toBe(200);

  postgres.signal("SIGCONT");
  await expect.poll(async () => (await hear(`${server.url}/ready`)).status, { timeout: 20 * SECOND }).toBe(200);
  await burst.expectKept(world);
  expect(await world.platform.all("listNodeReservations", { params: { nodeId: other.id } })).toEqual([]);
  expect((await someone.ask("session.me")).status).toBe(200);
  expect((await hear(`${server.url}/nodes`, { headers: { cookie: doors.cookie } })).status).toBe(200);
  // Pages that were open all the time hear of what happens now.
  await world.newKey(orgId);
  await expect.poll(() => changes.count("apikey.create"), { timeout: 30 * SECOND }).toBeGreaterThan(0);
  await changes.close();
});

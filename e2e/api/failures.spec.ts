import { expect, test } from "@playwright/test";
import { withClient } from "@/db/embedded/start";
import { createTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { Api } from "../fixtures/api";
import { Burst } from "../fixtures/burst";
import { followChanges } from "../fixtures/changes";
import { Console } from "../fixtures/console-call";
import { expectSound, query } from "../fixtures/database";
import {
  ANSWER_MS,
  bearer,
  type Doors,
  expectAway,
  expectUnavailable,
  hear,
  INSIDE,
  reserve as reserveAt,
} from "../fixtures/doors";
import { newPerson } from "../fixtures/people";
import { Relay } from "../fixtures/relay";
import { type RunningServer, startServer } from "../fixtures/server";
import { SECOND } from "../fixtures/time";
import { BOOTSTRAP_KEY, type TestNode, World } from "../fixtures/world";

/** A server process whose way to its database can be silenced and cut, and somebody who is signed in there. */
interface Scene {
  database: TestDatabase;
  server: RunningServer;
  relay: Relay;
  world: World;
  console: Console;
  orgId: string;
}

test.describe.configure({ mode: "serial", timeout: 120_000 });

let scene: Scene;
test.beforeAll(async () => {
  const database = await createTestDatabase("failures");
  const relay = await Relay.to(database.appUrl);
  const server = await startServer(relay.url, { BOOTSTRAP_API_KEY: BOOTSTRAP_KEY });
  const world = new World(database, [server, server], new Api(server.url, BOOTSTRAP_KEY));
  const { orgId } = await world.platform.ok("whoami");
  const person = await newPerson(world, "Fay Failure", [[orgId, "owner"]]);
  scene = { database, server, relay, world, console: await Console.of(world, person), orgId };
});
test.afterAll(async () => {
  await scene.server.kill();
  scene.relay.close();
  await scene.database.drop();
});

const doors = (): Doors => ({ url: scene.server.url, cookie: scene.console.cookie ?? "", orgId: scene.orgId });
const ask = (path: string, init: RequestInit = {}) => hear(scene.server.url + path, init);
const reserve = (node: TestNode, unit: number, headers: object = {}) => reserveAt(doors(), node, unit, headers);
const ready = async () => (await ask("/ready")).status;
const recovered = () => expect.poll(ready, { timeout: 20 * SECOND }).toBe(200);

test("a database that is away or silent: every door says so in plain words within 5 s, and then works again", async () => {
  const { relay, world, console: someone } = scene;
  const node = await world.newNode(2);
  const ways: [string, () => void][] = [
    ["away", () => relay.refuse()],
    ["silent", () => relay.silence()],
  ];
  for (const [what, hide] of ways) {
    // Connections that were just in use, so that the silence finds them open.
    await Promise.all(Array.from({ length: 12 }, () => ask("/v1/whoami", { headers: bearer })));
    hide();
    await expectAway(doors(), node, what);
    expect((await ask("/health")).status).toBe(200);
    expect((await ask("/docs")).status).toBe(200);
    relay.restore();
    await recovered();
  }
  expect((await someone.ask("session.me")).status).toBe(200);
  expect((await ask("/nodes", { headers: { cookie: someone.cookie ?? "" } })).status).toBe(200);
  expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toEqual([]);
  expect((await reserve(node, 0)).status).toBe(201);
});

test("a listening connection alone goes silent: pages are told that they may have missed something", async () => {
  const { relay, world, orgId, console: someone } = scene;
  const changes = await followChanges(scene.server.url, someone.cookie ?? "");
  const gaps = () => changes.count("gap");
  // Until the stream tells of a change, nobody listens yet.
  const tells = async () => {
    await world.newKey(orgId);
    return changes.count("apikey.create") > 0;
  };
  await expect.poll(tells).toBe(true);
  // One as the stream begins, and one more where following had to begin as well.
  const before = gaps();
  expect(before).toBeGreaterThan(0);
  expect(relay.silenceOnly("holdfast events")).toBe(1);
  await expect.poll(gaps, { timeout: 30 * SECOND }).toBeGreaterThan(before);
  await changes.close();
});

test("connections cut in the middle of a burst of creates: what was answered is there, nothing is half made", async () => {
  const { database, world } = scene;
  const node = await world.newNode(60);
  let isOver = false;
  const cutting = withClient(database.url, async (client) => {
    while (!isOver) {
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and application_name = 'holdfast'
         order by random() limit 1`,
      );
    }
  });
  const burst = new Burst(doors(), node);
  await burst.done;
  isOver = true;
  await cutting;
  expect([...new Set(burst.statuses)].filter((status) => ![201, 503].includes(status))).toEqual([]);
  expect(burst.statuses, "some were cut").toContain(503);
  for (const heard of burst.answered.values()) expect(heard.text).not.toMatch(INSIDE);
  await burst.expectKept(world);
});

test("a database that turned read-only: /ready says so, reads go on, changes are refused, and it ends by itself", async () => {
  const { database, relay, world } = scene;
  const node = await world.newNode(1);
  await query(world, `alter database "${database.name}" set default_transaction_read_only = on`);
  relay.cut();
  await expect.poll(ready).toBe(503);
  expectUnavailable(await reserve(node, 0), "change");
  expect((await ask(`/v1/nodes/${node.id}`, { headers: bearer })).status).toBe(200);
  await withClient(database.url, async (client) => {
    await client.query("set default_transaction_read_only = off");
    await client.query(`alter database "${database.name}" reset default_transaction_read_only`);
  });
  relay.cut();
  await recovered();
  expect((await reserve(node, 0)).status).toBe(201);
});

/** Many times those that are worked on and wait at once. */
const CROWD = 600;

test("far too many wait for a lock that somebody holds: all are refused in time, many at once, and nothing was done", async () => {
  const { database, world } = scene;
  const node = await world.newNode(40);
  await withClient(database.url, async (client) => {
    await client.query("begin");
    await client.query("select 1 from nodes where id = $1 for update", [node.id]);
    const waiting = Array.from({ length: CROWD }, (_, index) => reserve(node, index % node.unitIds.length));
    const answers = await Promise.all(waiting);
    const turnedAway = answers.filter(({ text }) => text.includes("More is asked of this server"));
    expect(turnedAway.length).toBeGreaterThan(CROWD / 4);
    for (const heard of answers) {
      expectUnavailable(heard, "a create that waits");
      expect(heard.ms).toBeLessThan(ANSWER_MS);
    }
    await client.query("rollback");
  });
  await recovered();
  expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toEqual([]);
  await expectSound(world, node.id);
  expect((await reserve(node, 0)).status).toBe(201);
});

test("failing over to another database behind the same address: the process goes on with what is there", async () => {
  const { database, relay, world } = scene;
  const node = await world.newNode(1);
  const other = `${database.name}_b`;
  const maintenance = new URL(database.url);
  maintenance.pathname = "/postgres";
  const admin = (sql: string) => withClient(maintenance.href, (client) => client.query(sql));
  relay.silence();
  await admin(`alter database "${database.name}" allow_connections false`);
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.name}'`);
  await admin(`create database "${other}" template "${database.name}"`);
  await expect.poll(ready).toBe(503);
  // The new one takes the name of the old one, as a promoted standby does.
  await admin(`alter database "${database.name}" rename to "${database.name}_old"`);
  await admin(`alter database "${other}" rename to "${database.name}"`);
  relay.restore();
  await recovered();
  expect((await reserve(node, 0)).status).toBe(201);
  const rows = await query(world, "select id from reservations where node_id = $1", [node.id]);
  expect(rows).toHaveLength(1);
  await admin(`drop database "${database.name}_old" with (force)`);
});

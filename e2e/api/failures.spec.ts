import { expect, test } from "@playwright/test";
import { withClient } from "@/db/embedded/start";
import { createTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { Api } from "../fixtures/api";
import { Console } from "../fixtures/console-call";
import { auditOf, expectSound, query } from "../fixtures/database";
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

interface Heard {
  status: number;
  text: string;
  ms: number;
}

/** What a caller hears, and after how long. A call that hangs fails. */
async function hear(path: string, init: RequestInit = {}): Promise<Heard> {
  const from = performance.now();
  const reply = await fetch(scene.server.url + path, { ...init, signal: AbortSignal.timeout(20 * SECOND) });
  const text = await reply.text();
  return { status: reply.status, text, ms: performance.now() - from };
}

const bearer = { authorization: `Bearer ${BOOTSTRAP_KEY}`, "content-type": "application/json" };
const post = (path: string, body: object, headers: object = {}) =>
  hear(path, { method: "POST", headers: { ...bearer, ...headers }, body: JSON.stringify(body) });
const reserve = (node: TestNode, unit: number, headers: object = {}) =>
  post(`/v1/nodes/${node.id}/reservations`, { unitIds: [node.unitIds[unit]], allowedOrgIds: [scene.orgId] }, headers);
const ready = async () => (await hear("/ready")).status;
const recovered = () => expect.poll(ready, { timeout: 20 * SECOND }).toBe(200);

/** Nothing of what went wrong inside is anybody's business outside. */
const INSIDE = /\bat .*\(?(file:|node:|\/)|node_modules|kysely|postgres|ECONN|Connection terminated|pg-pool/i;

function expectUnavailable(heard: Heard, what: string): void {
  expect([what, heard.status], heard.text).toEqual([what, 503]);
  expect(heard.text, what).toContain('"unavailable"');
  expect(heard.text, what).not.toMatch(INSIDE);
}

/** Every door at once while the database does not answer. */
async function everyDoor(node: TestNode): Promise<[string, Heard][]> {
  const cookie = { cookie: scene.console.cookie ?? "" };
  const signIn = JSON.stringify({ email: "nobody@holdfast.example", password: "not the password" });
  const headers = { "content-type": "application/json", origin: scene.server.url };
  const calls: [string, Promise<Heard>][] = [
    ["ready", hear("/ready")],
    ["REST read", hear("/v1/whoami", { headers: bearer })],
    ["REST change", reserve(node, 0)],
    ["console read", hear("/api/trpc/session.me", { headers: cookie })],
    ["sign-in", hear("/api/trpc/session.signIn", { method: "POST", headers, body: signIn })],
    ["export of the trail", hear("/api/audit/export?format=csv", { headers: cookie })],
    ["export of reservations", hear("/api/reservations/export", { headers: cookie })],
  ];
  return Promise.all(calls.map(async ([name, heard]) => [name, await heard] as [string, Heard]));
}

test("a database that goes silent or away: every door says so in plain words within 5 s, and then works again", async () => {
  const { relay, world, console: someone } = scene;
  const node = await world.newNode(2);
  // Connections that were just in use, so that the silence finds them open.
  await Promise.all(Array.from({ length: 12 }, () => hear("/v1/whoami", { headers: bearer })));
  relay.silence();
  for (const [name, heard] of await everyDoor(node)) {
    expectUnavailable(heard, `${name}, silent`);
    // A statement is given up after 4.4 s; the rest is what a busy machine takes.
    expect(heard.ms, `${name} does not hang`).toBeLessThan(8 * SECOND);
  }
  const page = await hear("/nodes", { headers: { cookie: someone.cookie ?? "" } });
  expect(page.status).toBeGreaterThanOrEqual(500);
  expect(page.text).not.toMatch(INSIDE);
  expect((await hear("/health")).status).toBe(200);
  relay.restore();
  await recovered();
  expect((await someone.ask("session.me")).status).toBe(200);
  expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toEqual([]);
  expect((await reserve(node, 0)).status).toBe(201);
});

test("connections cut in the middle of a burst of creates: what was answered is there, nothing is half made", async () => {
  const { database, world } = scene;
  const node = await world.newNode(60);
  const answered = new Map<number, Heard>();
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
  const burst = node.unitIds.map(async (_, unit) => {
    answered.set(unit, await reserve(node, unit, { "idempotency-key": `cut-${unit}` }));
  });
  await Promise.all(burst);
  isOver = true;
  await cutting;
  const statuses = [...answered.values()].map(({ status }) => status);
  expect([...new Set(statuses)].sort().filter((status) => ![201, 503].includes(status))).toEqual([]);
  expect(statuses.filter((status) => status === 503).length, "some were cut").toBeGreaterThan(0);
  for (const heard of answered.values()) expect(heard.text).not.toMatch(INSIDE);

  const params = { nodeId: node.id };
  const kept = await world.platform.all("listNodeReservations", { params, query: { limit: "200" } });
  for (const [unit, heard] of answered) {
    if (heard.status === 201) expect(kept.map((each) => each.id)).toContain(JSON.parse(heard.text).id);
    else expect(kept.filter((each) => each.reservedUnitIds[0] === node.unitIds[unit]).length).toBeLessThanOrEqual(1);
  }
  await expectSound(world, node.id);
  const done = (await auditOf(world, node.id)).filter((entry) => entry.action === "reservation.create");
  expect(done.map((entry) => entry.reservationId).sort()).toEqual(kept.map((each) => each.id).sort());
  // Sent again under the same keys, all of them are there once.
  for (const [unit] of answered) {
    expect((await reserve(node, unit, { "idempotency-key": `cut-${unit}` })).status).toBe(201);
  }
  expect(await world.platform.all("listNodeReservations", { params, query: { limit: "200" } })).toHaveLength(60);
});

test("a database that turned read-only: /ready says so, reads go on, changes are refused, and it ends by itself", async () => {
  const { database, relay, world } = scene;
  const node = await world.newNode(1);
  await query(world, `alter database "${database.name}" set default_transaction_read_only = on`);
  relay.cut();
  await expect.poll(ready).toBe(503);
  expectUnavailable(await reserve(node, 0), "change");
  expect((await hear(`/v1/nodes/${node.id}`, { headers: bearer })).status).toBe(200);
  await withClient(database.url, async (client) => {
    await client.query("set default_transaction_read_only = off");
    await client.query(`alter database "${database.name}" reset default_transaction_read_only`);
  });
  relay.cut();
  await recovered();
  expect((await reserve(node, 0)).status).toBe(201);
});

test("every connection waits for a lock that somebody holds: all are refused in time, and nothing was done", async () => {
  const { database, world } = scene;
  const node = await world.newNode(40);
  await withClient(database.url, async (client) => {
    await client.query("begin");
    await client.query("select 1 from nodes where id = $1 for update", [node.id]);
    const waiting = node.unitIds.map((_, unit) => reserve(node, unit));
    for (const heard of await Promise.all(waiting)) {
      expectUnavailable(heard, "a create that waits");
      expect(heard.ms).toBeLessThan(9 * SECOND);
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

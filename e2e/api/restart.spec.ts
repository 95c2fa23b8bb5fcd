import { Agent, get } from "node:http";
import { expect, test } from "@playwright/test";
import { withClient } from "@/db/embedded/start";
import { createTestDatabase, type TestDatabase } from "@/db/testing/test-database";
import { Api, type ErrorBody, type Reply } from "../fixtures/api";
import { auditOf, expectSound, query } from "../fixtures/database";
import { type RunningServer, startServer } from "../fixtures/server";
import { RawConnection, requestBytes } from "../fixtures/socket";
import { SECOND } from "../fixtures/time";
import { BOOTSTRAP_KEY, World } from "../fixtures/world";

const SETTINGS = { BOOTSTRAP_API_KEY: BOOTSTRAP_KEY };
const worldOf = (database: TestDatabase, server: RunningServer) =>
  new World(database, [server, server], new Api(server.url, BOOTSTRAP_KEY));

/** Runs with a database and a server process of its own, which the test may treat as badly as it likes. */
async function alone(work: (database: TestDatabase, server: RunningServer) => Promise<RunningServer[]>): Promise<void> {
  const database = await createTestDatabase("restart");
  const server = await startServer(database.appUrl, SETTINGS);
  let later: RunningServer[] = [];
  try {
    later = await work(database, server);
  } finally {
    await Promise.all([server, ...later].map((each) => each.kill()));
    await database.drop();
  }
}

/** What an answer says of its connection, or the code with which there was none. */
function askOnce(url: string, key: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const asked = get(`${url}/v1/whoami`, { agent, headers: { Authorization: `Bearer ${key}` } }, (answer) => {
      answer.resume();
      answer.once("close", () => resolve(answer.complete ? String(answer.headers.connection) : "cut short"));
    });
    asked.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

interface Made {
  id: string;
  reservedUnitIds: string[];
}

/** Answers after which the server is killed: early, so that it has not given all by the time that a busy machine reads them. */
const ENOUGH = 10;

test.describe("what happens to the process or the database", () => {
  test.setTimeout(180_000);

  test("kill -9 in a burst of creates: all that was answered is there, nothing is half made", async () => {
    await alone(async (database, server) => {
      const world = worldOf(database, server);
      const node = await world.newNode(240);
      const org = await world.newOrg();
      const wanted = Array.from({ length: 80 }, (_, index) => node.unitIds.slice(index * 3, index * 3 + 3));
      const answered: (Made | undefined)[] = [];
      const send = (api: Api, index: number) =>
        api.send("createReservation", {
          params: { nodeId: node.id },
          body: { unitIds: wanted[index], allowedOrgIds: [org.id] },
          headers: { "Idempotency-Key": `burst-${index}` },
        });
      const burst = wanted.map(async (_, index) => {
        const reply = await send(world.platform, index).catch(() => undefined);
        if (reply?.status === 201) answered[index] = reply.body as Made;
        if (answered.filter(Boolean).length === ENOUGH) await server.kill();
      });
      await Promise.all(burst);
      const told = answered.filter((each) => each !== undefined);
      expect(told.length).toBeGreaterThanOrEqual(ENOUGH);
      expect(told.length).toBeLessThan(80);

      const again = await startServer(database.appUrl, SETTINGS);
      const after = worldOf(database, again);
      const params = { nodeId: node.id };
      for (const made of told) {
        expect(await after.platform.ok("getReservation", { params: { ...params, reservationId: made.id } })).toEqual(
          made,
        );
      }
      const present = await after.platform.all("listNodeReservations", { params });
      for (const each of present) expect(wanted).toContainEqual(each.reservedUnitIds);
      await expectSound(after, node.id);
      const done = (await auditOf(after, node.id)).filter((entry) => entry.action === "reservation.create");
      expect(done.map((entry) => entry.reservationId)).toEqual(present.map((each) => each.id));

      // The client sends everything again: what was done is not done twice, and what was not is done now.
      const untilAnswered = async (index: number): Promise<Reply> => {
        const reply = await send(after.platform, index);
        return reply.status === 503 ? untilAnswered(index) : reply;
      };
      const retried: Reply[] = [];
      for (let from = 0; from < wanted.length; from += 8) {
        const some = wanted.slice(from, from + 8).map((_, index) => untilAnswered(from + index));
        retried.push(...(await Promise.all(some)));
      }
      expect(new Set(retried.map((reply) => reply.status))).toEqual(new Set([201]));
      for (const [index, made] of answered.entries()) if (made) expect(retried[index]?.body).toEqual(made);
      expect(await after.platform.all("listNodeReservations", { params })).toHaveLength(80);
      expect((await after.units(node)).filter((unit) => unit.reservable)).toEqual([]);
      await expectSound(after, node.id);
      return [again];
    });
  });

  test("SIGTERM lets a request in flight finish, takes no new one, and ends", async () => {
    await alone(async (database, server) => {
      const world = worldOf(database, server);
      const node = await world.newNode(1);
      const org = await world.newOrg();
      const fresh = await world.newKey((await world.platform.ok("whoami")).orgId);
      const bytes = requestBytes(server.url, {
        method: "POST",
        path: `/v1/nodes/${node.id}/reservations`,
        key: fresh.api.key,
        headers: ["Content-Type: application/json"],
        body: JSON.stringify({ unitIds: node.unitIds, allowedOrgIds: [org.id] }),
      });
      const slow = new RawConnection(server.url);
      await slow.send(bytes.subarray(0, bytes.length - 10));
      const used = () =>
        query<{ used: boolean }>(world, "select last_used_at is not null as used from api_keys where id = $1", [
          fresh.id,
        ]);
      await expect.poll(async () => (await used())[0]?.used).toBe(true);
      const stopped = server.stop();
      await expect
        .poll(() =>
          fetch(`${server.url}/health`).then(
            () => "open",
            () => "closed",
          ),
        )
        .toBe("closed");
      await slow.send(bytes.subarray(bytes.length - 10));
      expect((await slow.reply()).status).toBe(201);
      expect(await stopped).toBe(0);
      const rows = await query(world, "select id from reservations where node_id = $1", [node.id]);
      expect(rows).toHaveLength(1);
      return [];
    });
  });

  test("SIGTERM cuts nobody who goes on using connections that stay open, as a busy proxy does", async () => {
    await alone(async (database, server) => {
      const { platform } = worldOf(database, server);
      const agent = new Agent({ keepAlive: true });
      const told: string[] = [];
      /** One question after the other, until no new connection is taken. */
      const ask = async (): Promise<void> => {
        const answer = await askOnce(server.url, platform.key, agent);
        if (answer === "ECONNREFUSED") return;
        told.push(answer);
        await ask();
      };
      const asking = Promise.all([ask(), ask(), ask(), ask()]);
      await expect.poll(() => told.length).toBeGreaterThan(100);
      const stopped = server.stop();
      await asking;
      expect(await stopped).toBe(0);
      // From the order on each answer is the last of its connection, and none is lost.
      const first = told.indexOf("close");
      expect(first).toBeGreaterThan(0);
      expect(told.slice(first).length).toBeGreaterThan(3);
      expect(new Set(told.slice(0, first))).toEqual(new Set(["keep-alive"]));
      expect(new Set(told.slice(first + 3))).toEqual(new Set(["close"]));
      agent.destroy();
      return [];
    });
  });

  test("a database that is gone is 503 within 5 s on /ready and on calls, and the process recovers", async () => {
    await alone(async (database, server) => {
      const { platform } = worldOf(database, server);
      const maintenance = new URL(database.url);
      maintenance.pathname = "/postgres";
      const admin = (sql: string, values: unknown[] = []) =>
        withClient(maintenance.href, (client) => client.query(sql, values));
      const ready = async () => (await fetch(`${server.url}/ready`)).status;
      expect(await ready()).toBe(200);

      await admin(`alter database "${database.name}" allow_connections false`);
      await admin("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [database.name]);
      const from = performance.now();
      expect(await ready()).toBe(503);
      expect(performance.now() - from).toBeLessThan(5 * SECOND);
      const told = await fetch(`${server.url}/ready`);
      expect(told.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(await told.json()).toEqual({ code: "unavailable", error: expect.any(String) });
      expect((await fetch(`${server.url}/health`)).status).toBe(200);

      const calls: Promise<Reply>[] = [
        platform.raw("GET", "/v1/whoami"),
        platform.raw("GET", "/v1/nodes/x"),
        platform.raw("POST", "/v1/orgs", { body: '{"name":"x"}', headers: { "Content-Type": "application/json" } }),
      ];
      for (const reply of await Promise.all(calls)) {
        expect(reply.status).toBe(503);
        expect((reply.body as ErrorBody).code).toBe("unavailable");
        expect(JSON.stringify(reply.body)).not.toMatch(/connect|terminat|postgres|ECONN|\bpg\b/i);
        expect(reply.headers.get("retry-after")).toMatch(/^\d+$/);
      }
      expect(performance.now() - from).toBeLessThan(10 * SECOND);
      // Callers hear one plain sentence; the log has the reason.
      expect(server.output()).toMatch(/accepting connections/);

      await admin(`alter database "${database.name}" allow_connections true`);
      await expect.poll(ready).toBe(200);
      expect(await platform.ok("whoami")).toMatchObject({ isPlatform: true });
      expect(await platform.all("listOrgs")).toHaveLength(1);
      return [];
    });
  });

  test("a database that lacks a migration is 503 on /ready until it has it", async () => {
    await alone(async (database, server) => {
      const world = worldOf(database, server);
      const ready = async () => (await fetch(`${server.url}/ready`)).status;
      const [last] = await query<{ name: string }>(
        world,
        "delete from schema_migrations where name = (select max(name) from schema_migrations) returning name",
      );
      expect(await ready()).toBe(503);
      await query(world, "insert into schema_migrations (name) values ($1)", [last?.name]);
      expect(await ready()).toBe(200);
      return [];
    });
  });
});

import { Console } from "../fixtures/console-call";
import { auditOf, query } from "../fixtures/database";
import { forgetSignIns, newPerson, type Person } from "../fixtures/people";
import { type RunningServer, startServer } from "../fixtures/server";
import { RawConnection } from "../fixtures/socket";
import { expect, type TestNode, test, type World } from "../fixtures/world";

/** Those who may sign in wrongly in a minute, from one address. */
const SIGN_INS = 10;

test.describe.configure({ timeout: 180_000 });

let server: RunningServer;

test.beforeAll(async ({ world }) => {
  server = await startServer(world.database.appUrl, {
    TRUST_PROXY: "1",
    ACCESS_LOG: "1",
    LOG_LEVEL: "info",
  });
});
test.afterAll(() => server.stop());

const from = (address: string) => ({ "x-forwarded-for": address });

async function signInWrongly(url: string, address: string): Promise<number> {
  const reply = await fetch(`${url}/api/trpc/session.signIn`, {
    method: "POST",
    headers: { "Content-Type": "application/json", origin: url, ...from(address) },
    body: JSON.stringify({ email: "nobody@holdfast.example", password: "not the password of anybody" }),
  });
  await reply.body?.cancel();
  return reply.status;
}

async function sourcesOf(world: World, url: string, node: TestNode, address: string): Promise<string | undefined> {
  const refused = await world.platform.at(url).send("createReservation", {
    params: { nodeId: node.id },
    body: { unitIds: ["none"], allowedOrgIds: ["none"] },
    headers: from(address),
  });
  expect(refused.status).toBe(400);
  const entries = await auditOf(world, node.id);
  return entries.find((entry) => entry.requestId === refused.headers.get("x-request-id"))?.source;
}

test("the trail and the log name who asked the proxy, not what somebody wrote before that", async ({ world }) => {
  const node = await world.newNode(1);
  expect(await sourcesOf(world, server.url, node, "198.51.100.7")).toBe("REST 198.51.100.7");
  expect(await sourcesOf(world, server.url, node, "1.2.3.4, 198.51.100.8")).toBe("REST 198.51.100.8");
  expect(await sourcesOf(world, server.url, node, "1.2.3.4, nonsense")).toMatch(/^REST .*127\.0\.0\.1$/);
  const lines = server.output().split("\n");
  const peers = lines.filter((line) => line.includes('"msg":"request"')).map((line) => JSON.parse(line).peer);
  expect(peers).toEqual(expect.arrayContaining(["198.51.100.7", "198.51.100.8"]));
  expect(server.output()).not.toContain("1.2.3.4");
});

test("without the setting nobody's word is believed", async ({ world }) => {
  const node = await world.newNode(1);
  const [{ url }] = world.servers;
  expect(await sourcesOf(world, url, node, "198.51.100.7")).toMatch(/^REST .*127\.0\.0\.1$/);
});

/** As if every address that has tried had tried as often as it may. */
const useUpTries = (world: World) =>
  query(world, "update rate_limits set count = $1, last_request = $2", [SIGN_INS, Date.now()]);

test("signing in is limited for each client by itself, whatever it claims to have come through", async ({ world }) => {
  await forgetSignIns(world);
  expect(await signInWrongly(server.url, "198.51.100.9")).toBe(401);
  await useUpTries(world);
  expect(await signInWrongly(server.url, "192.0.2.1, 198.51.100.9"), "a forged address is no other client").toBe(429);
  expect(await signInWrongly(server.url, "198.51.100.10"), "another client is not held up").toBe(401);

  await forgetSignIns(world);
  const [{ url }] = world.servers;
  expect(await signInWrongly(url, "198.51.100.11")).toBe(401);
  await useUpTries(world);
  expect(await signInWrongly(url, "198.51.100.12"), "without the setting it is all one client").toBe(429);
  await forgetSignIns(world);
});

/** A page that follows changes live: what it has heard so far, and whether it has ended. */
async function follow(world: World, someone: Person) {
  await forgetSignIns(world);
  const { cookie } = await Console.of(world, someone);
  const reply = await fetch(`${server.url}/api/trpc/console.changes`, { headers: { cookie: cookie ?? "" } });
  expect(reply.status).toBe(200);
  const heard = { text: "", isOver: false };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) heard.text += decoder.decode(chunk);
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      heard.isOver = true;
    });
  return heard;
}

test("on SIGTERM pages that follow changes and idle connections are let go, and the server ends with 0", async ({
  world,
}) => {
  const { orgId } = await world.platform.ok("whoami");
  const heard = await follow(world, await newPerson(world, "Follower", [[orgId, "owner"]]));
  // Until the server has begun to follow the trail, a change may go by.
  await expect
    .poll(async () => {
      const node = await world.newNode(1);
      return heard.text.includes(node.id);
    })
    .toBe(true);
  const idle = new RawConnection(server.url);
  await idle.send(`GET /health HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`);
  expect(await server.stop()).toBe(0);
  expect((await idle.reply()).status).toBe(200);
  await expect.poll(() => heard.isOver).toBe(true);
});

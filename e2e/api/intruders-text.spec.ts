import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "@/server/contract/operation";
import { type OperationId, operations } from "@/server/contract/operations";
import { Console } from "../fixtures/console-call";
import { newPerson, PASSWORD } from "../fixtures/people";
import { startServer } from "../fixtures/server";
import { exchange } from "../fixtures/socket";
import { csvRecords } from "../fixtures/trail";
import { expect, test, World } from "../fixtures/world";

const ROOT = join(import.meta.dirname, "..", "..");
const admin = async (world: World) =>
  newPerson(world, "Ira Intruded", [[(await world.platform.ok("whoami")).orgId, "owner"]]);

test("what reaches browsers holds no secret and no map to our source, and files outside can't be asked for", async ({
  world,
}) => {
  const files = readdirSync(join(ROOT, ".next", "static"), { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  const scripts = files.filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  for (const file of scripts) {
    const text = readFileSync(join(ROOT, ".next", "static", file), "utf8");
    expect(text, file).not.toMatch(
      /AUTH_SECRET|DATABASE_URL|postgres(ql)?:\/\/|\bkysely\b|select .{1,80} from \w+ where/i,
    );
    expect(text, file).not.toContain(ROOT);
  }
  const { url } = world.servers[0];
  for (const path of [
    "/.env",
    "/.git/config",
    "/package.json",
    "/docs/assets/..%2f..%2fpackage.json",
    "/_next/static/../../package.json",
    "/_next/static/..%2f..%2fpackage.json",
    "/_next/image?url=%2Fetc%2Fpasswd&w=64&q=75",
    "/_next/image?url=http%3A%2F%2F127.0.0.1%2F&w=64&q=75",
    "/..%2f..%2fetc%2fpasswd",
  ]) {
    const reply = await exchange(
      url,
      `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`,
    );
    expect([path, reply.status >= 300 && reply.status < 500], `${reply.status}`).toEqual([path, true]);
    expect(reply.body).not.toMatch(/"dependencies"|root:x:|\[core\]/);
  }
});

const SQL = ["'; drop table nodes; --", "' or '1'='1", "x') or 1=1 --", "\\'; select pg_sleep(5); --", "%", "_", "$1"];

test("SQL in any text, path or filter is text: it finds nothing more and breaks nothing", async ({ world }) => {
  const someone = await Console.of(world, await admin(world));
  const org = await world.newOrg();
  const node = await world.newNode(1);
  for (const text of SQL) {
    expect((await org.api.send("getNode", { params: { nodeId: text } })).status).toBe(404);
    const filtered = await world.platform.send("listReservations", { query: { nodeId: text } });
    expect([text, filtered.status, filtered.body]).toEqual([text, 200, { items: [] }]);
    const { id } = await world.reserve(node, node.unitIds, [org], { contractRef: text, reason: text });
    const params = { nodeId: node.id, reservationId: id };
    expect((await world.platform.ok("getReservation", { params })).contractRef).toBe(text);
    await world.platform.ok("cancelReservation", { params, body: { reason: text } });
    for (const [path, input] of [
      ["console.search", { text }],
      ["console.fleet", { search: text }],
    ] as const) {
      expect([path, (await someone.ask(path, input)).status < 500]).toEqual([path, true]);
    }
    const exportPath = `${someone.url}/api/audit/export?format=csv&search=${encodeURIComponent(text)}`;
    const file = await fetch(exportPath, { headers: { cookie: someone.cookie ?? "" } });
    expect(file.status).toBeLessThan(500);
    await file.text();
  }
  expect((await world.units(node)).length).toBe(1);
});

test("no cell of an export is a formula, whoever wrote the text in it", async ({ world }) => {
  const someone = await Console.of(world, await admin(world));
  const org = await world.newOrg();
  const node = await world.newNode(1);
  const formulas = [
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(1)",
    '=HYPERLINK("https://evil.example","x")',
    "\uff1d1+1",
    '",=1+1',
    "a\r\n=1+1",
  ];
  for (const reason of formulas) {
    const { id } = await world.reserve(node, node.unitIds, [org], { contractRef: reason.replace(/\s+/g, " "), reason });
    await world.platform.ok("cancelReservation", { params: { nodeId: node.id, reservationId: id }, body: { reason } });
  }
  for (const path of ["/api/audit/export?format=csv", "/api/reservations/export"]) {
    const file = await fetch(someone.url + path, { headers: { cookie: someone.cookie ?? "" } });
    const cells = csvRecords(await file.text()).flatMap((record) => Object.values(record));
    expect(cells.filter((cell) => cell.includes("cmd|")).length, path).toBeGreaterThan(0);
    expect(
      cells.filter((cell) => /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell)),
      path,
    ).toEqual([]);
  }
});

test("keys of every scope: each permission alone opens its own calls and no other", async ({ world }) => {
  const { orgId } = await world.platform.ok("whoami");
  const permissions = [
    ...new Set((Object.values(operations) as Operation[]).flatMap(({ permission }) => permission ?? [])),
  ];
  for (const permission of permissions) {
    const { api } = await world.newKey(orgId, [permission]);
    for (const [id, op] of Object.entries(operations) as [OperationId, Operation][]) {
      if (op.permission === undefined || op.permission === permission) continue;
      const params = Object.fromEntries(
        [...op.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, name === "orgId" ? orgId : "x"]),
      );
      const reply = await api.send(id, { params, ...(op.body && { body: {} }) });
      expect([permission, id, [403, 404].includes(reply.status)]).toEqual([permission, id, true]);
    }
  }
});

test("no log holds a password, a key, a session or a link, however much is written down", async ({ world }) => {
  const secret = "the secret that signs everything here";
  const server = await startServer(world.database.appUrl, { LOG_LEVEL: "trace", ACCESS_LOG: "1", AUTH_SECRET: secret });
  try {
    const there = new World(world.database, [server, server], world.platform.at(server.url));
    const { orgId } = await there.platform.ok("whoami");
    const person = await newPerson(there, "Lola Logged", [[orgId, "owner"]]);
    const someone = await Console.of(there, person);
    const signIn = { email: person.email, password: "a wrong password that nobody may read" };
    expect((await new Console(server.url).change("session.signIn", signIn)).status).toBe(401);
    const invited = await someone.change("people.invite", { orgId, email: "new@holdfast.example", role: "viewer" });
    const { link } = invited.data as { link: string };
    await (await fetch(server.url + new URL(link).pathname)).text();
    const { api } = await there.newKey(orgId);
    await api.refused("createOrg", "invalid_request", { body: { name: "x", key: api.key } });
    await (await fetch(`${server.url}/v1/whoami?key=${api.key}`)).text();
    await expect.poll(() => server.output()).toContain('"status":401');
    const secrets = {
      password: PASSWORD,
      "wrong password": signIn.password,
      session: /session_token=([^;]+)/.exec(someone.cookie ?? "")?.[1],
      link: link.split("/").at(-1),
      key: api.key,
      "key of the operator": world.platform.key,
      secret,
      "database's password": new URL(world.database.appUrl).password,
    };
    for (const [what, text = ""] of Object.entries(secrets)) {
      expect([what, text.length > 10]).toEqual([what, true]);
      expect([what, server.output().includes(text)]).toEqual([what, false]);
      expect([what, server.output().includes(decodeURIComponent(text))]).toEqual([what, false]);
    }
  } finally {
    await server.stop();
  }
});

test("behind https the session's cookie goes over https alone", async ({ world }) => {
  const address = "https://gpu.example.com";
  const server = await startServer(world.database.appUrl, { PUBLIC_URL: address });
  try {
    const person = await admin(world);
    const reply = await fetch(`${server.url}/api/trpc/session.signIn`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: address },
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
    });
    expect(reply.status, await reply.text()).toBe(200);
    for (const cookie of reply.headers.getSetCookie()) expect(cookie).toMatch(/^__Secure-.*; Secure/i);
    expect(reply.headers.getSetCookie().length).toBeGreaterThan(0);
  } finally {
    await server.stop();
  }
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "@/server/contract/operation";
import { type OperationId, operations } from "@/server/contract/operations";
import { Console } from "../fixtures/console-call";
import { newPerson } from "../fixtures/people";
import { exchange } from "../fixtures/socket";
import { csvRecords } from "../fixtures/trail";
import { expect, test, type World } from "../fixtures/world";

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

import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { ANSWER_MS, bearer, hear } from "../fixtures/doors";
import { exchange, RawConnection } from "../fixtures/socket";
import { expect, test } from "../fixtures/world";

const MIB = 1024 * 1024;
const AT_ONCE = 6;
const SENT_MIB = 64;
/** Less than half of what is poured at one door, and several times the 8 MiB for each that a door may take before it cuts. */
const MOST_GROWTH_MIB = 300;

const memoryOf = (pid: number): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" })) / 1024;

/** Sends a body, whether anybody reads it or not, and answers with what was said meanwhile. */
function pour(url: string, head: readonly string[], chunk: Buffer, times: number): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let said = "";
  socket.on("data", (data) => {
    said += data.toString();
  });
  return new Promise((resolve) => {
    let left = times;
    const more = () => {
      while (left > 0 && !socket.destroyed) {
        left -= 1;
        if (!socket.write(chunk)) return;
      }
      socket.end();
    };
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(said));
    socket.on("drain", more);
    socket.write(`${[...head, `Host: ${hostname}:${port}`, "Connection: close"].join("\r\n")}\r\n\r\n`, more);
  });
}

test("bodies without end are refused or cut at every door, and none of them is held", async ({ world }) => {
  test.setTimeout(120_000);
  const { url, pid } = world.servers[0];
  const key = `Authorization: Bearer ${world.platform.key}`;
  const json = "Content-Type: application/json";
  const length = `Content-Length: ${SENT_MIB * MIB}`;
  const chunk = Buffer.alloc(MIB, " ");
  const framed = Buffer.concat([Buffer.from(`${MIB.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]);
  const doors: [string, string[]][] = [
    ["REST", ["POST /v1/orgs HTTP/1.1", key, json]],
    ["REST, by nobody", ["POST /v1/orgs HTTP/1.1", json]],
    ["REST, no such path", ["POST /v1/x HTTP/1.1", json]],
    ["sign-in", ["POST /api/trpc/session.signIn HTTP/1.1", json, `Origin: ${url}`]],
    ["a page", ["POST /sign-in HTTP/1.1", json]],
    ["a server action", ["POST /sign-in HTTP/1.1", "Next-Action: x", "Content-Type: text/plain"]],
    ["an export", ["POST /api/reservations/export HTTP/1.1", json]],
  ];
  const before = memoryOf(pid);
  let most = before;
  for (const [what, head] of doors) {
    const declared = Array.from({ length: AT_ONCE }, () => pour(url, [...head, length], chunk, SENT_MIB));
    const chunked = Array.from({ length: AT_ONCE }, () =>
      pour(url, [...head, "Transfer-Encoding: chunked"], framed, SENT_MIB),
    );
    for (const said of await Promise.all([...declared, ...chunked])) {
      // A page is made as for whoever only looks at it, and may be there before the body is found too large.
      const wrong = what === "a page" ? /^HTTP\/1\.1 5/ : /^HTTP\/1\.1 (200|201|5)/;
      expect([what, wrong.test(said)], said.slice(0, 200)).toEqual([what, false]);
    }
    most = Math.max(most, memoryOf(pid));
  }
  // What is small on the way and large when unpacked isn't unpacked.
  const bomb = gzipSync(Buffer.alloc(SENT_MIB * MIB));
  for (const path of ["/v1/orgs", "/api/trpc/session.signIn"]) {
    const head = [`POST ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, key, json, "Content-Encoding: gzip"];
    const bytes = Buffer.from(
      `${[...head, `Origin: ${url}`, `Content-Length: ${bomb.length}`, "Connection: close"].join("\r\n")}\r\n\r\n`,
    );
    const { status } = await exchange(url, Buffer.concat([bytes, bomb]));
    expect([path, status >= 400 && status < 500]).toEqual([path, true]);
  }
  most = Math.max(most, memoryOf(pid));
  expect(most - before, `${before} MiB before`).toBeLessThan(MOST_GROWTH_MIB);
  expect((await world.platform.send("whoami")).status).toBe(200);
});

test("nesting without end is refused, and breaks nothing", async ({ world }) => {
  const { url } = world.servers[0];
  const deep = [
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`,
    "[".repeat(200_000),
  ];
  for (const body of deep) {
    const asked: [string, Record<string, string>][] = [
      ["/v1/orgs", bearer],
      ["/v1/inventory/preview", bearer],
      ["/api/trpc/session.signIn", { "content-type": "application/json", origin: url }],
    ];
    for (const [path, headers] of asked) {
      const { status, text } = await hear(url + path, { method: "POST", headers, body });
      expect([path, status], text.slice(0, 200)).toEqual([path, 400]);
    }
  }
});

test("clients that send slowly keep nobody waiting, and are let go", async ({ world }) => {
  test.setTimeout(120_000);
  const { url } = world.servers[0];
  const host = new URL(url).host;
  const key = `Authorization: Bearer ${world.platform.key}`;
  const halves = [
    `GET /v1/whoami HTTP/1.1\r\nHost: ${host}\r\nX-A: `,
    `POST /v1/orgs HTTP/1.1\r\nHost: ${host}\r\n${key}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"name":`,
    `POST /api/trpc/session.signIn HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
  ];
  const slow = await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const connection = new RawConnection(url, 60_000);
      await connection.send(halves[index % halves.length] ?? "");
      return connection;
    }),
  );
  const heard = await Promise.all(Array.from({ length: 30 }, () => hear(`${url}/v1/whoami`, { headers: bearer })));
  expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]));
  for (const { ms } of heard) expect(ms).toBeLessThan(ANSWER_MS);
  // Headers have ten seconds.
  const { status } = await slow[0]!.reply();
  expect(status).toBe(400);
  for (const connection of slow) connection.destroy();
});

import { exchange, expectRefusal as expectJsonRefusal, requestBytes } from "../fixtures/socket";
import { expectStillRunning, sold } from "../fixtures/spot";
import { expect, test } from "../fixtures/world";

const ODD_METHODS = ["TRACE", "FOO", "post", "Get", "PROPFIND", "PURGE", "QUERY", "CONNECT"];
const JSON_TYPE = "Content-Type: application/json";

test.describe("16: what reaches the server over the wire and is no call at all", () => {
  test("methods that nobody has are 405 as well, over the wire", async ({ world }) => {
    const setting = await sold(world);
    const { url } = world.servers[0];
    const { reservationId } = setting.params;
    for (const path of [setting.base, `${setting.base}/${reservationId}/reclaim`, "/v1/nodes/none/reservations"]) {
      for (const method of ODD_METHODS) {
        for (const key of [world.platform.key, "bad", undefined]) {
          const body = method === "post" ? JSON.stringify({ unitIds: setting.node.unitIds }) : undefined;
          const request = { method, path, ...(key && { key }), headers: [JSON_TYPE], ...(body && { body }) };
          const reply = await exchange(url, requestBytes(url, request));
          expectJsonRefusal(reply, 405, "method_not_allowed", `${method} ${path}`);
          expect(reply.headers.allow?.join()).toBe(path.endsWith("/reclaim") ? "POST" : "GET, HEAD, POST");
          expect(reply.body).not.toContain(world.platform.key);
        }
      }
    }
    await expectStillRunning(world, setting);
  });

  test("what is no proper HTTP is still answered in the one shape, and never acted on", async ({ world }) => {
    const setting = await sold(world);
    const { url } = world.servers[0];
    const auth = `Authorization: Bearer ${world.platform.key}`;
    const post = `POST ${setting.base}/${setting.params.reservationId}/cancel HTTP/1.1`;
    const requests: [string, string, number][] = [
      ["garbage", "hello\r\n\r\n", 400],
      ["no version", `GET ${setting.base}\r\n\r\n`, 400],
      ["a version to come", `GET ${setting.base} HTTP/9.9\r\nHost: x\r\n\r\n`, 400],
      ["no host", `GET ${setting.base} HTTP/1.1\r\n${auth}\r\nConnection: close\r\n\r\n`, 400],
      ["two hosts", `GET ${setting.base} HTTP/1.1\r\nHost: a\r\nHost: b\r\n${auth}\r\nConnection: close\r\n\r\n`, 400],
      ...["", "a b", "a:1@2", "a:x", "a/b", "[::1", "a@b", "http://a"].map((host): [string, string, number] => [
        `the host ${host}`,
        `GET ${setting.base} HTTP/1.1\r\nHost: ${host}\r\n${auth}\r\nConnection: close\r\n\r\n`,
        400,
      ]),
      ["a header without a colon", `${post}\r\nHost: x\r\n${auth}\r\nnonsense\r\n\r\n`, 400],
      ["a space before the colon", `${post}\r\nHost: x\r\n${auth}\r\nX-A : b\r\nConnection: close\r\n\r\n`, 400],
      ["a folded header", `${post}\r\nHost: x\r\n${auth}\r\nX-A: b\r\n c\r\nConnection: close\r\n\r\n`, 400],
      ["two lengths", `${post}\r\nHost: x\r\n${auth}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
      [
        "a length and chunks",
        `${post}\r\nHost: x\r\n${auth}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        400,
      ],
      ["a negative length", `${post}\r\nHost: x\r\n${auth}\r\nContent-Length: -1\r\n\r\n`, 400],
      [
        "broken chunks",
        `${post}\r\nHost: x\r\n${auth}\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
        400,
      ],
      ["a NUL in a header", `${post}\r\nHost: x\r\n${auth}\r\nX-A: a\0b\r\n\r\n`, 400],
      ["huge headers", `${post}\r\nHost: x\r\n${auth}\r\nX-A: ${"a".repeat(40_000)}\r\n\r\n`, 413],
      [
        "an unknown expectation",
        `${post}\r\nHost: x\r\n${auth}\r\nExpect: miracles\r\n${JSON_TYPE}\r\nContent-Length: 3\r\nConnection: close\r\n\r\n{x}`,
        400,
      ],
      ...["*v1/orgs", "*", "*/v1/orgs", "ftp://x/v1/orgs", "http:/v1/orgs", "v1:/orgs"].map(
        (target): [string, string, number] => [
          `the target ${target}`,
          `GET ${target} HTTP/1.1\r\nHost: x\r\n${auth}\r\nConnection: close\r\n\r\n`,
          400,
        ],
      ),
      ["two keys", `${post}\r\nHost: x\r\n${auth}\r\n${auth}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, 401],
    ];
    for (const [name, bytes, status] of requests) {
      const reply = await exchange(url, bytes);
      const code = { 400: "invalid_request", 401: "unauthorized", 413: "payload_too_large" }[status]!;
      expectJsonRefusal(reply, status, code, name);
    }
    await expectStillRunning(world, setting);
  });

  test("pages are asked for in ways that the framework can't read, and it is nobody's fault but the caller's", async ({
    world,
  }) => {
    const { url } = world.servers[0];
    const ask = (method: string, target: string, headers: string[] = []) =>
      exchange(
        url,
        [`${method} ${target} HTTP/1.1`, "Host: x", ...headers, "Content-Length: 0", "Connection: close", "", ""].join(
          "\r\n",
        ),
      );
    const badTargets = [
      "/nodes/%",
      "/nodes/%E0%A4%A",
      "/nodes/%zz/audit?x=%",
      "/invite/%",
      "/docs/assets/%",
      "/_next/%",
    ];
    for (const method of ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"]) {
      for (const target of [...badTargets, "/_global-error", "/_error", "/500"]) {
        const { status } = await ask(method, target);
        expect(status, `${method} ${target}`).toBeLessThan(500);
      }
    }
    const state = (value: unknown) => `Next-Router-State-Tree: ${encodeURIComponent(JSON.stringify(value))}`;
    const badStates = [
      ["Next-Router-State-Tree: %"],
      ["Next-Router-State-Tree: %5B"],
      [state([])],
      [state({})],
      [state(["", { children: ["x"] }])],
      [state(["", {}]), state(["", {}])],
      [`Next-Router-State-Tree: ${"x".repeat(9_000)}`],
    ];
    for (const bad of badStates) {
      for (const rest of [[], ["RSC: 1"], ["RSC: 1", "Next-Router-Prefetch: 1", "Next-Router-Segment-Prefetch: /%"]]) {
        for (const method of ["GET", "POST"]) {
          const { status, headers } = await ask(method, "/sign-in", [...bad, ...rest]);
          expect(status, `${method} ${bad} ${rest}`).toBeLessThan(500);
          if (method === "GET") expect(headers["content-type"]?.join()).toMatch(/^text\/html/);
        }
      }
    }
    const good = await ask("GET", "/sign-in", ["RSC: 1", state(["", {}])]);
    // What it can read is still a navigation: the framework wants a sum of its headers in the address of such.
    expect([good.status, good.headers.location?.join()]).toEqual([307, expect.stringContaining("_rsc=")]);
  });
});

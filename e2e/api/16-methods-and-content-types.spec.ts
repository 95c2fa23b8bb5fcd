import { gzipSync } from "node:zlib";
import type { ErrorBody } from "../fixtures/api";
import { allowOf, documentedPaths, filled } from "../fixtures/paths";
import { exchange, expectRefusal as expectJsonRefusal, RawConnection, requestBytes } from "../fixtures/socket";
import { expectStillRunning, sold } from "../fixtures/spot";
import { expect, test } from "../fixtures/world";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
const JSON_TYPE = "Content-Type: application/json";

test.describe("16: unexpected methods and body types", () => {
  test("a method that a path lacks is 405 with Allow, whoever asks and whatever exists", async ({ world }) => {
    test.setTimeout(180_000);
    const setting = await sold(world);
    const real = { ...setting.params, orgId: setting.a.id, workloadId: setting.vm.id, keyId: "key_x" };
    const askers = [
      { api: world.platform, params: real },
      { api: setting.a.api, params: real },
      { api: world.platform.as("bad"), params: {} },
      { api: world.platform.as(""), params: real },
    ];
    const strange: unknown[] = [];
    for (const [path, methods] of documentedPaths()) {
      const allow = allowOf(methods);
      const lacking = METHODS.filter((method) => !allow.split(", ").includes(method));
      await Promise.all(
        lacking.map(async (method) => {
          for (const { api, params } of askers) {
            const { status, headers, body } = await api.raw(method, filled(path, params));
            const { code } = method === "HEAD" ? { code: "method_not_allowed" } : (body as ErrorBody);
            const isJson = headers.get("content-type")?.startsWith("application/json");
            const right = status === 405 && headers.get("allow") === allow && isJson && code === "method_not_allowed";
            if (!right) strange.push([method, path, api.key, status, headers.get("allow"), body]);
          }
        }),
      );
    }
    expect(strange).toEqual([]);
    await expectStillRunning(world, setting);
  });

  test("HEAD answers like GET without a body, under the same rules", async ({ world }) => {
    const setting = await sold(world);
    const real = { ...setting.params, orgId: setting.a.id, workloadId: setting.vm.id };
    // The client asks for another handling of the connection with HEAD; that is between the two of them.
    const perHop = ["date", "x-request-id", "connection", "keep-alive"];
    const headersOf = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !perHop.includes(name)));
    for (const [path, methods] of [...documentedPaths(), ["/health", ["GET"]], ["/openapi.json", ["GET"]]] as const) {
      if (!methods.includes("GET")) continue;
      for (const api of [world.platform, setting.a.api, setting.buyer.api, world.platform.as("bad")]) {
        const get = await fetch(api.url + filled(path, real), { headers: { Authorization: `Bearer ${api.key}` } });
        const head = await fetch(api.url + filled(path, real), {
          method: "HEAD",
          headers: { Authorization: `Bearer ${api.key}` },
        });
        const [text, empty] = [await get.text(), await head.text()];
        expect([path, head.status, empty]).toEqual([path, get.status, ""]);
        // The same key is used in between, which alone may lengthen the list that shows when.
        const [got, asked] = [headersOf(get.headers), headersOf(head.headers)];
        if (path.endsWith("/api-keys")) for (const each of [got, asked]) delete each["content-length"];
        else expect(got["content-length"]).toBe(String(Buffer.byteLength(text)));
        expect(asked).toEqual(got);
      }
    }
  });

  test("reading never acts, and no header or query makes one method another", async ({ world }) => {
    const setting = await sold(world);
    const one = `${setting.base}/${setting.params.reservationId}`;
    for (const call of ["reclaim", "release", "cancel", "reaffirm"]) {
      for (const headers of [
        {},
        { Purpose: "prefetch", "Sec-Purpose": "prefetch" },
        { "X-HTTP-Method-Override": "POST" },
      ]) {
        for (const method of ["GET", "HEAD"]) {
          expect(
            (await world.platform.raw(method, `${one}/${call}`, { headers: headers as Record<string, string> })).status,
          ).toBe(405);
        }
      }
    }
    const body = JSON.stringify({ unitIds: setting.node.unitIds.slice(0, 1), dryRun: true });
    for (const header of ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"]) {
      const posted = await world.platform.raw("POST", `${one}/reclaim`, {
        body,
        headers: { "Content-Type": "application/json", [header]: "GET" },
      });
      expect(posted.body).toMatchObject({ wouldTerminate: [setting.vm.id] });
      const got = await world.platform.raw("GET", setting.base, { headers: { [header]: "DELETE" } });
      expect(got.body).toMatchObject({ items: [{ id: setting.params.reservationId }] });
      const read = await world.platform.raw("GET", one, { headers: { [header]: "PATCH" } });
      expect(read.status).toBe(200);
    }
    for (const query of ["_method=DELETE", "_method=POST", "method=cancel"]) {
      expect((await world.platform.raw("GET", `${setting.base}?${query}`)).status).toBe(400);
    }
    await expectStillRunning(world, setting);
  });

  test("a body is JSON in UTF-8, said once, or it is 415 and nothing is stored", async ({ world }) => {
    const setting = await sold(world);
    const { node, a } = setting;
    const text = JSON.stringify({ unitIds: [node.unitIds[1]], allowedOrgIds: [a.id] });
    const refused: [string, string[], Buffer | string][] = [
      ["none", [], text],
      ["empty", ["Content-Type:"], text],
      ["plain", ["Content-Type: text/plain"], text],
      ["plain with JSON inside", ["Content-Type: text/plain;application/json"], text],
      ["form", ["Content-Type: application/x-www-form-urlencoded"], "unitIds=x"],
      ["multipart", ["Content-Type: multipart/form-data; boundary=x"], "--x--"],
      ["UTF-16", ["Content-Type: application/json; charset=utf-16"], Buffer.from(text, "utf16le")],
      ["Latin", ["Content-Type: application/json; charset=iso-8859-1"], text],
      ["JSON API", ["Content-Type: application/vnd.api+json"], text],
      ["near JSON", ["Content-Type: application/jsonp"], text],
      ["text JSON", ["Content-Type: text/json"], text],
      ["twice", [JSON_TYPE, JSON_TYPE], text],
      ["twice, differing", [JSON_TYPE, "Content-Type: text/plain"], text],
      ["twice, the other way", ["Content-Type: text/plain", JSON_TYPE], text],
      ["two in one", ["Content-Type: application/json, text/plain"], text],
      ["gzip", [JSON_TYPE, "Content-Encoding: gzip"], gzipSync(text)],
      ["broken gzip", [JSON_TYPE, "Content-Encoding: gzip"], gzipSync(text).subarray(0, 20)],
      ["brotli", [JSON_TYPE, "Content-Encoding: br"], text],
    ];
    const { url } = world.servers[0];
    const { key } = world.platform;
    for (const [name, headers, body] of refused) {
      const reply = await exchange(url, requestBytes(url, { method: "POST", path: setting.base, key, headers, body }));
      expectJsonRefusal(reply, 415, "unsupported_media_type", name);
    }
    await expectStillRunning(world, setting);
    for (const type of [
      "application/json;charset=utf-8",
      "Application/JSON; Charset=UTF-8",
      'application/json; charset="utf-8"',
    ]) {
      const request = { method: "POST", path: setting.base, key, headers: [`Content-Type: ${type}`], body: text };
      const reply = await exchange(url, requestBytes(url, request));
      expect([type, reply.status], reply.body).toEqual([type, 201]);
      const { id } = JSON.parse(reply.body) as { id: string };
      await world.platform.ok("cancelReservation", { params: { nodeId: node.id, reservationId: id }, body: {} });
    }
  });

  test("a cookie alone authorises nothing", async ({ world }) => {
    const setting = await sold(world);
    const path = `${setting.base}/${setting.params.reservationId}/reclaim`;
    const body = JSON.stringify({ unitIds: setting.node.unitIds.slice(0, 1) });
    for (const type of ["text/plain", "application/json"]) {
      const reply = await fetch(world.servers[0].url + path, {
        method: "POST",
        headers: { Cookie: `session=${world.platform.key}`, Origin: "https://evil.example", "Content-Type": type },
        body,
      });
      expect(reply.status).toBe(401);
      expect(reply.headers.get("access-control-allow-origin")).toBeNull();
    }
    await expectStillRunning(world, setting);
  });

  test("answers are JSON whatever the caller would like, for every status", async ({ world }) => {
    const setting = await sold(world);
    for (const Accept of ["text/html", "application/xml", "*/*", "image/png, text/html;q=0.9", ""]) {
      for (const [method, path, status] of [
        ["GET", setting.base, 200],
        ["GET", "/v1/nodes/none", 404],
        ["GET", "/v1/nothing/here", 404],
        ["GET", "/v1", 404],
        ["GET", "/v1/", 404],
        ["GET", "/v1/nodes/", 404],
        ["GET", "/v1//nodes", 404],
        ["GET", "/v1/Nodes", 404],
        ["DELETE", setting.base, 405],
      ] as const) {
        const reply = await world.platform.raw(method, path, { headers: { Accept } });
        expect([path, Accept, reply.status]).toEqual([path, Accept, status]);
        expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
      }
      const headers = { Accept, "Content-Type": "application/json" };
      const large = await world.platform.raw("POST", setting.base, { headers, body: `"${"x".repeat(300_000)}"` });
      expect([large.status, large.headers.get("content-type")]).toEqual([413, "application/json; charset=utf-8"]);
    }
  });

  test("bodies on reads are ignored, empty ones follow the rule, and expectations are met", async ({ world }) => {
    const setting = await sold(world);
    const { url } = world.servers[0];
    const { key } = world.platform;
    const one = `${setting.base}/${setting.params.reservationId}`;
    const withBody = requestBytes(url, {
      method: "GET",
      path: setting.base,
      key,
      headers: [JSON_TYPE],
      body: '{"x":1}',
    });
    expect((await exchange(url, withBody)).status).toBe(200);
    const none = (call: string, headers: string[] = ["Content-Length: 0"]) =>
      exchange(url, requestBytes(url, { method: "POST", path: `${one}/${call}`, key, headers }));
    expectJsonRefusal(await none("release"), 400, "invalid_request", "release without a body");
    expectJsonRefusal(await none("reclaim"), 400, "invalid_request", "reclaim without a body");
    expectJsonRefusal(await none("reclaim", []), 400, "invalid_request", "reclaim without a length");
    await expectStillRunning(world, setting);

    const text = JSON.stringify({ unitIds: [setting.node.unitIds[1]], allowedOrgIds: [setting.a.id] });
    const head = requestBytes(url, {
      method: "POST",
      path: setting.base,
      key,
      headers: [JSON_TYPE, "Expect: 100-continue"],
      body: text,
    });
    const waiting = new RawConnection(url);
    await waiting.send(head.subarray(0, head.length - text.length));
    await waiting.send(text);
    const { status, body } = await waiting.reply();
    expect([status, body]).toEqual([100, expect.stringContaining("HTTP/1.1 201")]);
    expect((await none("cancel")).status).toBe(200);
  });
});

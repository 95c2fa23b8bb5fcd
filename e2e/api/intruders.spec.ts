import type { Operation } from "@/server/contract/operation";
import { operations } from "@/server/contract/operations";
import { Console } from "../fixtures/console-call";
import { query } from "../fixtures/database";
import { forgetSignIns, newPerson, PASSWORD } from "../fixtures/people";
import { exchange } from "../fixtures/socket";
import { expect, test, type World } from "../fixtures/world";

const admin = async (world: World) =>
  newPerson(world, "Ira Intruded", [[(await world.platform.ok("whoami")).orgId, "owner"]]);

/** Headers by which frameworks and proxies have been talked past their own checks. */
const TRICKS: Record<string, string>[] = [
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-middleware-subrequest": "src/middleware:src/middleware:src/middleware:src/middleware:src/middleware" },
  { "x-middleware-rewrite": "/nodes", "x-middleware-next": "1", "x-middleware-invoke": "1" },
  { "x-invoke-path": "/nodes", "x-invoke-status": "200", "x-invoke-output": "/nodes" },
  { "x-matched-path": "/nodes", "x-nextjs-data": "1" },
  { "x-original-url": "/nodes", "x-rewrite-url": "/nodes", "x-http-method-override": "GET" },
  { "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  { "x-holdfast-peer": "127.0.0.1", "x-holdfast-nonce": "mine", "x-holdfast-target": "//evil.example" },
  { rsc: "1", "next-router-prefetch": "1", "next-url": "/nodes" },
  { "content-security-policy": "script-src *" },
];

test("headers that talk to the framework open no page, and never set our nonce or where sign-in leads", async ({
  world,
}) => {
  const { url } = world.servers[0];
  const node = await world.newNode(1);
  const [{ hostname = "" } = {}] = await query<{ hostname: string }>(
    world,
    "select hostname from nodes where id = $1",
    [node.id],
  );
  for (const headers of TRICKS) {
    for (const path of [`/nodes/${node.id}`, "/nodes", "/audit", "/api/audit/export?format=csv"]) {
      const reply = await fetch(url + path, { headers, redirect: "manual" });
      const text = await reply.text();
      const what = `${path} with ${JSON.stringify(headers)}`;
      expect(text, what).not.toContain(hostname);
      expect(reply.headers.get("location") ?? "/", what).toMatch(/^\/(?!\/)/);
      expect(reply.headers.get("location") ?? "", what).not.toContain("evil.example");
      expect(reply.headers.get("content-security-policy"), what).not.toMatch(/nonce-mine|script-src \*/);
      expect(reply.status, what).toBeLessThan(500);
    }
  }
});

test("server actions that are not ours are refused, whatever they carry, and do nothing", async ({ world }) => {
  const { url } = world.servers[0];
  const someone = await Console.of(world, await admin(world));
  const orgs = await query(world, "select id from orgs");
  // The flight format's ways to reach what an object inherits.
  const bodies = [
    "[]",
    '["$F1"]',
    '[{"then":"$1:__proto__:then","status":"resolved_model","value":"{}"}]',
    "x".repeat(5000),
  ];
  for (const body of bodies) {
    for (const action of ["x", "0".repeat(42), "7f".repeat(21), "__proto__", "constructor"]) {
      const headers = {
        "Next-Action": action,
        "Content-Type": "text/plain;charset=UTF-8",
        cookie: someone.cookie ?? "",
        origin: url,
      };
      const reply = await fetch(`${url}/sign-in`, { method: "POST", headers, body, redirect: "manual" });
      const text = await reply.text();
      expect(
        [action, [200, 303, 307, 400, 404, 405, 409].includes(reply.status)],
        `${reply.status}: ${text.slice(0, 300)}`,
      ).toEqual([action, true]);
      expect(text).not.toMatch(/\bat .*\(?(file:|node:)|node_modules/);
    }
  }
  const form = new FormData();
  form.set(
    "1",
    '{"then":"$1:__proto__:then","status":"resolved_model","value":"{\\"then\\":\\"$B1337\\"}","_response":{"_prefix":"process.exit(1)//","_formData":{"get":"$1:constructor:constructor"}}}',
  );
  form.set("0", '"$@1"');
  await (
    await fetch(`${url}/sign-in`, { method: "POST", headers: { "Next-Action": "x", origin: url }, body: form })
  ).text();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(await query(world, "select id from orgs")).toEqual(orgs);
});

test("a session's cookie opens no call of the REST API, and a key opens no call of the console", async ({ world }) => {
  const someone = await Console.of(world, await admin(world));
  for (const op of Object.values(operations) as Operation[]) {
    const path = op.path.replace(/\{\w+\}/g, "x");
    const reply = await fetch(someone.url + path, {
      method: op.method,
      headers: { cookie: someone.cookie ?? "", origin: someone.url, "content-type": "application/json" },
      ...(op.method !== "GET" && { body: "{}" }),
    });
    expect([op.id satisfies string, reply.status]).toEqual([op.id, 401]);
    await reply.text();
  }
  for (const headers of [
    { authorization: `Bearer ${world.platform.key}` },
    { cookie: `holdfast.session_token=${world.platform.key}` },
  ] as HeadersInit[]) {
    expect((await fetch(`${someone.url}/api/trpc/session.me`, { headers })).status).toBe(401);
  }
});

test("the key belongs in one header alone: not in the address, another header, twice or folded", async ({ world }) => {
  const { url } = world.servers[0];
  const { key } = world.platform;
  const host = `Host: ${new URL(url).host}`;
  const asked: [string, string[]][] = [
    [`/v1/whoami?key=${key}`, []],
    [`/v1/whoami?access_token=${key}`, []],
    ["/v1/whoami", [`X-Api-Key: ${key}`]],
    ["/v1/whoami", [`Proxy-Authorization: Bearer ${key}`]],
    ["/v1/whoami", [`X-Forwarded-Authorization: Bearer ${key}`]],
    ["/v1/whoami", [`Authorization: Bearer ${key}`, "Authorization: Bearer vl_other"]],
    ["/v1/whoami", [`Authorization: Bearer ${key}, Bearer ${key}`]],
    ["/v1/whoami", [`Authorization: Token ${key}`]],
  ];
  for (const [path, lines] of asked) {
    const reply = await exchange(
      url,
      `${[`GET ${path} HTTP/1.1`, host, ...lines, "Connection: close"].join("\r\n")}\r\n\r\n`,
    );
    expect([path, lines, reply.status]).toEqual([path, lines, 401]);
    expect(reply.body).not.toContain(key);
  }
});

test("the session's cookie is out of reach of scripts and other sites, new at each sign-in, and worth nothing after it", async ({
  world,
}) => {
  await forgetSignIns(world);
  const person = await admin(world);
  const { url } = world.servers[0];
  const signIn = (cookie?: string) =>
    fetch(`${url}/api/trpc/session.signIn`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, ...(cookie && { cookie }) },
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
    });
  const first = await signIn();
  const session = (reply: Response) =>
    reply.headers.getSetCookie().find((each) => each.includes("session_token=")) ?? "";
  expect(session(first)).toMatch(/; HttpOnly/i);
  expect(session(first)).toMatch(/; SameSite=(Lax|Strict)/i);
  expect(session(first)).toMatch(/; Path=\//i);
  expect(session(first)).not.toMatch(/; Domain=/i);
  expect(await first.text()).not.toContain(decodeURIComponent(session(first).split(/[=;]/)[1] ?? "-").split(".")[0]);
  // A cookie that was planted before is not the one that counts afterwards.
  const planted = session(first).split(";")[0] ?? "";
  const second = await signIn(planted);
  expect(session(second).split(";")[0]).not.toBe(planted);
  const forged = new Console(url, "holdfast.session_token=chosen-by-me.c2lnbmVkLWJ5LW1l");
  expect((await forged.ask("session.me")).status).toBe(401);
  // The database's own copy of a token is no cookie: it lacks the signature.
  const [row] = await query<{ token: string }>(world, "select token from sessions order by created_at desc limit 1");
  expect((await new Console(url, `holdfast.session_token=${row?.token}`).ask("session.me")).status).toBe(401);
  const mine = new Console(url, session(second).split(";")[0]);
  expect((await mine.ask("session.me")).status).toBe(200);
  expect((await mine.change("session.signOut")).status).toBe(200);
  for (const server of world.servers)
    expect((await new Console(server.url, mine.cookie).ask("session.me")).status).toBe(401);
});

test("guessing passwords is stopped at every process at once, and an address that nobody has is refused alike", async ({
  world,
}) => {
  await forgetSignIns(world);
  const person = await admin(world);
  const guess = (email: string, server: 0 | 1, headers: Record<string, string> = {}) =>
    fetch(`${world.servers[server].url}/api/trpc/session.signIn`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: world.servers[server].url, ...headers },
      body: JSON.stringify({ email, password: "a wrong password, long enough" }),
    });
  const told = async (reply: Response) => {
    const { error } = (await reply.json()) as { error: { message: string; data: { requestId?: string } } };
    const { requestId: _, ...data } = error.data;
    return [reply.status, error.message, data];
  };
  expect(await told(await guess(person.email, 0))).toEqual(await told(await guess("nobody@holdfast.example", 0)));
  const statuses: number[] = [];
  for (let tries = 0; tries < 14; tries += 1) {
    // Another origin each time, by what the caller says of itself.
    const said = {
      "x-forwarded-for": `203.0.113.${tries}`,
      "x-real-ip": `203.0.113.${tries}`,
      "x-holdfast-peer": `203.0.113.${tries}`,
    };
    statuses.push((await guess(person.email, (tries % 2) as 0 | 1, said)).status);
  }
  expect(statuses.slice(0, 4)).toEqual([401, 401, 401, 401]);
  expect(statuses.slice(-3)).toEqual([429, 429, 429]);
  await forgetSignIns(world);
});

test("every page and answer carries its guard: scripts by nonce alone, no framing, no sniffing, no cross-site reading", async ({
  world,
}) => {
  const { url } = world.servers[0];
  const nonces = new Set<string>();
  for (const path of ["/sign-in", "/docs", "/no-such-page", "/api/trpc/session.me", "/nodes"]) {
    const reply = await fetch(url + path, { redirect: "manual", headers: { origin: "https://evil.example" } });
    const html = await reply.text();
    const csp = reply.headers.get("content-security-policy") ?? "";
    const scripts = /script-src ([^;]*)/.exec(csp)?.[1] ?? "";
    expect([path, scripts]).toEqual([path, expect.stringMatching(/'nonce-[\w+/=]{20,}'/)]);
    expect(scripts, path).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/);
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(csp).toContain(part);
    const nonce = /'nonce-([^']+)'/.exec(scripts)?.[1] ?? "";
    nonces.add(nonce);
    for (const [tag] of html.matchAll(/<script[^>]*>/g))
      expect([path, tag.includes(`nonce="${nonce}"`)], tag).toEqual([path, true]);
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.headers.get("x-powered-by")).toBeNull();
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
  }
  expect(nonces.size).toBe(5);
  const rest = await fetch(`${url}/v1/whoami`, { headers: { origin: "https://evil.example" } });
  expect([rest.headers.get("access-control-allow-origin"), rest.headers.get("x-content-type-options")]).toEqual([
    null,
    "nosniff",
  ]);
});

test("sign-in leads to no other site, and the server follows no address that it is given", async ({ world }) => {
  const someone = await Console.of(world, await admin(world));
  const { url } = world.servers[0];
  for (const next of [
    "//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "/%2e//evil.example",
    "javascript:alert(1)",
  ]) {
    for (const headers of [{}, { rsc: "1" }] as Record<string, string>[]) {
      const reply = await fetch(`${url}/sign-in?next=${encodeURIComponent(next)}`, {
        headers: { cookie: someone.cookie ?? "", ...headers },
        redirect: "manual",
      });
      const location = reply.headers.get("location") ?? "/";
      expect([next, new URL(location, url).origin], location).toEqual([next, url]);
      await reply.text();
    }
  }
  const port = new URL(url).port;
  for (const target of ["//evil.example/nodes", "/.//evil.example", "/%5cevil.example/..", "///evil.example", "//"]) {
    const reply = await exchange(url, `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    const location = reply.headers.location?.[0] ?? "/";
    expect([target, new URL(location, url).origin], location).toEqual([target, url]);
    expect([target, reply.status < 500]).toEqual([target, true]);
  }
});

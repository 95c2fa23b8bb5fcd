import { connect } from "node:net";
import { Random } from "../races/random";
import type { ApiDocument, Described } from "./document";
import { damaged, exampleOf, odd, oddText } from "./values";

/** Keys of several callers, and ids of things that exist, by the names that calls give them. */
export interface Target {
  url: string;
  keys: readonly string[];
  known: Record<string, readonly string[]>;
}

interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const ALIAS: Record<string, string> = {
  allowedOrgIds: "orgId",
  managingOrgIds: "orgId",
  ownerId: "orgId",
  unitIds: "unitId",
  ids: "nodeId",
};

/** What exists of the things that a field or parameter of this name means. */
export const knownIn =
  ({ known }: Target) =>
  (name: string): readonly string[] =>
    known[ALIAS[name] ?? name] ?? [];

function pathOf(operation: Described, random: Random, known: (name: string) => readonly string[]): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = random.below(10) === 0 ? oddText(random) : (random.pick(known(name)) ?? "none");
    // Longer addresses never come as far as the API.
    return encodeURIComponent(id.slice(0, 400).toWellFormed());
  });
}

function queryOf(operation: Described, random: Random, known: (name: string) => readonly string[]): string {
  const query = new URLSearchParams();
  for (const { in: where, name, schema, required } of operation.parameters) {
    if (where !== "query" || (!required && random.below(3) > 0)) continue;
    const value = random.below(5) === 0 ? odd(random) : exampleOf(schema, random, known, name);
    for (const each of [value].flat().slice(0, 3))
      query.append(name, (typeof each === "string" ? each : `${JSON.stringify(each)}`).slice(0, 400).toWellFormed());
  }
  if (random.below(25) === 0) query.append(oddText(random).slice(0, 50), "1");
  return query.size > 0 ? `?${query}` : "";
}

const TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "text/plain",
  "",
  "application/json;x",
  "multipart/form-data",
];

/** Text that is JSON, mostly. */
function written(value: unknown, random: Random): string {
  const text = JSON.stringify(value) ?? "";
  const kind = random.below(60);
  if (kind === 0) return text.slice(0, random.below(text.length + 1));
  if (kind === 1) return `${text}${text}`;
  if (kind === 2) return text.replace("{", '{"reason":"a","reason":"b",');
  if (kind === 3) return `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  if (kind === 4) return `\ufeff${text}`;
  return text;
}

function shotAt(operation: Described, target: Target, random: Random): Shot {
  const known = knownIn(target);
  const headers: Record<string, string> = {};
  const key = random.below(12) === 0 ? ["", "vl_wrong", "x y"][random.below(3)] : random.pick(target.keys);
  if (key) headers.Authorization = random.below(40) === 0 ? key : `Bearer ${key}`;
  if (random.below(20) === 0) headers["Idempotency-Key"] = ["", "k", "k".repeat(300), "a b"][random.below(4)] ?? "k";
  if (random.below(30) === 0) headers["x-middleware-subrequest"] = "middleware:middleware";
  const path = pathOf(operation, random, known) + queryOf(operation, random, known);
  let body: string | undefined;
  if (operation.body ? random.below(20) > 0 : random.below(20) === 0) {
    const valid = exampleOf(operation.body ?? {}, random, known);
    body = written(random.below(3) === 0 ? damaged(valid, random) : valid, random);
    const type = random.below(12) === 0 ? random.pick(TYPES) : "application/json";
    if (type) headers["Content-Type"] = type;
  }
  return { method: operation.method, path, headers, body };
}

async function fire(target: Target, shot: Shot): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(target.url + shot.path, {
    method: shot.method,
    headers: shot.headers,
    ...(shot.body !== undefined && shot.method !== "GET" && { body: shot.body }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** Requests that no document describes: any method, any path, any bytes. They must be refused, and in our shape. */
async function blind(target: Target, random: Random): Promise<string | undefined> {
  const method = random.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "X"]) as string;
  const parts = Array.from({ length: 1 + random.below(5) }, () =>
    encodeURIComponent(random.pick(["v1", "nodes", "orgs", "..", ".", "", oddText(random)]) ?? ""),
  );
  // As a client resolves it: what leads out of the API is a page's business.
  const path = new URL(`/v1/${parts.join("/")}`, target.url).pathname;
  if (!path.startsWith("/v1/")) return undefined;
  const headers = { Authorization: `Bearer ${random.pick(target.keys)}` };
  const reply = await fetch(target.url + path, {
    method,
    headers,
    ...(!["GET"].includes(method) && { body: oddText(random) }),
  });
  const text = await reply.text();
  if (reply.status >= 500) return `${method} ${path}: ${reply.status} ${text}`;
  const isOurs = text === "" || text.startsWith("{") || text.startsWith("[");
  return isOurs ? undefined : `${method} ${path}: ${reply.status} in a shape that isn't ours: ${text.slice(0, 100)}`;
}

/** Well-formed requests to every door: the API, a page, the data of a page, a call of the console and what is said in the open. */
function wellFormed({ url, keys }: Target): string[] {
  const request = (line: string, headers: string[] = [], body = "") =>
    [`${line} HTTP/1.1`, `Host: ${new URL(url).host}`, ...headers, `Content-Length: ${body.length}`, "", body].join(
      "\r\n",
    );
  const json = "Content-Type: application/json";
  const state = encodeURIComponent(
    JSON.stringify(["", { children: ["sign-in", { children: ["__PAGE__", {}] }] }, null, null]),
  );
  return [
    request("POST /v1/orgs", [json, `Authorization: Bearer ${keys[0]}`], '{"name":"x"}'),
    request("GET /nodes/node_1?unit=a", ["Accept: text/html", "Cookie: a=b"]),
    request("GET /sign-in?_rsc=abc", ["RSC: 1", `Next-Router-State-Tree: ${state}`, "Next-Url: /nodes"]),
    request("GET /invite/abc", ["RSC: 1", "Next-Router-Prefetch: 1", "Next-Router-Segment-Prefetch: /_tree"]),
    request("POST /sign-in", ["Next-Action: 0123456789", "Content-Type: text/plain;charset=UTF-8"], "[]"),
    request(`GET /api/trpc/console.fleet?batch=1&input=${encodeURIComponent('{"0":{"limit":1}}')}`),
    request("POST /api/trpc/session.signIn", [json, `Origin: ${url}`], '{"email":"a","password":""}'),
    request("GET /docs/assets/x.css", ["Range: bytes=0-1", 'If-None-Match: "a"', "Accept-Encoding: gzip"]),
  ];
}

/** Bytes of a request with some of them changed, and what comes back: nothing, or an HTTP answer below 500. */
function bytes(target: Target, random: Random): Promise<string | undefined> {
  const { hostname, port } = new URL(target.url);
  const text = random.pick(wellFormed(target)) ?? "";
  const sent = Buffer.from(text);
  for (let changes = 1 + random.below(6); changes > 0; changes -= 1)
    sent[random.below(sent.length)] = random.below(256);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const heard: Buffer[] = [];
    const done = () => {
      socket.destroy();
      const said = Buffer.concat(heard).toString("latin1");
      const status = /^HTTP\/1\.1 (\d{3})/.exec(said)?.[1];
      const isFine = said === "" || (status !== undefined && Number(status) < 500);
      resolve(isFine ? undefined : `${JSON.stringify(sent.toString("latin1"))}: ${said.slice(0, 200)}`);
    };
    socket.on("data", (chunk) => {
      heard.push(chunk);
      setTimeout(done, 5);
    });
    socket.on("close", done);
    socket.on("error", done);
    socket.setTimeout(300, done);
    socket.write(sent);
  });
}

export interface Volley {
  shots: number;
  byStatus: Record<string, number>;
  found: string[];
}

/** Fires that many requests, eight at a time, and says what came back that should not have. */
export async function fuzz(document: ApiDocument, target: Target, shots: number, seed: number): Promise<Volley> {
  const volley: Volley = { shots: 0, byStatus: {}, found: [] };
  const gun = async (index: number) => {
    const random = new Random(seed * 100 + index);
    for (; volley.shots < shots; ) {
      volley.shots += 1;
      const kind = random.below(12);
      if (kind < 2) {
        const problem = await (kind === 0 ? blind(target, random) : bytes(target, random));
        if (problem) volley.found.push(problem);
        continue;
      }
      const operation = document.operations[random.below(document.operations.length)] as Described;
      const shot = shotAt(operation, target, random);
      const { status, body } = await fire(target, shot);
      volley.byStatus[status] = (volley.byStatus[status] ?? 0) + 1;
      // A path whose last part came to nothing is another path.
      const problem = shot.path.includes("//") ? undefined : document.problem(operation, status, body);
      if (problem) volley.found.push(`${operation.id} ${JSON.stringify(shot).slice(0, 1500)}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => gun(index)));
  return volley;
}

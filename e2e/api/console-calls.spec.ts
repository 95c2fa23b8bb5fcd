import { z } from "zod";
import { MOST_IN_A_BATCH } from "@/server/contract/batch";
import { appRouter } from "@/server/trpc/router";
import { followChanges } from "../fixtures/changes";
import { Console } from "../fixtures/console-call";
import { newPerson } from "../fixtures/people";
import { expect, test } from "../fixtures/world";

test("an answer to a page is sent packed, a stream as it is", async ({ world }) => {
  const { orgId } = await world.platform.ok("whoami");
  await world.newNode(8);
  await world.newNode(8);
  const { url, cookie = "" } = await Console.of(world, await newPerson(world, "Reader", [[orgId, "owner"]]));
  const stop = new AbortController();
  const packing = async (call: string, accepted: string) => {
    const headers = { cookie, "accept-encoding": accepted };
    const reply = await fetch(`${url}/api/trpc/${call}`, { headers, signal: stop.signal });
    expect(reply.status, call).toBe(200);
    return [reply.headers.get("content-encoding"), reply];
  };
  const fleet = `console.fleet?input=${encodeURIComponent(JSON.stringify({ limit: 100 }))}`;
  const [packed, long] = (await packing(fleet, "gzip")) as [string | null, Response];
  expect(packed).toBe("gzip");
  expect(long.headers.get("vary")).toMatch(/accept-encoding/i);
  const told = (await long.json()) as { result: { data: { items: unknown[] } } };
  expect(told.result.data.items.length).toBeGreaterThanOrEqual(2);
  expect((await packing(fleet, "identity"))[0]).toBeNull();
  expect((await packing("console.changes", "gzip"))[0]).toBeNull();
  stop.abort();
});

test("who manages one reservation hears that a node changes, and not who changed it", async ({ world }) => {
  const [manager, tenant] = [await world.newOrg("Manager"), await world.newOrg("Tenant")];
  const node = await world.newNode(2);
  await world.reserve(node, [node.unitIds[0]!], [tenant], { managingOrgIds: [manager.id] });
  const person = await Console.of(world, await newPerson(world, "Mia Manager", [[manager.id, "admin"]]));
  const changes = await followChanges(person.url, person.cookie ?? "");
  // Until the server has begun to follow the trail, a change may go by.
  await expect
    .poll(async () => {
      const { id } = await world.reserve(node, [node.unitIds[1]!], [tenant]);
      await world.platform.ok("cancelReservation", { params: { nodeId: node.id, reservationId: id }, body: {} });
      return changes.count("reservation.cancel");
    })
    .toBeGreaterThan(0);
  expect(changes.text()).toContain(node.id);
  const { items } = await world.platform.ok("listNodeAudit", { params: { nodeId: node.id } });
  for (const name of new Set(items.map((entry) => entry.actor.name))) expect(changes.text()).not.toContain(name);
  await changes.close();
});

test("text that no database can hold, and times without a zone, are 400 in every filter", async ({ world }) => {
  const { orgId } = await world.platform.ok("whoami");
  const { id: nodeId } = await world.newNode(1);
  const reader = await Console.of(world, await newPerson(world, "Searcher", [[orgId, "owner"]]));
  const impossible = ["\u0000", "a\u0000b", "\ud800"];
  const zoneless = ["2031-03-01T10:00:00", "2031-03-01", "2031-03-01T10:00:00z", ""];
  const at = "2031-03-01T10:00:00Z";
  const asks: [string, string, string[], object?][] = [
    ["console.fleet", "search", impossible],
    ["console.fleet", "model", impossible],
    ["console.fleet", "ownerId", impossible],
    ["console.fleet", "cursor", impossible],
    ["console.search", "text", impossible],
    ["console.searchOrgs", "text", impossible],
    ["time.audienceOrgs", "text", impossible],
    ["time.reservations", "contract", impossible],
    ["time.reservations", "cursor", impossible],
    ["allOrgs.list", "search", impossible],
    ["overview.catalog", "orgId", impossible, { tier: "spot" }],
    ["trail.page", "text", impossible],
    ["trail.page", "from", zoneless],
    ["trail.page", "to", zoneless],
    ["time.node", "from", zoneless, { nodeId, to: at }],
    ["time.node", "to", [...zoneless, at], { nodeId, from: at }],
  ];
  for (const [path, field, texts, more] of asks) {
    for (const text of texts) {
      const { status } = await reader.ask(path, { ...more, [field]: text });
      expect([path, field, text, status]).toEqual([path, field, text, 400]);
    }
  }
  // What stands in a path over REST names nothing there, and nothing here.
  const named = (id: string): [string, Record<string, string>][] => [
    ["nodes.get", { nodeId: id }],
    ["nodes.audit", { nodeId: id }],
    ["reservations.get", { nodeId, reservationId: id }],
    ["reservations.units", { nodeId: id }],
    ["apiKeys.list", { orgId: id }],
  ];
  for (const id of ["", ...impossible]) {
    for (const [path, params] of named(id)) {
      const { status, code } = await reader.ask(path, { params });
      expect([path, id, status, code]).toEqual([path, id, 404, "not_found"]);
    }
  }
});

test("no field that the console takes lets text in that no database can hold", () => {
  // What is only hashed or only compared may hold anything.
  const harmless = new Set(["cursor", "password", "current", "next", "apiKey"]);
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: unknown[] } }>;
  const taking = Object.entries(procedures).flatMap(([path, { _def }]) =>
    _def.inputs.flatMap((input) => {
      const fields = input instanceof z.ZodObject ? Object.entries<z.ZodType>(input.shape) : [];
      return fields.filter(([, field]) => field.safeParse("twelve\u0000letters").success).map(([name]) => [path, name]);
    }),
  );
  expect(taking.length, "fields are looked at").toBeGreaterThan(0);
  expect(taking.filter(([, name = ""]) => !harmless.has(name))).toEqual([]);
});

test("so many calls travel together as the console sends, and no more", async ({ world }) => {
  const together = async (count: number) => {
    const calls = Array<string>(count).fill("session.needsSetup").join();
    return (await fetch(`${world.servers[0].url}/api/trpc/${calls}?batch=1&input=%7B%7D`)).status;
  };
  expect([await together(MOST_IN_A_BATCH), await together(MOST_IN_A_BATCH + 1)]).toEqual([200, 400]);
});

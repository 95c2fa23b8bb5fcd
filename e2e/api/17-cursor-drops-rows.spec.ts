import type { OperationId } from "@/server/contract/operations";
import type { Api, Sent } from "../fixtures/api";
import { fromNow, HOUR } from "../fixtures/time";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

interface Item {
  id: string;
}
interface Page {
  items: Item[];
  nextCursor?: string;
}

const page = async (api: Api, id: OperationId, sent: Sent, query: Record<string, string | string[]>): Promise<Page> => {
  const reply = await api.send(id, { ...sent, query: { ...sent.query, ...query } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as Page;
};

/** Walks a list to its end: full pages but for the last, no row twice, no cursor after the end. */
async function walk(api: Api, id: OperationId, sent: Sent, limit?: number): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await page(api, id, sent, {
      ...(limit !== undefined && { limit: String(limit) }),
      ...(cursor !== undefined && { cursor }),
    });
    seen.push(...items.map((item) => item.id));
    if (nextCursor !== undefined) expect(items.length).toBe(limit ?? 50);
    expect(items.length).toBeLessThanOrEqual(limit ?? 50);
    cursor = nextCursor;
  } while (cursor !== undefined);
  expect(new Set(seen).size, "no row twice").toBe(seen.length);
  return seen;
}

async function expectWalks(api: Api, id: OperationId, sent: Sent, known: string[], limits: (number | undefined)[]) {
  let order: string[] | undefined;
  for (const limit of limits) {
    const seen = await walk(api, id, sent, limit);
    order ??= seen;
    expect(seen, `${id} with limit ${limit} lists the same in the same order`).toEqual(order);
  }
  expect([...(order ?? [])].sort()).toEqual([...known].sort());
}

/** Fifty reservations of fifty units, made in two rushes. */
async function fifty(world: World, node: TestNode, org: TestOrg): Promise<string[]> {
  const startsAt = fromNow(HOUR);
  const make = (unitId: string, index: number) =>
    (index % 2 ? world.platform : world.elsewhere(world.platform)).ok("createReservation", {
      params: { nodeId: node.id },
      body: { unitIds: [unitId], allowedOrgIds: [org.id], startsAt, ...(index % 3 && { endsAt: fromNow(2 * HOUR) }) },
    });
  const made = await Promise.all(node.unitIds.slice(0, 25).map(make));
  made.push(...(await Promise.all(node.unitIds.slice(25, 50).map(make))));
  return made.map((each) => each.id);
}

test.describe("17: paging loses no rows and ends", () => {
  test("every list, at every page size, in one order", async ({ world }) => {
    const owner = await world.newOrg("Provider");
    const org = await world.newOrg("A");
    const node = await world.newNode(60, { owner });
    const known = await fifty(world, node, org);
    const params = { nodeId: node.id };
    await expectWalks(world.platform, "listNodeReservations", { params }, known, [1, 2, 7, 25, 50, 51, 200, undefined]);
    await expectWalks(world.platform, "listReservations", { query: { nodeId: node.id } }, known, [7, 50, undefined]);
    await expectWalks(owner.api, "listReservations", {}, known, [3, 200]);
    await expectWalks(org.api, "listReservations", { query: { role: "audience" } }, known, [10, 49]);
    await expectWalks(world.platform, "listNodeReservations", { params, query: { status: ["pending"] } }, known, [10]);
    await expectWalks(
      world.platform,
      "listNodeReservations",
      { params, query: { status: ["active", "expired"] } },
      [],
      [10],
    );

    const audit = await walk(world.platform, "listNodeAudit", { params }, 200);
    expect(audit.length).toBe(52);
    await expectWalks(world.platform, "listNodeAudit", { params }, audit, [1, 4, 26, 52, undefined]);
    expect(await world.units(node)).toHaveLength(60);

    const vms = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? org.api : world.elsewhere(org.api)).ok("createVm", {
          params: { orgId: org.id },
          body: { name: "x", gpuModelId: node.modelId, gpuCount: 1 },
        }),
      ),
    );
    const ids = vms.map((vm) => vm.id);
    await expectWalks(org.api, "listVms", { params: { orgId: org.id } }, ids, [1, 3, 5, 10, undefined]);
    await expectWalks(org.api, "listPods", { params: { orgId: org.id } }, [], [1]);
  });

  test("nodes, orgs and keys", async ({ world }) => {
    const owner = await world.newOrg("Provider");
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        owner.api.ok("createNode", { params: { orgId: owner.id }, body: { hostname: `n${index}` } }),
      ),
    );
    const ids = made.map((node) => node.id);
    await expectWalks(owner.api, "listNodes", {}, ids, [1, 4, 5, 12, undefined]);
    const everything = await walk(world.platform, "listNodes", {}, 200);
    expect(everything).toEqual(expect.arrayContaining(ids));
    await expectWalks(world.platform, "listNodes", {}, everything, [5, 7]);
    await expectWalks(owner.api, "listOrgs", {}, [owner.id], [1, undefined]);
    const orgs = await walk(world.platform, "listOrgs", {}, 200);
    await expectWalks(world.platform, "listOrgs", {}, orgs, [3, undefined]);

    const keys = await Promise.all(Array.from({ length: 60 }, () => world.newKey(owner.id, ["node.read"])));
    const listed = await owner.api.ok("listApiKeys", { params: { orgId: owner.id } });
    expect(listed).toHaveLength(61);
    expect(listed.map((key) => key.id)).toEqual(expect.arrayContaining(keys.map((key) => key.id)));
  });

  test("rows that exist throughout are seen once while others come and go", async ({ world }) => {
    const node = await world.newNode(60);
    const org = await world.newOrg("A");
    const known = await fifty(world, node, org);
    const params = { nodeId: node.id };
    const cancel = (reservationId: string) =>
      world.platform.ok("cancelReservation", { params: { ...params, reservationId }, body: {} });
    for (const query of [{}, { status: "pending" }] as Record<string, string>[]) {
      const seen: string[] = [];
      const gone = new Set<string>();
      let cursor: string | undefined;
      let added = 50;
      const standing = (await walk(world.platform, "listNodeReservations", { params, query }, 200)).filter((id) =>
        known.includes(id),
      );
      do {
        const { items, nextCursor } = await page(
          world.platform,
          "listNodeReservations",
          { params },
          {
            ...query,
            limit: "5",
            ...(cursor !== undefined && { cursor }),
          },
        );
        seen.push(...items.map((item) => item.id));
        if (seen.length === 15) {
          const ahead = standing.filter((id) => !seen.includes(id));
          for (const id of [seen[1]!, seen[7]!, ahead[2]!, ahead.at(-1)!]) {
            gone.add(id);
            await cancel(id);
          }
          for (const unitId of node.unitIds.slice(added, added + 3)) await world.reserve(node, [unitId], [org]);
          added += 3;
        }
        cursor = nextCursor;
      } while (cursor !== undefined);
      expect(new Set(seen).size).toBe(seen.length);
      const throughout = standing.filter((id) => !gone.has(id));
      expect(seen.filter((id) => throughout.includes(id))).toEqual(throughout);
      for (const each of await world.platform.all("listNodeReservations", { params })) {
        if (!known.includes(each.id)) await cancel(each.id);
      }
    }
  });

  test("the same cursor gives the same page, at either process", async ({ world }) => {
    const node = await world.newNode(6);
    const org = await world.newOrg("A");
    for (const unitId of node.unitIds) await world.reserve(node, [unitId], [org]);
    const sent = { params: { nodeId: node.id } };
    const { nextCursor } = await page(world.platform, "listNodeReservations", sent, { limit: "2" });
    const asked = { limit: "2", cursor: nextCursor! };
    const again = await page(world.platform, "listNodeReservations", sent, asked);
    expect(await page(world.platform, "listNodeReservations", sent, asked)).toEqual(again);
    expect(await page(world.elsewhere(world.platform), "listNodeReservations", sent, asked)).toEqual(again);
    // A page of another size goes on from the same row.
    const wider = await page(world.platform, "listNodeReservations", sent, { limit: "4", cursor: nextCursor! });
    expect(wider.items.slice(0, 2)).toEqual(again.items);
    const another = (await world.newKey((await world.platform.ok("whoami")).orgId)).api;
    expect(await page(another, "listNodeReservations", sent, asked)).toEqual(again);
  });

  test("a limit is a whole number from 1 to 200, said once", async ({ world }) => {
    const node = await world.newNode(1);
    const wrong = [
      "0",
      "-1",
      "1.5",
      "1e9",
      "1e1",
      "0x10",
      "abc",
      "",
      " 5",
      "5 ",
      "+5",
      "201",
      "1000000000",
      "٣",
      "NaN",
      "007777",
    ];
    for (const path of [
      `/v1/nodes/${node.id}/reservations`,
      `/v1/nodes/${node.id}/audit`,
      "/v1/nodes",
      "/v1/reservations",
      "/v1/orgs",
    ]) {
      for (const limit of wrong) {
        const reply = await world.platform.raw("GET", `${path}?limit=${encodeURIComponent(limit)}`);
        expect([path, limit, reply.status]).toEqual([path, limit, 400]);
        expect(JSON.stringify(reply.body)).toContain("limit");
      }
      expect((await world.platform.raw("GET", `${path}?limit=1&limit=2`)).status).toBe(400);
      expect((await world.platform.raw("GET", `${path}?limit=1&limit=1`)).status).toBe(400);
      for (const limit of ["1", "200"])
        expect((await world.platform.raw("GET", `${path}?limit=${limit}`)).status).toBe(200);
    }
    for (const path of [`/v1/nodes/${node.id}/reservations/units`, "/v1/gpu-models", "/v1/gpu-availability"]) {
      expect((await world.platform.raw("GET", `${path}?limit=5`)).status).toBe(400);
    }
  });

  test("a damaged or foreign cursor is 400, never somebody else's rows", async ({ world }) => {
    const owner = await world.newOrg("Provider");
    const [n1, n2] = [await world.newNode(3, { owner }), await world.newNode(3, { owner })];
    const org = await world.newOrg("A");
    for (const node of [n1, n2]) for (const unitId of node.unitIds) await world.reserve(node, [unitId], [org]);
    const sent = { params: { nodeId: n1.id } };
    const cursorOf = async (api: Api, id: OperationId, how: Sent, query: Record<string, string> = {}) =>
      (await page(api, id, how, { limit: "1", ...query })).nextCursor!;
    const good = await cursorOf(world.platform, "listNodeReservations", sent);
    const flipped = Buffer.from(good, "base64url");
    flipped[flipped.length - 1]! ^= 1;
    const flippedEarly = Buffer.from(good, "base64url");
    flippedEarly[0]! ^= 1;
    const foreign = [
      await cursorOf(world.platform, "listNodeReservations", { params: { nodeId: n2.id } }),
      await cursorOf(owner.api, "listNodeReservations", sent),
      await cursorOf(world.platform, "listNodeReservations", sent, { status: "active" }),
      await cursorOf(world.platform, "listNodeAudit", sent),
      await cursorOf(world.platform, "listReservations", {}),
      await cursorOf(world.platform, "listNodes", {}),
    ];
    const damaged = [
      "",
      "abc",
      good.slice(0, -1),
      good.slice(1),
      `${good}A`,
      `${good}=`,
      ` ${good}`,
      good.toUpperCase(),
      flipped.toString("base64url"),
      flippedEarly.toString("base64url"),
      Buffer.from(JSON.stringify({ id: "' OR 1=1" })).toString("base64"),
      Buffer.from("res_1").toString("base64url"),
      "A".repeat(999),
      "A".repeat(10_000),
      "null",
      "0",
      "-1",
    ];
    for (const cursor of [...damaged, ...foreign]) {
      const reply = await world.platform.send("listNodeReservations", { ...sent, query: { cursor } });
      expect([cursor, reply.status], JSON.stringify(reply.body)).toEqual([cursor, 400]);
      expect(JSON.stringify(reply.body)).toContain("cursor");
      expect(JSON.stringify(reply.body)).not.toMatch(/OR 1=1|syntax|sql/i);
    }
    const twice = await world.platform.send("listNodeReservations", { ...sent, query: { cursor: [good, good] } });
    expect(twice.status).toBe(400);
    expect((await page(world.platform, "listNodeReservations", sent, { cursor: good })).items).toHaveLength(2);
  });
});

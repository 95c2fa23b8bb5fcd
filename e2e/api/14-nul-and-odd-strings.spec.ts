import type { Reply } from "../fixtures/api";
import { auditOf, expectSound, query } from "../fixtures/database";
import { report, singles } from "../fixtures/machine";
import { Stage } from "../fixtures/stage";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

/** JSON spellings of text that no database can hold, or that is no JSON at all. */
const IMPOSSIBLE: [string, string | Buffer][] = [
  ["NUL", '"a\\u0000b"'],
  ["NUL alone", '"\\u0000"'],
  ["a raw NUL", '"a\u0000b"'],
  ["a lone high surrogate", '"\\ud800"'],
  ["a lone low surrogate", '"x\\udc00y"'],
  ["surrogates the wrong way round", '"\\udc00\\ud800"'],
  ["invalid UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ["a cut UTF-8 sequence", Buffer.from([0x22, 0xe2, 0x82, 0x22])],
  ["an encoded surrogate", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ["an overlong encoding", Buffer.from([0x22, 0xc0, 0x80, 0x22])],
  ["a lone backslash", '"\\"'],
  ["an unfinished escape", '"\\u12"'],
  ["an unknown escape", '"\\x41"'],
  ["a raw line feed", '"a\nb"'],
];

/** Text that must come back exactly as it was sent. */
const KEPT: string[] = [
  `O'Brien"; --`,
  "'; drop table reservations; --",
  "<img src=x onerror=alert(1)>",
  "\u202Eabc\u202C \u2066x\u2069",
  "\u{1F469}\u200D\u{1F680} \u{1F3F3}\uFE0F\u200D\u{1F308}",
  "\u00E9",
  "e\u0301",
  "null",
  "undefined",
  "NaN",
  "=1+1",
  "@SUM(1)",
  "\u0024{7*7}",
  "{{7*7}}",
  "%00",
  "%s%n",
  "\\u0000",
  "a\nforged line\r\nforged too\td\u001b[31me",
  " inner  and outer space ",
  "\u{10FFFF}\uFFFD",
];

const BLANK = ["", " ", "\t\n\r ", "\u00a0\u2003", "\u200b\u200d\ufeff", "\u2060\u00ad", "\u202e\u200f"];

interface Setting {
  node: TestNode;
  org: TestOrg;
}

const setting = async (world: World, units: number): Promise<Setting> => ({
  node: await world.newNode(units),
  org: await world.newOrg(),
});

function joined(parts: (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
}

/** A create whose body is built from raw bytes, so that it can be broken in any way. */
function create(world: World, node: TestNode, body: Buffer): Promise<Reply> {
  const headers = { "Content-Type": "application/json" };
  return world.platform.raw("POST", `/v1/nodes/${node.id}/reservations`, { body: new Uint8Array(body), headers });
}

function expectPlain(reply: Reply, status: number, name: string): void {
  expect([name, reply.status], JSON.stringify(reply.body)).toEqual([name, status]);
  const text = JSON.stringify(reply.body);
  expect(text).not.toMatch(/\\u0000|invalid byte|syntax error|relation|postgres|unexpected token|zod/i);
  expect(text).not.toMatch(/<img|drop table/);
}

test.describe("14: strings that a database cannot hold", () => {
  test("are 400 wherever they stand in a body, and leave the unit free", async ({ world }) => {
    const { node, org } = await setting(world, 1);
    const [unit, other] = [`["${node.unitIds[0]}"]`, `["${org.id}"]`];
    for (const [name, text] of IMPOSSIBLE) {
      const bodies: (string | Buffer)[][] = [
        [`{"unitIds":${unit},"allowedOrgIds":${other},"reason":`, text, "}"],
        [`{"unitIds":${unit},"allowedOrgIds":${other},"contractRef":`, text, "}"],
        [`{"allowedOrgIds":${other},"unitIds":[`, text, "]}"],
        [`{"unitIds":${unit},"allowedOrgIds":[`, text, "]}"],
        [`{"unitIds":${unit},"allowedOrgIds":${other},"managingOrgIds":[`, text, "]}"],
        [`{"unitIds":${unit},"allowedOrgIds":${other},"startsAt":`, text, "}"],
        [`{"unitIds":${unit},"allowedOrgIds":${other},`, text, ":1}"],
        [text],
      ];
      for (const body of bodies) expectPlain(await create(world, node, joined(body)), 400, name);
    }
    expect(await world.units(node)).toEqual([expect.objectContaining({ state: "free", reservable: true })]);
    expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toEqual([]);
    await expectSound(world, node.id);
  });

  test("are 400 in every other call that takes text, and never an error of ours", async ({ world }) => {
    const stage = await Stage.of(world);
    const fields = {
      changeReservation: ["reason", "contractRef"],
      cancelReservation: ["reason"],
      releaseUnits: ["reason"],
      reclaimUnits: ["reason", "expectPlan"],
      createNode: ["hostname", "locationCity", "locationCountry"],
      createVm: ["name", "gpuModelId"],
      createPod: ["name", "gpuModelId"],
      createOrg: ["name", "slug"],
      createApiKey: ["name"],
      previewInventory: ["nodeId"],
    } as const;
    for (const [id, names] of Object.entries(fields) as [keyof typeof fields, readonly string[]][]) {
      for (const name of names) {
        for (const text of ["a\u0000b", "\ud800", "x".repeat(2_001)]) {
          const sent = await stage.call(id, "platform");
          const refused = await world.platform.refused(id, "invalid_request", {
            ...sent,
            body: { ...(sent.body as object), [name]: text },
          });
          expect(JSON.stringify(refused.details)).toContain(name);
          await stage.clear();
        }
      }
    }
  });

  test("in an inventory report are refused, and change nothing", async ({ world }) => {
    const { node } = await setting(world, 2);
    const params = { nodeId: node.id };
    const before = await world.platform.ok("getNode", { params });
    const good = report(singles(2), node.deviceId);
    for (const text of ["a\u0000b", "\ud800"]) {
      const reports: Record<string, object> = {
        pciName: { ...good, devices: good.devices.map((device) => ({ ...device, pciName: text })) },
        pciClass: { ...good, devices: good.devices.map((device) => ({ ...device, pciClass: text })) },
        pciDeviceId: { ...good, devices: good.devices.map((device) => ({ ...device, pciDeviceId: text })) },
        bdfs: { ...good, devices: good.devices.map((device) => ({ ...device, bdfs: [text] })) },
        driverVersion: { ...good, driverVersion: text },
        uuids: { ...good, uuids: { [node.unitIds[0]!]: text } },
        "uuids by name": { ...good, uuids: { [text]: "GPU-1" } },
        numa: { ...good, numa: { [text]: 1 } },
        links: { ...good, links: [{ a: node.unitIds[0], b: node.unitIds[1], type: text }] },
        virtualFunctions: { ...good, virtualFunctions: [text] },
        others: {
          ...good,
          iommuGroups: good.iommuGroups.map((group) => ({
            ...group,
            others: [{ bdf: "0000:00:1f.6", deviceId: text, pciClass: "0200" }],
          })),
        },
      };
      for (const [name, inventory] of Object.entries(reports)) {
        for (const call of ["putInventory", "previewInventory"] as const) {
          const reply = await world.platform.send(call, {
            ...(call === "putInventory" && { params }),
            body: { inventory },
          });
          expect([name, call, reply.status], JSON.stringify(reply.body)).toEqual([name, call, 400]);
        }
      }
      const reply = await world.platform.send("putInventory", { params, body: { text: `01:00.0 ${text}` } });
      expect(reply.status).toBe(400);
    }
    expect(await world.platform.ok("getNode", { params })).toEqual(before);
  });

  test("in a path or a query are an unknown id or a plain 400", async ({ world }) => {
    const { node, org } = await setting(world, 1);
    const { id } = await world.reserve(node, node.unitIds, [org]);
    const odd = [
      "%00",
      "a%00b",
      "%ed%a0%80",
      "%ff",
      "%c0%80",
      "%",
      "%zz",
      "%22%3B--",
      "%E2%80%AE",
      "..",
      "%2e%2e",
      "%2F",
    ];
    odd.push(...KEPT.map((text) => encodeURIComponent(text)), "x".repeat(5_000));
    for (const text of odd) {
      const places: [string, number[]][] = [
        [`/v1/nodes/${text}`, [404]],
        [`/v1/nodes/${text}/reservations/units`, [404]],
        [`/v1/nodes/${node.id}/reservations/${text}`, [404]],
        [`/v1/vms/${text}`, [404]],
        [`/v1/orgs/${text}`, [404]],
        [`/v1/nodes/${node.id}/reservations?cursor=${text}`, [400]],
        [`/v1/nodes/${node.id}/reservations?limit=${text}`, [400]],
        [`/v1/nodes/${node.id}/reservations?status=${text}`, [400]],
        [`/v1/nodes/${node.id}/reservations/units?startsAt=${text}`, [400]],
        [`/v1/nodes/${node.id}/reservations?${text}=1`, [400]],
        // An id that is none of ours is in nobody's audience.
        [`/v1/reservations?nodeId=${text}`, [200, 400]],
        [`/v1/reservations?orgId=${text}`, [200, 400]],
      ];
      for (const [path, statuses] of places) {
        const reply = await world.platform.raw("GET", path);
        expect(statuses, `${path}: ${JSON.stringify(reply.body)}`).toContain(reply.status);
        if (reply.status === 200) expect((reply.body as { items: unknown[] }).items).toEqual([]);
        expect(JSON.stringify(reply.body)).not.toMatch(/invalid byte|syntax error|relation "/);
      }
    }
    expect((await world.platform.ok("getReservation", { params: { nodeId: node.id, reservationId: id } })).id).toBe(id);
  });

  test("odd but possible text comes back to the letter, everywhere", async ({ world }) => {
    const { node, org } = await setting(world, 1);
    const params = { nodeId: node.id };
    for (const text of KEPT) {
      const made = await world.reserve(node, node.unitIds, [org], { reason: text, contractRef: text });
      const one = { params: { ...params, reservationId: made.id } };
      const listed = (await world.platform.ok("listNodeReservations", { params, query: { limit: "1" } })).items[0];
      for (const view of [made, await world.platform.ok("getReservation", one), listed]) {
        expect([view?.reason, view?.contractRef]).toEqual([text, text]);
      }
      await world.platform.ok("cancelReservation", { ...one, body: { reason: text } });
      const trail = (await world.platform.ok("listNodeAudit", { params, query: { limit: "2" } })).items;
      expect(trail.map((entry) => entry.reason)).toEqual([text, text]);

      const named = await world.platform.ok("createOrg", { body: { name: text } });
      expect([named.name, named.slug]).toEqual([text.trim(), expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/)]);
      const key = await world.newKey(named.id, ["org.manage"]);
      expect((await key.api.ok("whoami")).orgName).toBe(text.trim());
    }
    for (const server of world.servers) expect(server.output()).not.toMatch(/^\s*forged/m);
  });

  test("blank text counts as absent, and is no id and no name", async ({ world }) => {
    const { node, org } = await setting(world, 1);
    const params = { nodeId: node.id };
    for (const text of BLANK) {
      const made = await world.reserve(node, node.unitIds, [org], {
        reason: text,
        contractRef: text,
        managingOrgIds: null,
      });
      expect(Object.keys(made)).not.toContain("reason");
      expect(Object.keys(made)).not.toContain("contractRef");
      await world.platform.ok("cancelReservation", {
        params: { ...params, reservationId: made.id },
        body: { reason: text },
      });
      const bodies = [
        { unitIds: [text], allowedOrgIds: [org.id] },
        { unitIds: node.unitIds, allowedOrgIds: [text] },
        { unitIds: node.unitIds, allowedOrgIds: [org.id], managingOrgIds: [text] },
      ];
      for (const body of bodies) await world.platform.refused("createReservation", "invalid_request", { params, body });
      await world.platform.refused("createOrg", "invalid_request", { body: { name: text } });
      await world.platform.refused("createNode", "invalid_request", {
        params: { orgId: org.id },
        body: { hostname: text },
      });
    }
    const reasons = (await auditOf(world, node.id)).filter((entry) => entry.outcome === "done" && "reason" in entry);
    expect(reasons).toEqual([]);
  });

  test("lengths are counted in characters, and too long is refused fast", async ({ world }) => {
    const { node, org } = await setting(world, 1);
    const params = { nodeId: node.id };
    const rocket = "\u{1F680}";
    for (const [field, most] of [
      ["reason", 2_000],
      ["contractRef", 200],
    ] as const) {
      const base = { unitIds: node.unitIds, allowedOrgIds: [org.id] };
      for (const char of ["x", "\u00E9", rocket]) {
        const longest = await world.reserve(node, node.unitIds, [org], { [field]: char.repeat(most) });
        expect(longest[field]).toBe(char.repeat(most));
        await world.platform.ok("cancelReservation", { params: { ...params, reservationId: longest.id }, body: {} });
        const longer = { params, body: { ...base, [field]: char.repeat(most + 1) } };
        await world.platform.refused("createReservation", "invalid_request", longer);
      }
      const from = performance.now();
      const huge = { params, body: { ...base, [field]: "x".repeat(1_000_000) } };
      await world.platform.refused("createReservation", "payload_too_large", huge);
      expect(performance.now() - from).toBeLessThan(5_000);
    }
    const tooMany = Array.from({ length: 1_025 }, (_, index) => `unit-${index}`);
    await world.platform.refused("createReservation", "invalid_request", {
      params,
      body: { unitIds: tooMany, allowedOrgIds: [org.id] },
    });
    const bom = Buffer.from(`\ufeff${JSON.stringify({ unitIds: node.unitIds, allowedOrgIds: [org.id] })}`);
    expect([201, 400]).toContain((await create(world, node, bom)).status);
    expect(await query(world, "select 1 from reservations where length(reason) > 2000")).toEqual([]);
  });
});

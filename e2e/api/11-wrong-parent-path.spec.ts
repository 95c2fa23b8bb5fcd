import type { OperationId } from "@/server/contract/operations";
import type { Api, Reply, Sent } from "../fixtures/api";
import { auditOf, expectSound } from "../fixtures/database";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

interface Setting {
  n1: TestNode;
  n2: TestNode;
  r1: string;
  r2: string;
  a: TestOrg;
  b: TestOrg;
  m: TestOrg;
  vm: { id: string };
}

/** R1 on N1 for A, managed by M, released, with a spot VM of B; R2 on N2 for B. */
async function twoNodes(world: World): Promise<Setting> {
  const [n1, n2] = [await world.newNode(3), await world.newNode(3)];
  const [a, b, m] = [await world.newOrg("A"), await world.newOrg("B"), await world.newOrg("M")];
  const r1 = await world.reserve(n1, n1.unitIds.slice(0, 2), [a], { managingOrgIds: [m.id], reason: "first" });
  const r2 = await world.reserve(n2, n2.unitIds.slice(0, 2), [b], { reason: "second" });
  const params = { nodeId: n1.id, reservationId: r1.id };
  await world.platform.ok("releaseUnits", { params, body: { unitIds: [n1.unitIds[0]!] } });
  const vm = await world.startVm(b, n1, { tier: "spot" });
  return { n1, n2, r1: r1.id, r2: r2.id, a, b, m, vm };
}

const CALLS = [
  "getReservation",
  "changeReservation",
  "cancelReservation",
  "reaffirmReservation",
  "releaseUnits",
  "reclaimUnits",
] as const;
type Call = (typeof CALLS)[number];

function sent(call: Call, nodeId: string, reservationId: string, unitIds: string[]): Sent {
  const params = { nodeId, reservationId };
  if (call === "getReservation") return { params };
  if (call === "changeReservation") return { params, body: { reason: "taken over" } };
  if (call === "cancelReservation" || call === "reaffirmReservation") return { params, body: {} };
  return { params, body: { unitIds } };
}

/** Everything about an answer that a caller could tell apart. */
const shape = ({ status, headers, body }: Reply) => {
  const kept = [...headers].filter(([name]) => !["date", "x-request-id"].includes(name));
  return { status, headers: Object.fromEntries(kept), body };
};

/** Both reservations, their units and the VM: what no stranger may change. */
async function snapshot(world: World, { n1, n2, b, vm }: Setting): Promise<unknown> {
  const of = async (node: TestNode) => [
    await world.platform.all("listNodeReservations", { params: { nodeId: node.id } }),
    await world.units(node),
  ];
  return [await of(n1), await of(n2), await b.api.ok("getVm", { params: { workloadId: vm.id } })];
}

async function expectHidden(api: Api, id: OperationId, request: Sent, like: object): Promise<void> {
  const reply = await api.send(id, request);
  expect({ id, ...shape(reply) }).toEqual({ id, ...like });
}

test.describe("11: a right id under the wrong parent, or for the wrong organisation", () => {
  test("a reservation is found under its own node and nowhere else, by its exact id", async ({ world }) => {
    const setting = await twoNodes(world);
    const { n1, n2, r1 } = setting;
    const before = await snapshot(world, setting);
    const unknown = shape(
      await world.platform.send("getReservation", sent("getReservation", n1.id, "res_unknown", [])),
    );
    expect(unknown.status).toBe(404);
    const places: [string, string][] = [
      [n2.id, r1],
      ["no-such-node", r1],
      [r1, r1],
      [n1.id.toUpperCase(), r1],
      [`${n1.id}x`, r1],
      [`${n1.id} `, r1],
      [n1.id, `${r1}x`],
      [n1.id, r1.slice(0, -1)],
      [n1.id, r1.toUpperCase()],
      [n1.id, r1.replace("_", "")],
      [n1.id, r1.replace("res_", "")],
      [n1.id, ` ${r1}`],
      [n1.id, `${r1}%00`],
      [n1.id, `${r1}/`],
      [n1.id, "../reservations"],
      [n1.id, "%"],
      [n1.id, "*"],
    ];
    for (const [nodeId, reservationId] of places) {
      for (const call of CALLS) {
        await expectHidden(world.platform, call, sent(call, nodeId, reservationId, n1.unitIds.slice(0, 2)), unknown);
      }
      const dry = { unitIds: n1.unitIds.slice(0, 2), dryRun: true };
      await expectHidden(world.platform, "reclaimUnits", { params: { nodeId, reservationId }, body: dry }, unknown);
    }
    for (const path of [
      `/v1/nodes//reservations/${r1}`,
      `/v1/nodes/${n1.id}/reservations/`,
      `/v1/nodes/${n1.id}//${r1}`,
    ]) {
      for (const method of ["GET", "POST", "PATCH"]) expect((await world.platform.raw(method, path)).status).toBe(404);
    }
    expect((await world.platform.raw("POST", `/v1/nodes/${n1.id}/reservations//cancel`)).status).toBe(404);
    expect(await snapshot(world, setting)).toEqual(before);
  });

  test("outsiders, the audience and keys without the permission see and change nothing", async ({ world }) => {
    const setting = await twoNodes(world);
    const { n1, n2, r1, r2, a, b, m } = setting;
    const before = await snapshot(world, setting);
    const trail = await auditOf(world, n1.id);
    const readOnly = (await world.newKey((await world.platform.ok("whoami")).orgId, ["reservation.read"])).api;
    const nothing = (await world.newKey((await world.platform.ok("whoami")).orgId, ["vm.read"])).api;
    const unknown = shape(await a.api.send("getReservation", sent("getReservation", "node_x", "res_x", [])));
    const targets: [TestNode, string][] = [
      [n1, r1],
      [n2, r2],
    ];
    for (const [node, id] of targets) {
      const units = node.unitIds.slice(0, 2);
      const create = { params: { nodeId: node.id }, body: { unitIds: [node.unitIds[2]!], allowedOrgIds: [a.id] } };
      const own = { ...create, body: { ...create.body, managingOrgIds: [a.id] } };
      for (const api of [a.api, b.api, nothing]) {
        for (const call of CALLS) await expectHidden(api, call, sent(call, node.id, id, units), unknown);
        await expectHidden(api, "createReservation", create, unknown);
        await expectHidden(api, "createReservation", own, unknown);
        await expectHidden(api, "listUnits", { params: { nodeId: node.id } }, unknown);
        await expectHidden(api, "listNodeReservations", { params: { nodeId: node.id } }, unknown);
        await expectHidden(api, "listNodeAudit", { params: { nodeId: node.id } }, unknown);
      }
      for (const call of CALLS.slice(1)) await expectHidden(readOnly, call, sent(call, node.id, id, units), unknown);
      await expectHidden(readOnly, "createReservation", create, unknown);
      await readOnly.ok("getReservation", { params: { nodeId: node.id, reservationId: id } });
      // A stranger's malformed request is a stranger's request.
      for (const call of CALLS.slice(1)) {
        const malformed = { params: { nodeId: node.id, reservationId: id }, body: { bogus: 1 } };
        await expectHidden(b.api, call, malformed, unknown);
      }
      for (const [type, body] of [
        ["text/plain", "x"],
        ["application/json", "{"],
        ["application/json", `"${"x".repeat(300_000)}"`],
      ] as const) {
        const path = `/v1/nodes/${node.id}/reservations/${id}/cancel`;
        const reply = await b.api.raw("POST", path, { body, headers: { "Content-Type": type } });
        expect({ ...shape(reply), headers: {} }).toEqual({ ...unknown, headers: {} });
      }
    }
    for (const call of CALLS) await expectHidden(m.api, call, sent(call, n2.id, r2, n2.unitIds.slice(0, 2)), unknown);
    expect(await snapshot(world, setting)).toEqual(before);
    // Only the platform's own keys may see the node: their refused attempts are in the trail, nobody else's is.
    const added = (await auditOf(world, n1.id)).slice(0, -trail.length);
    const { orgId } = await world.platform.ok("whoami");
    expect(new Set(added.map((entry) => `${entry.orgId} ${entry.outcome}`))).toEqual(new Set([`${orgId} refused`]));
  });

  test("a managing org has its own rights on its own reservation and none elsewhere", async ({ world }) => {
    const setting = await twoNodes(world);
    const { n1, n2, r1, r2, m, b, vm } = setting;
    const params = { nodeId: n1.id, reservationId: r1 };
    const other = await world.reserve(n1, [n1.unitIds[2]!], [b]);
    expect((await m.api.all("listNodeReservations", { params: { nodeId: n1.id } })).map((each) => each.id)).toEqual([
      r1,
    ]);
    expect((await m.api.all("listReservations")).map((each) => each.id)).toEqual([r1]);
    expect((await m.api.all("listNodes")).map((each) => each.id)).toEqual([n1.id]);
    await m.api.refused("getReservation", "not_found", { params: { ...params, reservationId: other.id } });
    await m.api.refused("getNode", "not_found", { params: { nodeId: n2.id } });
    await m.api.refused("listUnits", "not_found", { params: { nodeId: n2.id } });
    await m.api.refused("getReservation", "not_found", { params: { nodeId: n2.id, reservationId: r2 } });
    expect(await m.api.ok("listUnits", { params: { nodeId: n1.id } })).toHaveLength(3);
    for (const call of ["changeReservation", "cancelReservation", "reaffirmReservation"] as const) {
      await m.api.refused(call, "not_found", sent(call, n1.id, r1, []));
    }
    const unitIds = n1.unitIds.slice(0, 2);
    expect((await m.api.ok("releaseUnits", { params, body: { unitIds } })).releasedUnitIds).toEqual(unitIds);
    expect((await m.api.ok("reclaimUnits", { params, body: { unitIds } })).terminated).toEqual([vm.id]);
    const seen = await m.api.all("listNodeAudit", { params: { nodeId: n1.id } });
    expect(new Set(seen.map((entry) => entry.reservationId))).toEqual(new Set([r1]));

    await world.platform.ok("cancelReservation", { params, body: {} });
    for (const call of CALLS) await m.api.refused(call, "not_found", sent(call, n1.id, r1, unitIds));
    await m.api.refused("listUnits", "not_found", { params: { nodeId: n1.id } });
    expect(await m.api.all("listReservations")).toEqual([]);
    await expectSound(world, n1.id);
  });

  test("the body never overrides the path or sets what the server owns", async ({ world }) => {
    const setting = await twoNodes(world);
    const { n1, n2, a } = setting;
    const before = await snapshot(world, setting);
    const body = { unitIds: [n1.unitIds[2]], allowedOrgIds: [a.id] };
    const owned = {
      nodeId: n2.id,
      id: "res_mine",
      reservationId: "res_mine",
      status: "active",
      createdBy: a.id,
      createdAt: "2020-01-01T00:00:00Z",
      updatedAt: "2020-01-01T00:00:00Z",
      topologyGen: 7,
      releasedUnitIds: [n1.unitIds[2]],
      reservedUnitIds: [n1.unitIds[2]],
      orgId: a.id,
      organizationId: a.id,
    };
    for (const [field, value] of Object.entries(owned)) {
      const request = { params: { nodeId: n1.id }, body: { ...body, [field]: value } };
      const refused = await world.platform.refused("createReservation", "invalid_request", request);
      expect(JSON.stringify(refused.details)).toContain(field);
    }
    expect(await snapshot(world, setting)).toEqual(before);
  });

  test("a key is revoked under its own org and nowhere else", async ({ world }) => {
    const [one, two] = [await world.newOrg("A"), await world.newOrg("B")];
    const { id: keyId, api } = await world.newKey(two.id);
    for (const orgId of [one.id, "org_none", (await world.platform.ok("whoami")).orgId, two.id.toUpperCase()]) {
      await world.platform.refused("revokeApiKey", "not_found", { params: { orgId, keyId } });
    }
    await one.api.refused("revokeApiKey", "not_found", { params: { orgId: one.id, keyId } });
    await one.api.refused("revokeApiKey", "forbidden", { params: { orgId: two.id, keyId } });
    expect((await api.ok("whoami")).keyId).toBe(keyId);
    await world.platform.ok("revokeApiKey", { params: { orgId: two.id, keyId } });
    expect((await api.send("whoami")).status).toBe(401);
  });
});

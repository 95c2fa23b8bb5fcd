import type { Operation } from "@/server/contract/operation";
import { type OperationId, operations } from "@/server/contract/operations";
import type { Permission } from "@/server/domain/permissions";
import { ROLES, type Role, Stage } from "../fixtures/stage";
import { expect, test } from "../fixtures/world";

/**
 * Statuses in the order of ROLES (platform, owner, then the managing orgs of an active, pending, needs-review, expired
 * and cancelled reservation, audience, outsider), and last of the platform's own key without the permission.
 */
type Row = readonly [number, number, number, number, number, number, number, number, number, number];

const NODE_SEEN: Row = [200, 200, 200, 200, 200, 404, 404, 404, 404, 404];
const NODE_OPERATED: Row = [200, 200, 404, 404, 404, 404, 404, 404, 404, 404];
const PLATFORM_ONLY: Row = [200, 404, 404, 404, 404, 404, 404, 404, 404, 404];
const ALL: Row = [200, 200, 200, 200, 200, 200, 200, 200, 200, 404];
const CAPACITY: Row = [200, 200, 200, 404, 404, 404, 404, 404, 404, 404];
const OWN_ORG: Row = [200, 200, 200, 200, 200, 200, 200, 200, 200, 403];
const FOREIGN_ORG: Row = [200, 403, 403, 403, 403, 403, 403, 403, 403, 403];
/** A spot workload on a reserved unit: seen by those who may end it (and by its own org, below). */
const SPOT_WORKLOAD: Row = [200, 200, 200, 404, 404, 404, 404, 404, 404, 404];

const as = (row: Row, status: number): Row => row.map((each) => (each === 200 ? status : each)) as unknown as Row;

interface Expected {
  own: Row;
  /** The same call about an org that is not the caller's. */
  foreign?: Row;
}

/** Contract, section 3. The type makes a call that is missing here a compile error. */
const EXPECTED: Record<OperationId, Expected> = {
  whoami: { own: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  listNodes: { own: ALL },
  getNode: { own: NODE_SEEN },
  createNode: { own: as(OWN_ORG, 201), foreign: as(FOREIGN_ORG, 201) },
  updateNode: { own: NODE_OPERATED },
  putInventory: { own: NODE_OPERATED },
  previewInventory: { own: ALL },
  listUnits: { own: NODE_SEEN },
  createReservation: { own: as(PLATFORM_ONLY, 201) },
  listNodeReservations: { own: NODE_SEEN },
  getReservation: { own: NODE_SEEN },
  changeReservation: { own: PLATFORM_ONLY },
  cancelReservation: { own: PLATFORM_ONLY },
  reaffirmReservation: { own: PLATFORM_ONLY },
  releaseUnits: { own: CAPACITY },
  reclaimUnits: { own: CAPACITY },
  listReservations: { own: ALL },
  listNodeAudit: { own: NODE_SEEN },
  listGpuModels: { own: ALL },
  getGpuAvailability: { own: ALL },
  createVm: { own: as(OWN_ORG, 201), foreign: as(FOREIGN_ORG, 201) },
  listVms: { own: OWN_ORG, foreign: FOREIGN_ORG },
  getVm: { own: SPOT_WORKLOAD },
  terminateVm: { own: SPOT_WORKLOAD },
  createPod: { own: as(OWN_ORG, 201), foreign: as(FOREIGN_ORG, 201) },
  listPods: { own: OWN_ORG, foreign: FOREIGN_ORG },
  getPod: { own: SPOT_WORKLOAD },
  terminatePod: { own: SPOT_WORKLOAD },
  createOrg: { own: [201, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  listOrgs: { own: OWN_ORG },
  getOrg: { own: OWN_ORG, foreign: FOREIGN_ORG },
  listApiKeys: { own: OWN_ORG, foreign: FOREIGN_ORG },
  createApiKey: { own: as(OWN_ORG, 201), foreign: as(FOREIGN_ORG, 201) },
  revokeApiKey: { own: as(OWN_ORG, 204), foreign: as(FOREIGN_ORG, 204) },
};

async function statusOf(stage: Stage, id: OperationId, role: Role, whose: "own" | "foreign"): Promise<number> {
  const reply = await stage.orgs[role].api.send(id, await stage.call(id, role, whose));
  stage.noteAnswer(reply.body);
  await stage.clear();
  return reply.status;
}

async function statusWithout(stage: Stage, id: OperationId, permission: Permission | undefined): Promise<number> {
  const api = await stage.lacking("platform", permission ?? "node.read");
  const reply = await api.send(id, await stage.call(id, "platform"));
  await stage.clear();
  return reply.status;
}

test.describe("every call, by every kind of caller", () => {
  for (const id of Object.keys(EXPECTED) as OperationId[]) {
    const op: Operation = operations[id];
    test(`${op.method} ${op.path}`, async ({ world }) => {
      const stage = await Stage.of(world);
      for (const [whose, row] of Object.entries(EXPECTED[id]) as ["own" | "foreign", Row][]) {
        const seen: Record<string, number> = {};
        for (const role of ROLES) seen[role] = await statusOf(stage, id, role, whose);
        seen["without the permission"] = await statusWithout(stage, id, op.permission);
        const names = [...ROLES, "without the permission"];
        expect(seen, whose).toEqual(Object.fromEntries(names.map((name, index) => [name, row[index]])));
      }
    });
  }

  test("no call is left out, and the document has the same ones", async ({ world }) => {
    expect(Object.keys(EXPECTED).sort()).toEqual(Object.keys(operations).sort());
    for (const [id, { own }] of Object.entries(EXPECTED)) expect([id, own.some((s) => s < 300)]).toEqual([id, true]);
    const { paths } = (await world.platform.raw("GET", "/openapi.json")).body as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const documented = Object.entries(paths).flatMap(([path, calls]) =>
      Object.entries(calls).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    const table = Object.values(operations).map((op) => `${op.id} ${op.method} ${op.path}`);
    expect(documented.sort()).toEqual(table.sort());
  });

  test("401 for a bad or missing key, before anything else is looked at", async ({ world }) => {
    const stage = await Stage.of(world);
    for (const id of Object.keys(EXPECTED) as OperationId[]) {
      const op: Operation = operations[id];
      const sent = {
        ...(await stage.call(id, "platform")),
        ...(op.body && { body: { bogus: 1 } }),
        query: { bogus: "1" },
      };
      const replies = [];
      for (const key of ["", "vl_", "garbage", `vl_${"a".repeat(43)}`, `${world.platform.key}x`]) {
        replies.push(await world.platform.as(key).send(id, sent));
      }
      for (const reply of replies) expect([id, reply.status, reply.body]).toEqual([id, 401, replies[0]!.body]);
      await stage.clear();
    }
  });
});

test.describe("who may reach workloads, pools and orgs", () => {
  test("a workload's own org always may; nobody else an ordinary one, or a spot one on open units", async ({
    world,
  }) => {
    const stage = await Stage.of(world);
    const { buyer, orgs } = stage;
    const node = await world.newNode(2, { owner: orgs.owner });
    const [reserved] = node.unitIds as [string, string];
    await world.reserve(node, [reserved], [buyer], { managingOrgIds: [orgs.active.id] });
    const ordinary = await world.startVm(buyer, node);
    expect(ordinary.unitIds).toEqual([reserved]);
    const open = await world.startVm(orgs.outsider, node, { tier: "spot" });
    for (const [vm, own] of [
      [ordinary, buyer],
      [open, orgs.outsider],
    ] as const) {
      const sent = { params: { workloadId: vm.id } };
      for (const org of [orgs.owner, orgs.active, orgs.audience]) {
        await org.api.refused("getVm", "not_found", sent);
        await org.api.refused("terminateVm", "not_found", { ...sent, body: {} });
      }
      await world.platform.ok("getVm", sent);
      await world.platform.refused("terminateVm", "not_found", { ...sent, body: {} });
      await own.api.refused("getPod", "not_found", sent);
      await own.api.refused("terminatePod", "not_found", { ...sent, body: {} });
      expect((await own.api.ok("getVm", sent)).status).toBe("running");
      expect((await own.api.ok("terminateVm", { ...sent, body: {} })).status).toBe("terminated");
      expect((await own.api.ok("terminateVm", { ...sent, body: {} })).status).toBe("terminated");
    }
  });

  test("the pool is the platform's to change, the status the owner's too", async ({ world }) => {
    const owner = await world.newOrg("Provider");
    const node = await world.newNode(1, { owner });
    const params = { nodeId: node.id };
    await owner.api.refused("updateNode", "not_found", { params, body: { pool: "verified" } });
    await owner.api.refused("updateNode", "not_found", { params, body: { pool: "verified", status: "draining" } });
    expect(await owner.api.ok("updateNode", { params, body: { status: "draining" } })).toMatchObject({
      status: "draining",
      pool: "community",
    });
    expect(
      await world.platform.ok("updateNode", { params, body: { pool: "verified", status: "online" } }),
    ).toMatchObject({
      status: "online",
      pool: "verified",
    });
  });

  test("an unknown org is 404 to the platform and 403 to all others", async ({ world }) => {
    const outsider = await world.newOrg();
    const orgCalls = Object.values(operations).filter((op) => op.path.startsWith("/v1/orgs/{orgId}"));
    for (const op of orgCalls) {
      const sent = {
        params: { orgId: "org_unknown", keyId: "key_unknown" },
        ...(op.id.startsWith("create") && { body: { name: "x", hostname: "x" } }),
      };
      expect([op.id, (await world.platform.send(op.id as OperationId, sent)).status]).toEqual([op.id, 404]);
      expect([op.id, (await outsider.api.send(op.id as OperationId, sent)).status]).toEqual([op.id, 403]);
    }
  });
});

import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type House, openHouse, U } from "./testing/house";
import { reportOf } from "./testing/reports";
import { actingFor, call, refusal } from "./testing/world";

describe("the audit trail, section 8", () => {
  let house: House;
  let nodeId: string;
  let model = "";
  beforeAll(async () => {
    house = await openHouse("trail");
  });
  beforeEach(async () => {
    await house.goTo(0);
    // A model of its own: nothing is placed anywhere else.
    model += "m";
    nodeId = await house.node([U[0], U[1]].map((id) => ({ id, model })));
  });
  afterAll(() => house.close());

  const order = (tier: "spot" | "community") =>
    ({ orgId: house.orgs.beta.id, name: "w", gpuModelId: model, gpuCount: 1, tier }) as const;
  const entries = async () => (await call(house.platform, "listNodeAudit", { nodeId, limit: 200 })).items;

  it("says when, who, for which org, from where, what, on what, why, and under which request", async () => {
    const ctx = actingFor(house.world, house.orgs.platform, undefined, "req_mine");
    await house.goTo(1234);
    const unitIds = [U[0]];
    const r = await call(ctx, "createReservation", {
      nodeId,
      unitIds,
      allowedOrgIds: [house.orgs.alpha.id],
      reason: "why",
    });
    expect(await entries()).toEqual([
      {
        id: expect.stringMatching(/^aud_\d+$/),
        at: "2031-03-01T12:00:01.234Z",
        actor: { type: "key", id: ctx.actor.id, name: ctx.actor.name },
        orgId: house.orgs.platform.id,
        action: "reservation.create",
        outcome: "done",
        nodeId,
        reservationId: r.id,
        unitIds,
        reason: "why",
        requestId: "req_mine",
        source: "test",
      },
    ]);
  });

  it("has one entry for each change of every kind, and none for what changed nothing", async () => {
    const unitIds = [U[0]];
    const r = await house.reserve(nodeId, { unitIds: [U[0], U[1]] });
    const at = { nodeId, reservationId: r.id };
    const twice = async (change: () => Promise<unknown>) => {
      await change();
      await change();
    };
    await twice(() => call(house.platform, "changeReservation", { ...at, contractRef: "C-1" }));
    await twice(() => call(house.provider, "releaseUnits", { ...at, unitIds }));
    const vm = await call(house.beta, "createVm", order("spot"));
    await call(house.provider, "reclaimUnits", { ...at, unitIds, dryRun: true });
    await twice(() => call(house.provider, "reclaimUnits", { ...at, unitIds }));
    await call(house.beta, "terminateVm", { workloadId: vm.id });
    await twice(() => call(house.provider, "updateNode", { nodeId, status: "draining" }));
    await twice(() =>
      call(house.provider, "putInventory", {
        nodeId,
        inventory: reportOf([[{ bdf: U[0] }], [{ bdf: U[1] }], [{ bdf: U[2] ?? "" }]]),
      }),
    );
    await call(house.platform, "reaffirmReservation", at);
    await twice(() => call(house.platform, "cancelReservation", { ...at, unitIds }));
    await twice(() => call(house.platform, "cancelReservation", at));
    expect((await house.trail(nodeId)).map(([action]) => action).reverse()).toEqual([
      "reservation.create",
      "reservation.change",
      "reservation.release",
      "workload.create",
      "reservation.reclaim",
      "node.update",
      "node.inventory",
      "reservation.reaffirm",
      "reservation.cancel",
      "reservation.cancel",
    ]);
  });

  it("has the refused attempts of who may see the node, and no dry ones", async () => {
    const r = await house.reserve(nodeId, { managingOrgIds: [house.orgs.manager.id] });
    const at = { nodeId, reservationId: r.id };
    await call(house.platform, "cancelReservation", at);
    await refusal(house.provider, "releaseUnits", { ...at, unitIds: [U[0]] });
    await refusal(house.provider, "reclaimUnits", { ...at, unitIds: [U[0]], dryRun: true });
    await refusal(house.provider, "cancelReservation", at);
    await refusal(house.provider, "updateNode", { nodeId, pool: "verified" });
    await refusal(house.manager, "releaseUnits", { ...at, unitIds: [U[0]] });
    await refusal(house.beta, "updateNode", { nodeId, status: "removed" });
    expect((await house.trail(nodeId)).slice(0, 4)).toEqual([
      ["node.update", "refused", "not_found"],
      ["reservation.cancel", "refused", "not_found"],
      ["reservation.release", "refused", "wrong_status"],
      ["reservation.cancel", "done"],
    ]);
  });

  it("has refused attempts at ending a workload, which names no node in its path", async () => {
    const vm = await call(house.beta, "createVm", order("community"));
    await refusal(house.provider, "terminateVm", { workloadId: vm.id });
    await refusal(house.alpha, "terminateVm", { workloadId: vm.id });
    await refusal(house.provider, "terminateVm", { workloadId: "vm_none" });
    expect(await house.trail(nodeId)).toEqual([
      ["workload.terminate", "refused", "not_found"],
      ["workload.create", "done"],
    ]);
    expect((await entries())[0]).toMatchObject({ orgId: house.orgs.provider.id, reason: vm.id });
  });

  it("is part of the change: where it can't be written, nothing is", async () => {
    const { owner } = house.world;
    await sql`alter table audit_entries add constraint broken check (action <> 'reservation.create') not valid`.execute(
      owner,
    );
    await expect(house.reserve(nodeId)).rejects.toMatchObject({ code: "23514" });
    await sql`alter table audit_entries drop constraint broken`.execute(owner);
    expect((await call(house.platform, "listNodeReservations", { nodeId, limit: 1 })).items).toEqual([]);
    expect((await house.reserve(nodeId)).status).toBe("active");
  });

  it("belongs to orgs and keys as well, though no node is theirs", async () => {
    const made = await call(house.platform, "createOrg", { name: "New" });
    const key = await call(house.platform, "createApiKey", { orgId: made.id, name: "k", permissions: ["vm.read"] });
    await call(house.platform, "revokeApiKey", { orgId: made.id, keyId: key.id });
    const { rows } = await sql<{ action: string; reason: string }>`
      select action, reason from audit_entries where node_id is null and request_id = ${house.platform.requestId} order by seq`.execute(
      house.world.owner,
    );
    expect(rows.map((row) => row.action)).toEqual(["org.create", "apikey.create", "apikey.revoke"]);
    expect(rows[0]?.reason).toContain(made.id);
  });

  it("takes down an attempt at what no id can be, without it", async () => {
    const reservationId = randomBytes(6_000).toString("hex");
    const refused = await refusal(house.platform, "cancelReservation", { nodeId, reservationId });
    expect(refused.code).toBe("not_found");
    const [entry] = await entries();
    expect(entry).toMatchObject({ action: "reservation.cancel", outcome: "refused", code: "not_found" });
    expect(entry).not.toHaveProperty("reservationId");
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { InputOf } from "@/server/contract/operation";
import type { OperationId, operations } from "@/server/contract/operations";
import { Refusal } from "@/server/domain/errors";
import { PERMISSIONS, type Permission } from "@/server/domain/permissions";
import { readNodeView } from "./console/read-node-view";
import { readTimeline } from "./console/read-timeline";
import type { Context } from "./shared/context";
import { HOUR, type House, openHouse, type Reservation, U } from "./testing/house";
import { actingFor, call } from "./testing/world";

type Who = "platform" | "provider" | "manager" | "alpha" | "beta";
const EVERYBODY: Who[] = ["platform", "provider", "manager", "alpha", "beta"];

/** Section 3, "Where the permission counts". Alpha is in the audience, which confers nothing; beta is a stranger. */
describe("who may do what, section 3", () => {
  let house: House;
  let nodeId: string;
  let r: Reservation;
  beforeAll(async () => {
    house = await openHouse("visibility");
  });
  beforeEach(async () => {
    await house.goTo(0);
    nodeId = await house.node(4);
    r = await house.reserve(nodeId, {
      managingOrgIds: [house.orgs.manager.id],
      startsAt: house.at(HOUR),
      endsAt: house.at(3 * HOUR),
    });
  });
  afterAll(() => house.close());

  async function outcome<K extends OperationId>(ctx: Context, id: K, input: InputOf<(typeof operations)[K]>) {
    try {
      await call(ctx, id, input);
      return "success";
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  }
  const each = async <K extends OperationId>(id: K, input: InputOf<(typeof operations)[K]>) =>
    Object.fromEntries(
      await Promise.all(EVERYBODY.map(async (who) => [who, await outcome(house[who], id, input)] as const)),
    );
  const only = (...who: Who[]) =>
    Object.fromEntries(EVERYBODY.map((one) => [one, who.includes(one) ? "success" : "not_found"]));
  const path = () => ({ nodeId, reservationId: r.id });

  it("units, node, reservations: operator, owner, and who manages a live one there", async () => {
    const readers = only("platform", "provider", "manager");
    expect(await each("listUnits", { nodeId })).toEqual(readers);
    expect(await each("getNode", { nodeId })).toEqual(readers);
    expect(await each("getReservation", path())).toEqual(readers);
    expect(await each("listNodeReservations", { nodeId, limit: 50 })).toEqual(readers);
    expect(await each("listNodeAudit", { nodeId, limit: 50 })).toEqual(readers);
  });

  it("create, change, cancel, re-affirm: the operator alone", async () => {
    const unitIds = [U[2] ?? ""];
    expect(await each("createReservation", { nodeId, unitIds, allowedOrgIds: [house.orgs.alpha.id] })).toEqual(
      only("platform"),
    );
    expect(await each("changeReservation", { ...path(), reason: "x" })).toEqual(only("platform"));
    expect(await each("reaffirmReservation", path())).toEqual({ ...only(), platform: "wrong_status" });
    expect(await each("cancelReservation", path())).toEqual(only("platform"));
  });

  const statuses = [
    ["pending", 0],
    ["active", HOUR],
    ["needs-review", HOUR],
    ["expired", 3 * HOUR],
    ["cancelled", HOUR],
  ] as const;
  it.each(statuses)("release and reclaim of a reservation that is %s", async (status, when) => {
    await house.goTo(when);
    if (status === "needs-review") await house.bumpTopology(nodeId);
    if (status === "cancelled") await call(house.platform, "cancelReservation", path());
    expect((await house.reservationOf(nodeId, r.id)).status).toBe(status);
    const isLive = ["pending", "active", "needs-review"].includes(status);
    const release = ["pending", "active"].includes(status) ? "success" : "wrong_status";
    const reclaim = isLive ? "success" : "wrong_status";
    const manager = status === "active" ? "success" : "not_found";
    const input = { ...path(), unitIds: [U[0]] };
    const others = { alpha: "not_found", beta: "not_found", manager };
    expect(await each("releaseUnits", input)).toEqual({ ...others, platform: release, provider: release });
    expect(await each("reclaimUnits", { ...input, dryRun: true })).toEqual({
      ...others,
      platform: reclaim,
      provider: reclaim,
    });
    expect(await each("reclaimUnits", input)).toEqual({ ...others, platform: reclaim, provider: reclaim });
    // The managing org sees the node only as long as one that it manages there is live.
    expect((await each("listUnits", { nodeId })).manager).toBe(isLive ? "success" : "not_found");
    expect((await each("getReservation", path())).manager).toBe(isLive ? "success" : "not_found");
  });

  it("who manages one reservation reads that one and its entries, and nothing of its neighbours", async () => {
    const other = await house.reserve(nodeId, { unitIds: [U[1]] });
    expect(await outcome(house.manager, "getReservation", { nodeId, reservationId: other.id })).toBe("not_found");
    const page = { nodeId, limit: 50 };
    expect((await call(house.manager, "listNodeReservations", page)).items.map((one) => one.id)).toEqual([r.id]);
    expect((await call(house.manager, "listReservations", { nodeId, limit: 50 })).items.map((one) => one.id)).toEqual([
      r.id,
    ]);
    const trail = await call(house.manager, "listNodeAudit", page);
    expect(trail.items.map((entry) => entry.reservationId)).toEqual([r.id]);
    expect((await call(house.provider, "listNodeAudit", page)).items).toHaveLength(2);
  });

  it("who manages one reservation is told whose workloads are on it, and of its neighbours' only that they are there", async () => {
    // A model of their own: nothing is placed on another node.
    const model = "10de:20b5";
    const nodeId = await house.node(U.slice(0, 2).map((id) => ({ id, model })));
    await house.reserve(nodeId, { managingOrgIds: [house.orgs.manager.id] });
    const order = { gpuModelId: model, gpuCount: 1, tier: "community" } as const;
    const guest = await call(house.alpha, "createVm", { ...order, orgId: house.orgs.alpha.id, name: "guest" });
    const neighbour = await call(house.beta, "createVm", { ...order, orgId: house.orgs.beta.id, name: "neighbour" });
    expect([guest.unitIds, neighbour.unitIds]).toEqual([[U[0]], [U[1]]]);
    const names = async (ctx: Context) =>
      (await readNodeView(ctx, { nodeId })).units.map(({ holder, claimedBy }) => [claimedBy, holder?.org.name]);
    const claimed = [`vm:${guest.id}`, `vm:${neighbour.id}`];
    expect(await names(house.manager)).toEqual([
      [claimed[0], house.orgs.alpha.name],
      [claimed[1], undefined],
    ]);
    for (const ctx of [house.platform, house.provider]) {
      expect(await names(ctx)).toEqual([
        [claimed[0], house.orgs.alpha.name],
        [claimed[1], house.orgs.beta.name],
      ]);
    }
    const range = { nodeId, from: house.at(0), to: house.at(3 * HOUR) };
    const runs = async (ctx: Context) => (await readTimeline(ctx, range)).runs.map((run) => run.name).sort();
    expect(await runs(house.manager)).toEqual(["guest"]);
    expect(await runs(house.provider)).toEqual(["guest", "neighbour"]);
  });

  it("node status: operator and owner; pool: operator alone; inventory: operator and owner", async () => {
    expect(await each("updateNode", { nodeId, status: "draining" })).toEqual(only("platform", "provider"));
    expect(await each("updateNode", { nodeId, pool: "verified" })).toEqual(only("platform"));
    expect(await each("updateNode", { nodeId, pool: "verified", status: "online" })).toEqual(only("platform"));
    const refused = { ...only(), platform: "invalid_request", provider: "invalid_request" };
    expect(await each("putInventory", { nodeId, text: "" })).toEqual(refused);
  });

  it("the right id under the wrong parent is no id (fault case 11)", async () => {
    const elsewhere = await house.node(1);
    const wrong = { nodeId: elsewhere, reservationId: r.id };
    const none = { nodeId: "node_none", reservationId: r.id };
    for (const at of [
      wrong,
      none,
      { nodeId, reservationId: `${r.id}x` },
      { nodeId, reservationId: r.id.toUpperCase() },
    ]) {
      expect(await outcome(house.platform, "getReservation", at)).toBe("not_found");
      expect(await outcome(house.platform, "cancelReservation", at)).toBe("not_found");
      expect(await outcome(house.platform, "changeReservation", { ...at, endsAt: null })).toBe("not_found");
      expect(await outcome(house.platform, "releaseUnits", { ...at, unitIds: [U[0]] })).toBe("not_found");
      expect(await outcome(house.platform, "reclaimUnits", { ...at, unitIds: [U[0]], dryRun: true })).toBe("not_found");
    }
    expect(await house.reservationOf(nodeId, r.id)).toEqual(r);
  });

  it("hidden, missing and without the permission are one answer", async () => {
    const without = (permission: Permission) =>
      actingFor(
        house.world,
        house.orgs.platform,
        PERMISSIONS.filter((each) => each !== permission),
      );
    const answers: Refusal[] = [];
    for (const [ctx, input] of [
      [house.beta, { nodeId }],
      [house.beta, { nodeId: "node_none" }],
      [without("reservation.read"), { nodeId }],
    ] as const) {
      await call(ctx, "listUnits", input).catch((error: Refusal) => answers.push(error));
    }
    expect(answers).toHaveLength(3);
    expect(
      new Set(answers.map((answer) => JSON.stringify([answer.code, answer.message, answer.details]))),
    ).toHaveLength(1);
  });

  it("lists of outsiders are empty; without the permission there are none", async () => {
    expect(await call(house.beta, "listNodes", { limit: 50 })).toEqual({ items: [] });
    expect(await call(house.beta, "listReservations", { limit: 50 })).toEqual({ items: [] });
    const viewer = actingFor(house.world, house.orgs.beta, ["vm.read"]);
    expect(await outcome(viewer, "listNodes", { limit: 50 })).toBe("not_found");
    expect(await outcome(viewer, "listReservations", { limit: 50 })).toBe("not_found");
  });

  it("routes of an org: 403 to others; to the operator any org, and 404 for none", async () => {
    const orgId = house.orgs.alpha.id;
    const forbidden = {
      platform: "success",
      provider: "forbidden",
      manager: "forbidden",
      alpha: "success",
      beta: "forbidden",
    };
    expect(await each("getOrg", { orgId })).toEqual(forbidden);
    expect(await each("listVms", { orgId, limit: 50 })).toEqual(forbidden);
    expect(await each("listApiKeys", { orgId })).toEqual(forbidden);
    expect(await each("createNode", { orgId, hostname: "h" })).toEqual(forbidden);
    const all = { provider: "forbidden", manager: "forbidden", alpha: "forbidden", beta: "forbidden" };
    expect(await each("getOrg", { orgId: "org_none" })).toEqual({ platform: "not_found", ...all });
    expect(await outcome(actingFor(house.world, house.orgs.alpha, ["vm.read"]), "getOrg", { orgId })).toBe("forbidden");
    expect(await each("createOrg", { name: "New" })).toEqual({ platform: "success", ...all });
  });
});

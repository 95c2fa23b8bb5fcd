import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertNode, insertReservation, seedBdf } from "@/db/testing/seed";
import { createWorkload } from "./create-workload";
import { getWorkload } from "./get-workload";
import { listWorkloads } from "./list-workloads";
import { terminateWorkload } from "./terminate-workload";
import { type Market, openMarket, refusal } from "./testing/market";

const u = (slot: number) => seedBdf(slot);

describe("workloads on real Postgres", () => {
  let market: Market;
  let provider: string;
  let alpha: string;
  let beta: string;
  let model: string;
  let models = 0;

  beforeAll(async () => {
    market = await openMarket("workloads");
    [provider, alpha, beta] = await Promise.all([market.org("provider"), market.org("alpha"), market.org("beta")]);
  });
  afterAll(() => market.close());
  // Each test has a GPU model of its own, and so a market of its own.
  beforeEach(() => {
    models += 1;
    model = `model-${models}`;
  });

  const node = (slots: number, more: Partial<Parameters<typeof insertNode>[1]> = {}) =>
    insertNode(market.db, {
      organizationId: provider,
      units: [...Array(slots).keys()].map((slot) => ({ id: u(slot + 1), model })),
      ...more,
    });
  const buy = (orgId: string, tier: "community" | "verified" | "spot" = "community", gpuCount = 1, as = orgId) =>
    createWorkload(market.as(as), "vm", { orgId, name: "w", gpuModelId: model, gpuCount, tier });
  const get = (as: string, workloadId: string, kind: "vm" | "pod" = "vm") =>
    getWorkload(market.as(as), kind, { workloadId });
  const end = (as: string, workloadId: string, kind: "vm" | "pod" = "vm") =>
    terminateWorkload(market.as(as), kind, { workloadId });
  const audits = async (action: string) =>
    (await market.db.selectFrom("audit_entries").select("seq").where("action", "=", action).execute()).length;

  it("places, shows, lists and ends a vm", async () => {
    const nodeId = await node(2);
    const created = await buy(alpha, "community", 2);
    expect(created).toEqual({
      id: expect.stringMatching(/^vm_/),
      organizationId: alpha,
      name: "w",
      status: "running",
      tier: "community",
      gpuModelId: model,
      gpuCount: 2,
      nodeId,
      unitIds: [u(1), u(2)],
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await get(alpha, created.id)).toEqual(created);
    expect(await refusal(buy(alpha))).toBe("no_capacity");

    const ended = await end(alpha, created.id);
    expect(ended).toEqual({
      ...created,
      status: "terminated",
      statusReason: expect.any(String),
      terminatedAt: expect.stringMatching(/Z$/),
    });
    const entries = await audits("workload.terminate");
    expect(await end(alpha, created.id)).toEqual(ended);
    expect(await audits("workload.terminate")).toBe(entries);
    expect((await buy(alpha)).unitIds).toEqual([u(1)]);
  });

  it("pages through the workloads of one kind, newest first", async () => {
    await node(3);
    const org = await market.org();
    const ids = [(await buy(org)).id, (await buy(org)).id, (await buy(org)).id].reverse();
    const first = await listWorkloads(market.as(org), "vm", { orgId: org, limit: 2 });
    expect(first.items.map((each) => each.id)).toEqual(ids.slice(0, 2));
    const rest = await listWorkloads(market.as(org), "vm", { orgId: org, limit: 2, cursor: first.nextCursor });
    expect(rest).toEqual({ items: [expect.objectContaining({ id: ids[2] })] });
    expect(await listWorkloads(market.as(org), "pod", { orgId: org, limit: 2 })).toEqual({ items: [] });
    expect(await refusal(listWorkloads(market.as(beta), "vm", { orgId: org, limit: 2 }))).toBe("forbidden");
  });

  it("puts pods on device-request units, and keeps the two kinds apart", async () => {
    await insertNode(market.db, {
      organizationId: provider,
      units: [{ id: u(1), model, allocClass: "device-request" }],
    });
    expect(await refusal(buy(alpha))).toBe("no_capacity");
    const pod = await createWorkload(market.as(alpha), "pod", {
      orgId: alpha,
      name: "p",
      gpuModelId: model,
      gpuCount: 1,
      tier: "community",
    });
    expect(pod.id).toMatch(/^pod_/);
    expect(await refusal(get(alpha, pod.id))).toBe("not_found");
    expect(await refusal(end(alpha, pod.id))).toBe("not_found");
    expect((await get(alpha, pod.id, "pod")).id).toBe(pod.id);
  });

  it("refuses strangers to the org, unknown models and unknown orgs before it looks for room", async () => {
    expect(await refusal(buy(alpha, "community", 1, beta))).toBe("forbidden");
    expect(await refusal(buy(alpha))).toBe("invalid_request");
    expect(await refusal(buy("org_none", "community", 1, market.platform))).toBe("not_found");
    expect(await refusal(buy("org_none", "community", 1, alpha))).toBe("forbidden");
  });

  it("places for the org in the path, not for the key's", async () => {
    const nodeId = await node(1);
    await insertReservation(market.db, { nodeId, units: [{ id: u(1) }], allowedOrgIds: [beta, market.platform] });
    expect(await refusal(buy(alpha, "community", 1, market.platform))).toBe("no_capacity");
    expect((await buy(beta, "community", 1, market.platform)).organizationId).toBe(beta);
  });

  it("prefers reserved units of the org by name, then at spot released ones, then open ones", async () => {
    const [open, reserved] = [await node(1), await node(2)];
    await insertReservation(market.db, {
      nodeId: reserved,
      units: [{ id: u(1) }, { id: u(2), released: true }],
      allowedOrgIds: [alpha, market.platform],
    });
    expect(await buy(market.platform)).toMatchObject({ nodeId: open });
    expect(await buy(market.platform)).toMatchObject({ nodeId: reserved, unitIds: [u(1)] });
    expect(await refusal(buy(alpha))).toBe("no_capacity");
    const another = await node(1);
    expect(await buy(beta, "spot")).toMatchObject({ nodeId: reserved, unitIds: [u(2)] });
    expect(await buy(beta, "spot")).toMatchObject({ nodeId: another });
  });

  it("takes the reserved unit of the org wherever it is, then the fullest node that fits", async () => {
    const [big, small, own] = [await node(4), await node(2), await node(3)];
    await insertReservation(market.db, {
      nodeId: own,
      units: [{ id: u(3) }],
      allowedOrgIds: [alpha, market.platform],
    });
    expect(await buy(alpha)).toMatchObject({ nodeId: own, unitIds: [u(3)] });
    expect((await buy(alpha, "community", 2)).nodeId).toBe([small, own].sort()[0]);
    expect((await buy(alpha, "community", 2)).nodeId).toBe([small, own].sort()[1]);
    expect((await buy(alpha, "community", 2)).nodeId).toBe(big);
  });

  it("prefers one NUMA node and good links, between nodes too, to a full node", async () => {
    const units = (numa: number[]) => numa.map((place, index) => ({ id: u(index + 1), model, numa: place }));
    const apart = await node(2, { units: units([0, 1]) });
    const together = await node(4, { units: units([0, 1, 1, 0]) });
    expect(await buy(alpha, "community", 2)).toMatchObject({ nodeId: together, unitIds: [u(1), u(4)] });
    const links = [{ a: u(2), b: u(3), type: "NV18" }];
    const linked = await node(4, { units: units([0, 0, 0, 1]), links });
    expect(await buy(alpha, "community", 2)).toMatchObject({ nodeId: linked, unitIds: [u(2), u(3)] });
    expect(await buy(alpha, "community", 2)).toMatchObject({ nodeId: together, unitIds: [u(2), u(3)] });
    expect((await buy(alpha, "community", 2)).nodeId).toBe([apart, linked].sort()[0]);
  });

  describe("may be read and ended (section 3)", () => {
    const managing = async (
      change: Partial<Parameters<typeof insertReservation>[1]> = {},
      tier: "spot" | "community" = "spot",
    ) => {
      const [manager, buyer, nodeId] = [await market.org("manager"), await market.org("buyer"), await node(1)];
      const vm = await buy(buyer, tier);
      await insertReservation(market.db, {
        nodeId,
        units: [{ id: u(1), released: true }],
        allowedOrgIds: [alpha, market.platform],
        managingOrgIds: [manager],
        ...change,
      });
      return { manager, buyer, vm };
    };
    const may = async (org: string, id: string) =>
      Promise.all([
        refusal(get(org, id)),
        // Ended for real only by the last one in each test: the answer to all is given before it.
        market.db
          .transaction()
          .execute(async (trx) => {
            const code = await refusal(terminateWorkload(market.as(org, trx), "vm", { workloadId: id }));
            throw Object.assign(new Error("undo"), { code });
          })
          .catch((error: { code: string | undefined }) => error.code),
      ]);
    const [yes, no, reads] = [
      [undefined, undefined],
      ["not_found", "not_found"],
      [undefined, "not_found"],
    ];

    it("a spot workload on a reserved unit: by operator, owner and managing org, not by the audience", async () => {
      const { manager, buyer, vm } = await managing();
      for (const org of [market.platform, provider, manager, buyer]) expect(await may(org, vm.id)).toEqual(yes);
      for (const org of [alpha, beta]) expect(await may(org, vm.id)).toEqual(no);
      expect((await end(manager, vm.id)).status).toBe("terminated");
      // Repeating it is no error, and still shows the outcome.
      expect((await end(manager, vm.id)).status).toBe("terminated");
      expect((await get(manager, vm.id)).status).toBe("terminated");
    });

    it("by the managing org only while the reservation is active", async () => {
      const hour = 3_600_000;
      for (const change of [{ startsAt: new Date(Date.now() + hour) }, { topologyGen: 7 }]) {
        const { manager, vm } = await managing(change);
        expect(await may(manager, vm.id)).toEqual(no);
        for (const org of [market.platform, provider]) expect(await may(org, vm.id)).toEqual(yes);
      }
      for (const change of [{ cancelled: true }, { startsAt: new Date(1), endsAt: new Date(2) }]) {
        const { manager, vm } = await managing(change);
        for (const org of [manager, provider]) expect(await may(org, vm.id)).toEqual(no);
        expect(await may(market.platform, vm.id)).toEqual(reads);
      }
    });

    it("an ordinary workload by its own org alone, whoever else holds the unit", async () => {
      const { manager, buyer, vm } = await managing({}, "community");
      for (const org of [manager, provider, alpha]) expect(await may(org, vm.id)).toEqual(no);
      expect(await may(market.platform, vm.id)).toEqual(reads);
      expect(await may(buyer, vm.id)).toEqual(yes);
    });

    it("a spot workload on a unit that nobody reserved by its own org alone", async () => {
      await node(1);
      const vm = await buy(beta, "spot");
      expect(await may(provider, vm.id)).toEqual(no);
      expect(await may(market.platform, vm.id)).toEqual(reads);
    });
  });

  it("leaves no trace of a refused request", async () => {
    await node(1);
    const entries = await audits("workload.create");
    expect(await refusal(buy(alpha, "community", 2))).toBe("no_capacity");
    expect(await audits("workload.create")).toBe(entries);
  });

  it("refuses nobody while there is room, however many buy and leave at once", async () => {
    await Promise.all([...Array(5).keys()].map(() => node(4)));
    const loop = async () => {
      for (let turn = 0; turn < 4; turn += 1) {
        const { id } = await buy(beta, "spot", 2);
        await end(beta, id);
      }
    };
    // Ten pairs of GPUs for ten buyers of one pair at a time.
    await Promise.all([...Array(10).keys()].map(loop));
  });

  it("gives each of many buyers at once a unit of her own, and the last ones a refusal", async () => {
    await Promise.all([node(4), node(4)]);
    const codes = await Promise.all([...Array(12).keys()].map(() => refusal(buy(beta))));
    expect(codes.filter((code) => code === undefined)).toHaveLength(8);
    expect(codes.filter((code) => code === "no_capacity")).toHaveLength(4);
  });
});

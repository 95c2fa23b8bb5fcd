import { Api, type ErrorBody } from "../fixtures/api";
import { startServer } from "../fixtures/server";
import { DAY, fromNow } from "../fixtures/time";
import { expect, test } from "../fixtures/world";

const KIB = 1024;

test.describe("limits", () => {
  test("a body may be 256 KiB, on inventory calls 4 MiB, and not a byte more", async ({ world }) => {
    const node = await world.newNode(1);
    const org = await world.newOrg();
    const padded = (body: object, size: number) => {
      const text = JSON.stringify(body);
      return text.slice(0, -1) + " ".repeat(size - text.length) + text.slice(-1);
    };
    const headers = { "Content-Type": "application/json" };
    const create = { unitIds: node.unitIds, allowedOrgIds: [org.id] };
    const reservations = `/v1/nodes/${node.id}/reservations`;
    const over = await world.platform.raw("POST", reservations, { headers, body: padded(create, 256 * KIB + 1) });
    expect([over.status, (over.body as ErrorBody).code]).toEqual([413, "payload_too_large"]);
    expect((await world.units(node))[0]?.reservable).toBe(true);
    const most = await world.platform.raw("POST", reservations, { headers, body: padded(create, 256 * KIB) });
    expect(most.status).toBe(201);

    const paste = { text: "01:00.0 3D controller [0302]: NVIDIA Corporation GA102GL [A40] [10de:2235] (rev a1)" };
    const preview = async (size: number) =>
      (await world.platform.raw("POST", "/v1/inventory/preview", { headers, body: padded(paste, size) })).status;
    expect([await preview(4_096 * KIB), await preview(4_096 * KIB + 1)]).toEqual([200, 413]);
    const stranger = await org.api.raw("POST", reservations, { headers, body: padded(create, 256 * KIB + 1) });
    expect(stranger.status).toBe(404);
  });

  test("a key that asks too often is told when to come back, alone", async ({ world }) => {
    const strict = await startServer(world.database.appUrl, { RATE_LIMIT_PER_MINUTE: "12" });
    try {
      const [one, other] = [await world.newOrg(), await world.newOrg()];
      const statuses: number[] = [];
      const api = new Api(strict.url, one.api.key);
      for (let times = 0; times < 15; times += 1) statuses.push((await api.send("whoami")).status);
      expect(statuses.slice(0, 12)).toEqual(Array(12).fill(200));
      expect(statuses).toContain(429);
      const refused = await api.send("whoami");
      expect([refused.status, (refused.body as ErrorBody).code]).toEqual([429, "rate_limited"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await new Api(strict.url, other.api.key).send("whoami")).status).toBe(200);
      expect((await fetch(`${strict.url}/health`)).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });

  test("terms reach to the year 9999, and counts are whole and positive", async ({ world }) => {
    const node = await world.newNode(2);
    const org = await world.newOrg();
    const last = await world.reserve(node, [node.unitIds[0]!], [org], { endsAt: "9999-12-31T23:59:59.999Z" });
    expect(last.endsAt).toBe("9999-12-31T23:59:59.999Z");
    await world.reserve(node, [node.unitIds[1]!], [org], { startsAt: "9999-12-31T23:59:59.998Z" });
    for (const gpuCount of [0, -1, 1.5, 1_025, 2 ** 53, "1", null, true, [1], undefined]) {
      await org.api.refused("createVm", "invalid_request", {
        params: { orgId: org.id },
        body: { name: "x", gpuModelId: node.modelId, gpuCount },
      });
    }
    for (const gpuModelId of ["none", "", null, 1, ` ${node.modelId}`]) {
      await org.api.refused("createVm", "invalid_request", {
        params: { orgId: org.id },
        body: { name: "x", gpuModelId, gpuCount: 1 },
      });
    }
    for (const tier of ["Spot", "spot ", "", 1, "ondemand"]) {
      await org.api.refused("createVm", "invalid_request", {
        params: { orgId: org.id },
        body: { name: "x", gpuModelId: node.modelId, gpuCount: 1, tier },
      });
      if (typeof tier === "string") await org.api.refused("getGpuAvailability", "invalid_request", { query: { tier } });
    }
  });

  test("the filters of the reservations list", async ({ world }) => {
    const owner = await world.newOrg("Provider");
    const node = await world.newNode(4, { owner });
    const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
    const [u1, u2, u3, u4] = node.unitIds as [string, string, string, string];
    const one = await world.reserve(node, [u1], [a], { endsAt: fromNow(DAY) });
    const two = await world.reserve(node, [u2], [a, b], { startsAt: fromNow(DAY), endsAt: fromNow(3 * DAY) });
    const three = await world.reserve(node, [u3], [b]);
    const four = await world.reserve(node, [u4], [b], { endsAt: fromNow(DAY) });
    await world.platform.ok("cancelReservation", { params: { nodeId: node.id, reservationId: four.id }, body: {} });
    const ids = async (query: Record<string, string | string[]>) =>
      (await owner.api.all("listReservations", { query })).map((each) => each.id);
    expect(await ids({})).toEqual([four.id, three.id, two.id, one.id]);
    expect(await ids({ status: "active" })).toEqual([three.id, one.id]);
    expect(await ids({ status: ["pending", "cancelled"] })).toEqual([four.id, two.id]);
    expect(await ids({ orgId: a.id })).toEqual([two.id, one.id]);
    expect(await ids({ orgId: b.id, status: "active" })).toEqual([three.id]);
    expect(await ids({ endsBefore: fromNow(2 * DAY) })).toEqual([four.id, one.id]);
    expect(await ids({ nodeId: node.id, endsBefore: one.endsAt! })).toEqual([]);
    expect(await ids({ nodeId: "node_none" })).toEqual([]);
    const wrong = [
      ["status", "gone"],
      ["status", ""],
      ["role", "owner"],
      ["role", ""],
      ["nodeId", ""],
      ["orgId", ""],
    ] as const;
    for (const [name, value] of wrong) {
      await owner.api.refused("listReservations", "invalid_request", { query: { [name]: value } });
    }
    expect((await owner.api.raw("GET", "/v1/reservations?role=audience&role=audience")).status).toBe(400);
  });
});

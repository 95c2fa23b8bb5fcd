import { HoldfastError, holdfast, must } from "@/docs/client/client";
import { newModel, report, singles } from "../fixtures/machine";
import { expect, test } from "../fixtures/world";

test("the typed client reserves, sells at spot and takes back", async ({ world }) => {
  const { url } = world.servers[0];
  const owner = await world.newOrg("Owner");
  const buyer = await world.newOrg("Buyer");
  const platform = holdfast({ url: `${url}/`, key: world.platform.key });
  const shop = holdfast({ url, key: buyer.api.key });

  const { deviceId, modelId } = newModel();
  const created = { params: { path: { orgId: owner.id } }, body: { hostname: `typed-${deviceId.slice(5)}` } };
  const { id: nodeId } = await must(platform.POST("/v1/orgs/{orgId}/nodes", created));
  const node = { path: { nodeId } };
  const inventory = { ...report(singles(2), deviceId), version: 1 as const, source: "lspci" as const };
  const stored = await must(platform.PUT("/v1/nodes/{nodeId}/inventory", { params: node, body: { inventory } }));
  const unitIds = stored.units.map((unit) => unit.id);

  const body = { unitIds, allowedOrgIds: [owner.id], managingOrgIds: [], contractRef: "TYPED-1" };
  const reservation = await must(platform.POST("/v1/nodes/{nodeId}/reservations", { params: node, body }));
  expect(reservation).toMatchObject({ status: "active", reservedUnitIds: unitIds });
  const again = await must(platform.POST("/v1/nodes/{nodeId}/reservations", { params: node, body })).catch((e) => e);
  expect(again).toBeInstanceOf(HoldfastError);
  expect(again).toMatchObject({ status: 409, code: "reservation_overlap", requestId: expect.stringMatching(/^req_/) });
  expect(again.body.details.units).toHaveLength(2);

  const wish = {
    params: { path: { orgId: buyer.id }, header: { "Idempotency-Key": `typed ${deviceId}` } },
    body: { name: "typed", gpuModelId: modelId, gpuCount: 1, tier: "spot" as const },
  };
  const refused = await shop.POST("/v1/orgs/{orgId}/vms/create", wish);
  expect([refused.data, refused.error?.code]).toEqual([undefined, "no_capacity"]);

  const at = { params: { path: { nodeId, reservationId: reservation.id } } };
  const paths = "/v1/nodes/{nodeId}/reservations/{reservationId}";
  await must(platform.POST(`${paths}/release`, { ...at, body: { unitIds } }));
  const vm = await must(shop.POST("/v1/orgs/{orgId}/vms/create", wish));
  expect(await must(shop.POST("/v1/orgs/{orgId}/vms/create", wish)), "the same key, the same VM").toEqual(vm);

  const plan = await must(platform.POST(`${paths}/reclaim`, { ...at, body: { unitIds, dryRun: true } }));
  expect(plan.wouldTerminate).toEqual([vm.id]);
  const reclaim = { ...at, body: { unitIds, expectPlan: plan.planToken } };
  expect((await must(platform.POST(`${paths}/reclaim`, reclaim))).terminated).toEqual([vm.id]);
  const gone = await must(shop.GET("/v1/vms/{workloadId}", { params: { path: { workloadId: vm.id } } }));
  expect(gone.status).not.toBe("running");

  const query = { nodeId, status: ["active" as const, "pending" as const] };
  const found = await must(platform.GET("/v1/reservations", { params: { query } }));
  expect(found.items.map((item) => item.id)).toEqual([reservation.id]);
});

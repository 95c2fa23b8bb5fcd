import { hostnameOf, NodePage, openLive } from "../fixtures/node-page";
import { expect, test } from "../fixtures/people";
import { startServer } from "../fixtures/server";
import { fromNow, SECOND } from "../fixtures/time";

test("a change by REST at another server process reaches an open node page", async ({ admin, world, tenant }) => {
  const node = await world.newNode(2);
  const page = await NodePage.open(admin, node);
  await expect(page.tile(0)).toHaveAccessibleName(/, free/);
  const elsewhere = world.elsewhere(world.platform);
  const made = await elsewhere.ok("createReservation", {
    params: { nodeId: node.id },
    body: { unitIds: [node.unitIds[0]], allowedOrgIds: [tenant.id] },
  });
  await expect(page.tile(0)).toHaveAccessibleName(/reserved, idle/);
  const params = { nodeId: node.id, reservationId: made.id };
  await elsewhere.ok("releaseUnits", { params, body: { unitIds: [node.unitIds[0]] } });
  await expect(page.tile(0)).toHaveAccessibleName(/released, idle/);
  await elsewhere.ok("cancelReservation", { params, body: {} });
  await expect(page.tile(0)).toHaveAccessibleName(/, free/);
});

test("a change by REST at another server process reaches an open fleet page", async ({ admin, world, tenant }) => {
  const node = await world.newNode(2);
  const hostname = await hostnameOf(world, node);
  await openLive(admin, `/nodes?search=${hostname}`);
  const row = admin.getByRole("table", { name: "Nodes" }).getByRole("row", { name: hostname });
  await expect(row).toContainText("2 free");
  await world.elsewhere(world.platform).ok("createReservation", {
    params: { nodeId: node.id },
    body: { unitIds: [node.unitIds[0]], allowedOrgIds: [tenant.id] },
  });
  await expect(row).toContainText("1 free · 1 reserved");
});

test("a lost connection is said; when it is back the page shows what it missed", async ({ admin, world, tenant }) => {
  const node = await world.newNode(2);
  const page = await NodePage.open(admin, node);
  const banner = admin.getByRole("status").filter({ hasText: "Connection lost" });
  await expect(banner).toHaveCount(0);
  await admin.context().setOffline(true);
  await expect(banner).toContainText(/Connection lost, showing data of \d\d:\d\d:\d\d/);
  await world.reserve(node, [node.unitIds[1]!], [tenant]);
  await expect(page.tile(1)).toHaveAccessibleName(/, free/);
  await admin.context().setOffline(false);
  await expect(page.tile(1)).toHaveAccessibleName(/reserved, idle/, { timeout: 20_000 });
  await expect(banner).toHaveCount(0);
});

test("a server that dies is said on its open pages", async ({ browser, adminState, world }) => {
  test.slow();
  const server = await startServer(world.database.appUrl);
  const context = await browser.newContext({ storageState: adminState, baseURL: server.url });
  const page = await context.newPage();
  await openLive(page, `/nodes/${(await world.newNode(1)).id}`);
  await server.kill();
  await expect(page.getByRole("status").filter({ hasText: "Connection lost" })).toContainText("reconnecting");
  await expect(page.getByRole("gridcell")).toHaveCount(1);
  await context.close();
});

test("a term that begins, and one that ends, by the clock alone show on the open pages", async ({
  admin,
  world,
  tenant,
}) => {
  const node = await world.newNode(2);
  const page = await NodePage.open(admin, node);
  const fleet = await admin.context().newPage();
  const hostname = await hostnameOf(world, node);
  await openLive(fleet, `/nodes?search=${hostname}`);
  const machine = fleet.getByRole("table", { name: "Nodes" }).getByRole("row", { name: hostname });
  await expect(machine).toContainText("2 free");
  const at = fromNow(8 * SECOND);
  const [first = "", second = ""] = node.unitIds;
  await world.reserve(node, [first], [tenant], { startsAt: at, contractRef: "C-BEGINS" });
  await world.reserve(node, [second], [tenant], { endsAt: at, contractRef: "C-ENDS" });
  await expect(page.row("C-BEGINS")).toContainText("Pending");
  await expect(page.row("C-ENDS")).toContainText("Active");
  await expect(machine).toContainText("2 reserved");
  await expect(page.row("C-BEGINS")).toContainText("Active", { timeout: 20_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at));
  await expect(page.row("C-ENDS")).toHaveCount(0);
  await expect(page.tile(1)).toHaveAccessibleName(/, free/);
  await expect(machine).toContainText("1 free · 1 reserved");
});

import type { Page } from "@playwright/test";
import { report, singles } from "../fixtures/machine";
import { fillOpenEnded, NodePage, nameOf, reservationOf, reservedNode, soldNode } from "../fixtures/node-page";
import { test as base, expect } from "../fixtures/people";

/** A second browser of another session's window, at the other server process. */
const test = base.extend<{ other: Page }>({
  other: async ({ browser, adminState, world }, use) => {
    const context = await browser.newContext({ storageState: adminState, baseURL: world.servers[1].url });
    await use(await context.newPage());
    await context.close();
  },
});

test("B releases while A has the reclaim dialog open: A's plan still holds, and says what is true", async ({
  admin,
  other,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 2, 2);
  const [a, b] = [await NodePage.open(admin, node), await NodePage.open(other, node)];
  await a.select(0);
  await a.action("Reclaim").click();
  const plan = a.dialog("Reclaim from the spot market");
  await expect(plan.getByRole("button", { name: "Reclaim; nothing ends" })).toBeEnabled();

  await b.select(0, 1);
  await b.action("Release to spot").click();
  await b.dialog("Release to the spot market").getByRole("button", { name: "Release 2 units" }).click();
  await expect(b.tile(0)).toHaveAccessibleName(/released, idle/);

  await plan.getByRole("button", { name: "Reclaim; nothing ends" }).click();
  await expect(admin.getByRole("region", { name: "Result of the reclaim" })).toContainText("0 workloads ended");
  await expect(a.tile(0)).toHaveAccessibleName(/reserved, idle/);
  await expect(a.tile(1)).toHaveAccessibleName(/released, idle/);
  await expect(b.tile(0)).toHaveAccessibleName(/reserved, idle/);
  expect((await reservationOf(world, params)).releasedUnitIds).toEqual([node.unitIds[1]]);
});

test("a spot VM that lands while the reclaim dialog is open is shown and asked about before anything ends", async ({
  admin,
  world,
  tenant,
}) => {
  const { node, params, status, soldAt } = await soldNode(world, tenant, 2, 2);
  const page = await NodePage.open(admin, node);
  await page.select(0, 1);
  await page.action("Reclaim").click();
  const dialog = page.dialog("Reclaim from the spot market");
  const first = dialog.getByRole("button", { name: "End 1 workload and reclaim" });
  await expect(first).toBeEnabled();

  const late = await world.newOrg("Late");
  const vm = await world.startVm(late, node, { tier: "spot" });
  const lateStatus = async () => (await late.api.ok("getVm", { params: { workloadId: vm.id } })).status;
  await first.click();
  const news = dialog.getByRole("alert");
  await expect(news).toContainText("Nothing was reclaimed.");
  await expect(news).toContainText("1 workload would end that you did not see before.");
  await expect(dialog.getByRole("region", { name: "Will end" })).toContainText(await nameOf(world, late));
  await expect(dialog.getByRole("region", { name: "Will end" }).getByRole("listitem")).toHaveCount(2);
  await expect(dialog.getByRole("button", { name: "Leave everything as it is" })).toBeFocused();
  expect([await status(), await lateStatus()]).toEqual(["running", "running"]);
  expect((await reservationOf(world, params)).releasedUnitIds).toHaveLength(2);

  await dialog.getByRole("button", { name: "End 2 workloads and reclaim" }).click();
  const result = admin.getByRole("region", { name: "Result of the reclaim" });
  await expect(result).toContainText("2 workloads ended");
  await expect(result.getByRole("listitem").filter({ hasText: node.unitIds[1 - soldAt] })).toContainText(
    "Ended test of",
  );
  await expect.poll(async () => [await status(), await lateStatus()]).toEqual(["terminated", "terminated"]);
});

test("both reserve the same unit: one wins, the other sees at the unit why not", async ({
  admin,
  other,
  world,
  tenant,
}) => {
  const node = await world.newNode(2);
  const org = await nameOf(world, tenant);
  const pages = [await NodePage.open(admin, node), await NodePage.open(other, node)];
  const buttons = [];
  for (const page of pages) {
    await page.select(0);
    await page.action("Reserve").click();
    const dialog = page.dialog("Reserve units");
    await fillOpenEnded(dialog, org);
    buttons.push(dialog.getByRole("button", { name: "Reserve 1 unit" }));
  }
  await Promise.all(buttons.map((button) => button.click({ noWaitAfter: true })));
  const dialogs = pages.map((page) => page.dialog("Reserve units"));
  await expect.poll(async () => (await Promise.all(dialogs.map((each) => each.count()))).sort()).toEqual([0, 1]);
  const lost = (await dialogs[0]!.count()) === 1 ? 0 : 1;
  const loser = dialogs[lost];
  const unit = loser!.getByRole("region", { name: "Units" }).getByRole("listitem");
  await expect(unit).toContainText(node.unitIds[0]!);
  await expect(unit).toContainText(/reserved|overlap/i);
  await expect(loser!.getByRole("alert")).toContainText(node.unitIds[0]!);
  await expect(pages[lost]!.page.getByText(/1 unit changed since you selected/)).toHaveCount(1);
  const winner = pages[1 - lost]!;
  await expect(winner.tile(0)).toHaveAccessibleName(/reserved, idle/);
  await expect(winner.page.getByText(/changed since you selected/), "one's own change is no surprise").toHaveCount(0);
  expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toHaveLength(1);
});

test("a reservation that B cancels while A changes it: A's dialog closes and says why", async ({
  admin,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 1, 1, { contractRef: "C-GONE" });
  const a = await NodePage.open(admin, node);
  await a.row("C-GONE").getByRole("button", { name: "Change C-GONE" }).click();
  const dialog = a.dialog("Change the reservation");
  await expect(dialog).toBeVisible();
  await world.elsewhere(world.platform).ok("cancelReservation", { params, body: {} });
  await expect(dialog).toBeHidden();
  await expect(admin.getByText("This reservation is no longer live")).toBeVisible();
});

test("B reserves one of the units that A has selected: it is marked and said, and the form says which can't", async ({
  admin,
  other,
  world,
  tenant,
}) => {
  const node = await world.newNode(3);
  const org = await nameOf(world, tenant);
  const [a, b] = [await NodePage.open(admin, node), await NodePage.open(other, node)];
  await a.select(0, 1);
  await b.select(1);
  await b.action("Reserve").click();
  const theirs = b.dialog("Reserve units");
  await fillOpenEnded(theirs, org);
  await theirs.getByRole("button", { name: "Reserve 1 unit" }).click();
  await expect(theirs).toBeHidden();

  await expect(a.tile(1)).toHaveAccessibleName(/changed just now/);
  await expect(a.tile(1)).toContainText("changed");
  await expect(a.bar.getByRole("status")).toHaveText(`1 unit changed since you selected: ${node.unitIds[1]}`);
  await expect(a.page.getByRole("status").filter({ hasText: `Selected unit ${node.unitIds[1]} changed` })).toHaveCount(
    1,
  );

  await a.action("Reserve").click();
  const mine = a.dialog("Reserve units");
  await mine.getByText("None, until cancelled").click();
  const units = mine.getByRole("region", { name: "Units" }).getByRole("listitem");
  await expect(units.filter({ hasText: node.unitIds[1] })).toContainText(/reserved|overlap/i);
  await expect(units.filter({ hasText: node.unitIds[0] })).not.toContainText(/reserved|overlap/i);
  await expect(mine.getByRole("status").filter({ hasText: "one unit can't be reserved" })).toBeVisible();

  // And while the form is open: the first one goes too.
  await world.elsewhere(world.platform).ok("createReservation", {
    params: { nodeId: node.id },
    body: { unitIds: [node.unitIds[0]], allowedOrgIds: [tenant.id] },
  });
  await expect(mine.getByRole("status").filter({ hasText: "2 units can't be reserved" })).toBeVisible();
});

test("a unit that goes from the machine while it is being taken out does not turn into the whole reservation", async ({
  admin,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 3, 3, { contractRef: "C-VANISH" });
  const a = await NodePage.open(admin, node);
  await a.select(2);
  await a.action("Take out of reservation").click();
  const dialog = a.dialog("Take units out of the reservation");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("its fan is loud");
  await world.elsewhere(world.platform).ok("putInventory", {
    params: { nodeId: node.id },
    body: { inventory: report(singles(2), node.deviceId) },
  });
  const unit = dialog.getByRole("region", { name: "Units" }).getByRole("listitem");
  await expect(unit).toHaveText(`${node.unitIds[2]}not in the machine's last report`);
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("its fan is loud");

  await dialog.getByRole("button", { name: "Take out 1 unit" }).click();
  await expect(admin.getByText("Took 1 unit out of C-VANISH").first()).toBeVisible();
  const left = await reservationOf(world, params);
  expect([left.status, left.reservedUnitIds]).toEqual(["needs-review", node.unitIds.slice(0, 2)]);
});

test("one's own cancelling is not told as somebody else's where the page hears of it before the answer", async ({
  admin,
  world,
  tenant,
}) => {
  const { node } = await reservedNode(world, tenant, 1, 1, { contractRef: "C-SLOW" });
  const a = await NodePage.open(admin, node);
  let answer = () => {};
  const isDone = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await admin.route(/reservations\.cancel/, async (route) => {
    const response = await route.fetch();
    await isDone;
    await route.fulfill({ response });
  });
  await a.row("C-SLOW").getByRole("button", { name: "Cancel C-SLOW" }).click();
  const dialog = a.dialog("Cancel the reservation");
  await dialog.getByRole("button", { name: "End the reservation" }).click();
  await expect(admin.getByText("No live reservations")).toBeVisible();
  await expect(dialog).toBeVisible();
  answer();
  await expect(dialog).toBeHidden();
  await expect(admin.getByText("Cancelled C-SLOW").first()).toBeVisible();
  await expect(admin.getByText("This reservation is no longer live")).toHaveCount(0);
});

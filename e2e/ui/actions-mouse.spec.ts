import { address, report, singles } from "../fixtures/machine";
import {
  callsOf,
  chooseOrg,
  fillOpenEnded,
  NodePage,
  nameOf,
  reservationOf,
  reservedNode,
  soldNode,
} from "../fixtures/node-page";
import { expect, test } from "../fixtures/people";

test("two units are reserved for an org with a last day", async ({ admin, world, tenant }) => {
  const node = await world.newNode(4);
  const org = await nameOf(world, tenant);
  const page = await NodePage.open(admin, node);
  await page.select(0, 2);
  await expect(page.bar).toContainText("2 units, 2 GPUs selected");
  await page.action("Reserve").click();
  const dialog = page.dialog("Reserve units");
  await chooseOrg(dialog, "Audience", org);
  await dialog.getByText("After a day").click();
  await dialog.getByRole("textbox", { name: "Last day" }).fill("2031-05-01");
  await expect(dialog).toContainText("2 May 2031");
  await dialog.getByRole("textbox", { name: "Contract reference" }).fill("C-7");
  await dialog.getByRole("button", { name: "Reserve 2 units" }).click();

  await expect(dialog).toBeHidden();
  await expect(page.row("C-7")).toContainText("Active");
  await expect(page.row("C-7")).toContainText(org);
  await expect(page.tile(0)).toHaveAccessibleName(new RegExp(`reserved for ${org} until 2 May 2031`));
  await expect(page.tile(2)).toHaveAccessibleName(/reserved for/);
  await expect(page.tile(1)).toHaveAccessibleName(/, free/);
  const [made] = await world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
  expect(made).toMatchObject({
    endsAt: "2031-05-02T00:00:00.000Z",
    reservedUnitIds: [node.unitIds[0], node.unitIds[2]],
    contractRef: "C-7",
  });
});

test("a unit is released, and a spot VM that lands on it shows without a reload", async ({ admin, world, tenant }) => {
  const { node, params } = await reservedNode(world, tenant, 3, 2);
  const page = await NodePage.open(admin, node);
  await page.select(1);
  await page.action("Release to spot").click();
  const dialog = page.dialog("Release to the spot market");
  await expect(dialog).toContainText("only at tier spot, until you reclaim them");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("idle until May");
  await dialog.getByRole("button", { name: "Release 1 unit" }).click();
  await expect(page.tile(1)).toHaveAccessibleName(/released, idle/);
  await expect(page.tile(0)).toHaveAccessibleName(/reserved, idle/);
  expect((await reservationOf(world, params)).releasedUnitIds).toEqual([node.unitIds[1]]);

  const buyer = await world.newOrg("Buyer");
  const vm = await world.startVm(buyer, node, { tier: "spot" });
  expect(vm.unitIds).toEqual([node.unitIds[1]]);
  await expect(page.tile(1)).toHaveAccessibleName(new RegExp(`sold at spot to ${await nameOf(world, buyer)}`));
  await expect(page.tile(1)).toContainText("Sold at spot");
});

test("a reclaim shows what will end, then ends it", async ({ admin, world, tenant }) => {
  const { node, status, soldAt, buyer } = await soldNode(world, tenant, 3, 2);
  const page = await NodePage.open(admin, node);
  await page.select(0, 1);
  await page.action("Reclaim").click();
  const dialog = page.dialog("Reclaim from the spot market");
  const ends = dialog.getByRole("region", { name: "Will end" });
  await expect(ends).toContainText("test");
  await expect(ends).toContainText(await nameOf(world, buyer));
  await expect(ends).toContainText(node.unitIds[soldAt]!);
  await expect(dialog.getByRole("region", { name: "Will keep running" })).toContainText("No other workload");
  await expect(dialog.getByRole("region", { name: "Nothing on it" })).toContainText(node.unitIds[1 - soldAt]!);
  await expect(dialog.getByRole("button", { name: "Leave everything as it is" })).toBeFocused();
  expect(await status()).toBe("running");

  await dialog.getByRole("button", { name: "End 1 workload and reclaim" }).click();
  const result = admin.getByRole("region", { name: "Result of the reclaim" });
  await expect(result).toContainText("Reclaimed 2 units of C-SPOT; 1 workload ended");
  await expect(result.getByRole("listitem").filter({ hasText: node.unitIds[soldAt] })).toContainText("Ended test of");
  await expect(result.getByRole("listitem").filter({ hasText: node.unitIds[1 - soldAt] })).toContainText(
    "nothing was on it",
  );
  await expect(page.tile(0)).toHaveAccessibleName(/reserved, idle/);
  await expect.poll(status).toBe("terminated");
});

test("a unit is taken out of a reservation", async ({ admin, world, tenant }) => {
  const { node, params } = await reservedNode(world, tenant, 3, 2, { contractRef: "C-OUT" });
  const page = await NodePage.open(admin, node);
  await page.select(1);
  await page.action("Take out of reservation").click();
  const dialog = page.dialog("Take units out of the reservation");
  await expect(dialog).toContainText("Workloads run on.");
  await expect(dialog.getByRole("button", { name: "Keep it" })).toBeFocused();
  await dialog.getByRole("button", { name: "Take out 1 unit" }).click();
  await expect(page.tile(1)).toHaveAccessibleName(/, free/);
  await expect(page.tile(0)).toHaveAccessibleName(/reserved, idle/);
  expect((await reservationOf(world, params)).reservedUnitIds).toEqual([node.unitIds[0]]);
});

test("end and audience of a reservation are changed", async ({ admin, world, tenant }) => {
  const { node, params } = await reservedNode(world, tenant, 2, 1, { contractRef: "C-CHANGE" });
  const second = await world.newOrg("Second");
  const page = await NodePage.open(admin, node);
  await page.row("C-CHANGE").getByRole("button", { name: "Change C-CHANGE" }).click();
  const dialog = page.dialog("Change the reservation");
  await expect(dialog.getByRole("button", { name: "Save the change" })).toBeDisabled();
  await chooseOrg(dialog, "Audience", await nameOf(world, second));
  await dialog.getByText("At a time").click();
  await dialog.getByRole("textbox", { name: "End date" }).fill("2032-02-29");
  await dialog.getByRole("textbox", { name: "End time" }).fill("12:30");
  await dialog.getByRole("button", { name: "Save the change" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.row("C-CHANGE")).toContainText(await nameOf(world, second));
  await expect(page.tile(0)).toHaveAccessibleName(/until 29 Feb 2032 12:30/);
  const changed = await reservationOf(world, params);
  expect(changed.endsAt).toBe("2032-02-29T12:30:00.000Z");
  expect(changed.allowedOrgIds).toEqual(expect.arrayContaining([tenant.id, second.id]));
});

test("a whole reservation is cancelled", async ({ admin, world, tenant }) => {
  const { node, params } = await reservedNode(world, tenant, 2, 2, { contractRef: "C-END" });
  const page = await NodePage.open(admin, node);
  await page.row("C-END").getByRole("button", { name: "Cancel C-END" }).click();
  const dialog = page.dialog("Cancel the reservation");
  await expect(dialog).toContainText("The reservation ends now");
  await dialog.getByRole("button", { name: "End the reservation" }).click();
  await expect(page.page.getByText("No live reservations")).toBeVisible();
  await expect(page.tile(0)).toHaveAccessibleName(/, free/);
  expect((await reservationOf(world, params)).status).toBe("cancelled");
});

test("after a change of the machine a reservation is re-affirmed with old and new side by side", async ({
  admin,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 3, 2, { contractRef: "C-REVIEW" });
  const page = await NodePage.open(admin, node);
  const [first, second, third] = singles(3);
  const paired = { id: second!.id, gpus: [second!.id, address(9)] };
  await world.platform.ok("putInventory", {
    params: { nodeId: node.id },
    body: { inventory: report([first!, paired, third!], node.deviceId) },
  });
  await expect(page.row("C-REVIEW")).toContainText("Needs review");
  await expect(page.tile(0)).toHaveAccessibleName(/needs review/);
  await page.row("C-REVIEW").getByRole("button", { name: "Re-affirm C-REVIEW" }).click();
  const dialog = page.dialog("Re-affirm the reservation");
  await expect(dialog).toContainText("topology is generation 2; this was reserved on generation 1");
  const sides = dialog.getByRole("region", { name: "Reserved and now" }).getByRole("listitem");
  await expect(sides.nth(0)).toContainText("As it was reserved");
  await expect(sides.nth(1)).toContainText(`${second!.id}, ${address(9)}`);
  await expect(sides.nth(1)).not.toContainText("As it was reserved");
  const choice = dialog.getByRole("group", { name: "Units from now on" });
  await choice.getByText(second!.id).click();
  await dialog.getByRole("button", { name: "Re-affirm on 1 unit" }).click();
  await expect(page.row("C-REVIEW")).toContainText("Active");
  await expect(page.tile(0)).toHaveAccessibleName(/reserved, idle/);
  expect(await reservationOf(world, params)).toMatchObject({
    status: "active",
    topologyGen: 2,
    reservedUnitIds: [first!.id],
  });
});

test("a double click on Reserve reserves once", async ({ admin, world, tenant }) => {
  const node = await world.newNode(2);
  const page = await NodePage.open(admin, node);
  const sent = callsOf(admin, "reservations.create");
  await page.select(0);
  await page.action("Reserve").click();
  const dialog = page.dialog("Reserve units");
  await fillOpenEnded(dialog, await nameOf(world, tenant));
  await dialog.getByRole("button", { name: "Reserve 1 unit" }).dblclick({ noWaitAfter: true });
  await expect(page.tile(0)).toHaveAccessibleName(/reserved, idle/);
  await expect(dialog).toBeHidden();
  expect(sent).toHaveLength(1);
  expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toHaveLength(1);
});

test("a double click on the end of a reclaim reclaims once", async ({ admin, world, tenant }) => {
  const { node, status, soldAt } = await soldNode(world, tenant, 2, 1);
  const page = await NodePage.open(admin, node);
  const sent = callsOf(admin, "reservations.reclaim");
  await page.select(soldAt);
  await page.action("Reclaim").click();
  const dialog = page.dialog("Reclaim from the spot market");
  await dialog.getByRole("button", { name: "End 1 workload and reclaim" }).dblclick({ noWaitAfter: true });
  await expect(admin.getByRole("region", { name: "Result of the reclaim" })).toBeVisible();
  expect(sent.filter((body) => !body.includes('"dryRun":true'))).toHaveLength(1);
  await expect.poll(status).toBe("terminated");
});

test("a reclaim that could not ask what would end says nothing of it, and asks again", async ({
  admin,
  world,
  tenant,
}) => {
  const { node } = await soldNode(world, tenant, 2, 1);
  const page = await NodePage.open(admin, node);
  await page.select(0);
  const calls = /api\/trpc\/reservations\.reclaim/;
  await admin.route(calls, (route) => route.abort());
  await page.action("Reclaim").click();
  const dialog = page.dialog("Reclaim from the spot market");
  await expect(dialog).toContainText("The server could not be reached.");
  await expect(dialog.getByRole("button", { name: "Reclaim", exact: true })).toBeDisabled();
  await admin.unroute(calls);
  await dialog.getByRole("button", { name: "Ask again what would end" }).click();
  await expect(dialog.getByRole("button", { name: "End 1 workload and reclaim" })).toBeEnabled();
  await expect(dialog).not.toContainText("The server could not be reached.");
});

test("what is pressed without a network is refused at once, and not sent when there is one again", async ({
  admin,
  world,
  tenant,
}) => {
  const node = await world.newNode(1);
  const page = await NodePage.open(admin, node);
  await page.select(0);
  await page.action("Reserve").click();
  const dialog = page.dialog("Reserve units");
  await fillOpenEnded(dialog, await nameOf(world, tenant));
  await admin.context().setOffline(true);
  await dialog.getByRole("button", { name: "Reserve 1 unit" }).click();
  await expect(dialog).toContainText("The server could not be reached. Check the connection and try again.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  const followed = admin.waitForResponse((reply) => reply.url().includes("console.changes"));
  await admin.context().setOffline(false);
  await followed;
  expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toEqual([]);
});

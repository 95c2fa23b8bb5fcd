import { expectClean, inThemes } from "../fixtures/axe";
import { hostnameOf, openLive, reservationOf, reservedNode, soldNode } from "../fixtures/node-page";
import { expect, newPerson, test } from "../fixtures/people";

test("from the palette to a reservation's page; released there, sold, and reclaimed", async ({
  admin: page,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 3, 2, { contractRef: "C-PAGE", reason: "Training run" });
  await world.startVm(await world.newOrg("Holder"), node);
  await openLive(page, "/nodes");
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox", { name: /^Search pages/ }).fill("C-PAGE");
  await page.getByRole("menuitem", { name: "C-PAGE" }).click();
  await expect(page.getByRole("heading", { name: "C-PAGE" })).toBeVisible();
  const facts = page.getByRole("complementary", { name: "Facts" });
  for (const fact of ["2 units, 2 GPUs", "Tenant", "No end", "Training run", "generation 1", params.reservationId]) {
    await expect(facts).toContainText(fact);
  }
  await expect(page.getByRole("gridcell")).toHaveCount(2);

  await page.getByRole("button", { name: "Select all 2" }).click();
  const bar = page.getByRole("toolbar", { name: "Actions on the selected units" });
  await bar.getByRole("button", { name: "Release to spot" }).click();
  const release = page.getByRole("dialog", { name: "Release to the spot market" });
  await release.getByRole("textbox", { name: /^Reason/ }).fill("Idle this week");
  await release.getByRole("button", { name: "Release 2 units" }).click();
  await expect(page.getByRole("gridcell", { name: /released, idle/ })).toHaveCount(2);
  await expect(bar.getByRole("button", { name: "Release to spot" })).toHaveAccessibleDescription(
    "The selected units are released already.",
  );
  const buyer = await world.newOrg("Buyer");
  const vm = await world.startVm(buyer, node, { tier: "spot" });
  await expect(page.getByRole("gridcell", { name: /sold at spot/ })).toHaveCount(1);
  await bar.getByRole("button", { name: "Reclaim" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End 1 workload and reclaim" }).click();
  await expect(page.getByRole("gridcell", { name: /reserved, idle/ })).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Result of the reclaim" })).toContainText("1 workload ended");
  expect((await buyer.api.ok("getVm", { params: { workloadId: vm.id } })).status).not.toBe("running");
  const history = page.getByRole("list", { name: "History" }).getByRole("listitem");
  await expect(history).toHaveText([/^Reclaim/, /^Release to spot.*Idle this week/, /^Reserve/]);
});

test("cancelled on its page it stays readable, and says so", async ({ admin: page, world, tenant }) => {
  const { node, params } = await reservedNode(world, tenant, 1, 1, { contractRef: "C-END" });
  await openLive(page, `/nodes/${node.id}`);
  await page.getByRole("table", { name: "Live reservations" }).getByRole("link", { name: "C-END" }).click();
  await page.getByRole("button", { name: "Cancel the reservation" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End the reservation" }).click();
  await expect(page.getByText("The reservation is over; this is how its units are now.")).toBeVisible();
  await expect(page.getByRole("main").getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change", exact: true })).toBeDisabled();
  await expect(page.getByRole("gridcell", { name: /, free/ })).toHaveCount(1);
  expect((await reservationOf(world, params)).status).toBe("cancelled");
  await page.reload();
  await expect(page.getByRole("main").getByText("Cancelled", { exact: true })).toBeVisible();
});

test("each call as a command with real ids and no key; what a managing org may not do says why", async ({
  enter,
  world,
  tenant,
}) => {
  const manager = await world.newOrg("Manager");
  const { node, params } = await reservedNode(world, tenant, 2, 2, { managingOrgIds: [manager.id] });
  const page = await enter(await newPerson(world, "Mia Manager", [[manager.id, "admin"]]));
  await openLive(page, `/reservations/${params.reservationId}`);
  for (const name of ["Change", "Cancel the reservation"]) {
    await expect(page.getByRole("button", { name, exact: true })).toHaveAccessibleDescription(
      "Only the platform org can do this.",
    );
  }
  await expect(page.getByRole("complementary", { name: "Facts" })).toContainText(await hostnameOf(world, node));
  await page.getByRole("gridcell", { name: `Unit ${node.unitIds[1]}` }).click();
  await page.getByRole("button", { name: "Copy as curl" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy as curl" });
  const at = `${world.servers[0].url}/v1/nodes/${node.id}/reservations/${params.reservationId}`;
  await expect(dialog.getByRole("region", { name: "Read" })).toContainText(
    `curl -sS '${at}' \\\n  -H "Authorization: Bearer $HOLDFAST_KEY"`,
    { useInnerText: true },
  );
  const release = dialog.getByRole("region", { name: "Release to spot" });
  await expect(release).toContainText(`-X POST '${at}/release'`);
  await expect(release).toContainText(`-d '{"unitIds":["${node.unitIds[1]}"]}'`);
  await expect(dialog).not.toContainText("vl_");
});

test("axe finds nothing on a reservation's page: sold, with its commands, and over", async ({
  browser,
  world,
  adminState,
  tenant,
}) => {
  test.setTimeout(180_000);
  const { params } = await soldNode(world, tenant, 2, 2);
  const over = await reservedNode(world, tenant, 1, 1);
  await world.platform.ok("cancelReservation", { params: over.params, body: { reason: "Over" } });
  await inThemes(browser, { baseURL: world.servers[0].url, storageState: adminState }, async (page) => {
    await openLive(page, `/reservations/${params.reservationId}`);
    await expect(page.getByRole("list", { name: "History" })).toBeVisible();
    await page.getByRole("button", { name: "Select all 2" }).click();
    await expect(page.getByRole("toolbar")).toBeVisible();
    await expectClean(page, "reservation");
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await expect(page.getByRole("dialog", { name: "Copy as curl" })).toBeVisible();
    await expectClean(page, "commands");
    await page.goto(`/reservations/${over.params.reservationId}`);
    await expect(page.getByRole("list", { name: "History" })).toBeVisible();
    await expectClean(page, "reservation that is over");
  });
});

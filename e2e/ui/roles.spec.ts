import type { Page } from "@playwright/test";
import { hostnameOf, NodePage, nameOf, openLive, reservedNode } from "../fixtures/node-page";
import { expect, newPerson, test } from "../fixtures/people";
import { fromNow, HOUR } from "../fixtures/time";

const NOT_FOUND = "There is nothing here, or it is not yours to see";

/** What the main part of a page says, with its status. */
async function answerAt(page: Page, path: string) {
  const reply = await page.goto(path);
  await expect(page.getByRole("heading", { name: NOT_FOUND })).toBeVisible();
  return { status: reply?.status(), text: await page.getByRole("main").textContent() };
}

test("a person of a managing org sees the node, her reservation alone, and may release and reclaim", async ({
  enter,
  world,
  tenant,
}) => {
  const manager = await world.newOrg("Manager");
  const { node } = await reservedNode(world, tenant, 3, 2, { managingOrgIds: [manager.id], contractRef: "C-MINE" });
  await world.reserve(node, [node.unitIds[2]!], [tenant], { contractRef: "C-OTHER" });
  const browser = await enter(await newPerson(world, "Mia Manager", [[manager.id, "admin"]]));
  await openLive(browser, "/nodes");
  await browser.getByRole("link", { name: await hostnameOf(world, node) }).click();
  const page = new NodePage(browser, node);
  await expect(page.row("C-MINE")).toContainText("Active");
  await expect(page.row("C-OTHER")).toHaveCount(0);
  for (const name of ["Change C-MINE", "Cancel C-MINE"]) {
    await expect(page.list.getByRole("button", { name })).toBeDisabled();
    await expect(page.list.getByRole("button", { name })).toHaveAccessibleDescription(
      "Only the platform org can do this.",
    );
  }
  await page.select(2);
  await expect(browser.getByRole("complementary", { name: "Unit details" })).toContainText("not visible to you");
  await expect(page.action("Release to spot")).toHaveAccessibleDescription(
    "You can't read the reservation of these units.",
  );
  await page.select(0);
  await expect(page.action("Reserve")).toBeDisabled();
  await expect(page.action("Reserve")).toHaveAccessibleDescription("Only the platform org can reserve units.");
  await expect(page.action("Take out of reservation")).toHaveAccessibleDescription(
    "Only the platform org can do this.",
  );
  await expect(page.action("Reclaim")).toBeEnabled();
  await page.action("Release to spot").click();
  await page.dialog("Release to the spot market").getByRole("button", { name: "Release 1 unit" }).click();
  await expect(page.tile(0)).toHaveAccessibleName(/released, idle/);
  await page.action("Reclaim").click();
  await page.dialog("Reclaim from the spot market").getByRole("button", { name: "Reclaim; nothing ends" }).click();
  await expect(page.tile(0)).toHaveAccessibleName(/reserved, idle/);
});

test("a managing org acts while its reservation is active, and no longer when it is over", async ({
  enter,
  world,
  tenant,
}) => {
  const manager = await world.newOrg("Manager");
  const startsAt = fromNow(HOUR);
  const { node, params } = await reservedNode(world, tenant, 1, 1, {
    managingOrgIds: [manager.id],
    startsAt,
    contractRef: "C-LATER",
  });
  const browser = await enter(await newPerson(world, "Mia Manager", [[manager.id, "owner"]]));
  const page = await NodePage.open(browser, node);
  await page.select(0);
  await expect(page.action("Release to spot")).toHaveAccessibleDescription(
    "A managing org can do this only while the reservation is active.",
  );
  await world.platform.ok("cancelReservation", { params, body: {} });
  await expect(browser.getByRole("alert").filter({ hasText: "What you see may be old" })).toBeVisible();
  expect((await answerAt(browser, `/nodes/${node.id}`)).status).toBe(404);
});

test("the owner of a node may release before the term too, and reserve nothing", async ({ enter, world, tenant }) => {
  const owner = await world.newOrg("Owner");
  const node = await world.newNode(2, { owner });
  await world.reserve(node, [node.unitIds[0]!], [tenant], { startsAt: fromNow(HOUR), contractRef: "C-OWN" });
  const browser = await enter(await newPerson(world, "Olga Owner", [[owner.id, "owner"]]));
  const page = await NodePage.open(browser, node);
  await expect(page.row("C-OWN")).toContainText("Pending");
  await page.select(0);
  await expect(page.action("Reserve")).toBeDisabled();
  await expect(page.action("Take out of reservation")).toBeDisabled();
  await page.action("Release to spot").click();
  await page.dialog("Release to the spot market").getByRole("button", { name: "Release 1 unit" }).click();
  await expect(page.tile(0)).toHaveAccessibleName(/released, idle/);
});

for (const who of ["the audience", "another org"]) {
  test(`a person of ${who} gets the same 404 page for what exists and what doesn't`, async ({ enter, world }) => {
    const [audience, outsider] = [await world.newOrg("Audience"), await world.newOrg("Outsider")];
    const { node } = await reservedNode(world, audience, 2, 1);
    const org = who === "the audience" ? audience : outsider;
    const page = await enter(await newPerson(world, "Sam Stranger", [[org.id, "owner"]]));
    const there = await answerAt(page, `/nodes/${node.id}`);
    expect(there.status).toBe(404);
    expect(await answerAt(page, "/nodes/node_that_is_not_there")).toEqual(there);
    await page.goto("/nodes");
    await expect(page.getByText("No nodes yet")).toBeVisible();
  });
}

test("a viewer of the platform org sees everything and may do nothing", async ({ enter, world, tenant }) => {
  const { orgId } = await world.platform.ok("whoami");
  const { node } = await reservedNode(world, tenant, 2, 1, { contractRef: "C-VIEW" });
  const browser = await enter(await newPerson(world, "Vera Viewer", [[orgId, "viewer"]]));
  const page = await NodePage.open(browser, node);
  await page.select(0);
  const lacks = /Your role lacks the permission reservation\.(manage|capacity)\./;
  for (const action of ["Reserve", "Release to spot", "Reclaim", "Take out of reservation"] as const) {
    await expect(page.action(action)).toBeDisabled();
    await expect(page.action(action)).toHaveAccessibleDescription(lacks);
    await page.action(action).click({ force: true });
  }
  for (const name of ["Change C-VIEW", "Cancel C-VIEW"]) {
    await expect(page.list.getByRole("button", { name })).toHaveAccessibleDescription(lacks);
  }
  await expect(browser.getByRole("dialog")).toHaveCount(0);
  const reply = await browser.context().request.post(`${world.servers[0].url}/api/trpc/reservations.create`, {
    headers: { origin: world.servers[0].url },
    data: { params: { nodeId: node.id }, body: { unitIds: [node.unitIds[1]], allowedOrgIds: [tenant.id] } },
  });
  expect(reply.status()).toBe(404);
});

test("a person in two orgs sees who she acts for, and changes it", async ({ enter, world }) => {
  const [first, second] = [await world.newOrg("First"), await world.newOrg("Second")];
  const [mine, yours] = [await world.newNode(1, { owner: first }), await world.newNode(1, { owner: second })];
  const names = [await nameOf(world, first), await nameOf(world, second)];
  const person = await newPerson(world, "Tess Two", [
    [first.id, "owner"],
    [second.id, "viewer"],
  ]);
  const page = await enter(person);
  const link = async (node: { id: string }) => page.getByRole("link", { name: await hostnameOf(world, node) });
  await openLive(page, "/nodes");
  const switcher = page.getByRole("button", { name: /^Organization / });
  const startsFirst = ((await switcher.getAttribute("aria-label")) ?? "").includes(names[0]!);
  const [here, there] = startsFirst ? [mine, yours] : [yours, mine];
  await expect(await link(here)).toBeVisible();
  await expect(await link(there)).toHaveCount(0);
  await switcher.focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitemradio", { name: names.toSorted()[1] })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(switcher, "the way out of the menu leads back to its button").toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemradio", { name: startsFirst ? names[1]! : names[0]! }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await openLive(page, "/nodes");
  await expect(await link(there)).toBeVisible();
  await expect(await link(here)).toHaveCount(0);
  await expect(switcher).toHaveAccessibleName(startsFirst ? /Second .*, Viewer/ : /First .*, Owner/);
  expect((await answerAt(page, `/nodes/${here.id}`)).status).toBe(404);
});

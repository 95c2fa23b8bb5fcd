import type { Page } from "@playwright/test";
import { query } from "../fixtures/database";
import { insertManyNodes } from "../fixtures/many-nodes";
import { openLive } from "../fixtures/node-page";
import { expect as baseExpect, newPerson, signIn, test } from "../fixtures/people";
import { SECOND } from "../fixtures/time";
import type { World } from "../fixtures/world";

test.describe.configure({ timeout: 180_000 });
const expect = baseExpect.configure({ timeout: 30_000 });

const table = (page: Page) => page.getByRole("table", { name: "Nodes" });
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const search = (page: Page) => page.getByRole("searchbox", { name: "Search nodes" });
const count = (page: Page, text: string) =>
  expect(page.getByRole("main").getByText(text, { exact: true })).toBeVisible();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).selectOption({ label: option });
}

const MANY = 300;
const PREFIX = "many-";

async function manyNodes(world: World, prefix = PREFIX): Promise<void> {
  const { id } = await world.newOrg("Many");
  await insertManyNodes(world.database.url, { orgId: id, nodes: MANY, unitsPerNode: 8, prefix });
}

test("search, filters and sort live in the address, and survive reload and back", async ({ admin, world }) => {
  const owner = await world.newOrg("Fjord");
  const quiet = await world.newNode(2, { owner, pool: "verified" });
  await world.newNode(2, { owner, pool: "community" });
  const { name } = await world.platform.ok("getOrg", { params: { orgId: owner.id } });

  await openLive(admin, "/nodes");
  await search(admin).fill(name);
  await expect(admin).toHaveURL(/search=Fjord/);
  await count(admin, "2 nodes");
  await choose(admin, "Pool", "verified");
  await expect(admin).toHaveURL(/pool=verified/);
  await count(admin, "1 node");
  await admin.getByRole("button", { name: "Node", exact: true }).click();
  await expect(admin).toHaveURL(/sort=-hostname/);
  await expect(table(admin).getByRole("columnheader", { name: "Node" })).toHaveAttribute("aria-sort", "descending");

  await admin.reload();
  await expect(search(admin)).toHaveValue(name);
  await expect(rows(admin)).toHaveCount(1);
  await expect(table(admin).getByRole("columnheader", { name: "Node" })).toHaveAttribute("aria-sort", "descending");

  await rows(admin).getByRole("link").click();
  await expect(admin).toHaveURL(new RegExp(`/nodes/${quiet.id}`));
  await admin.goBack();
  await expect(admin).toHaveURL(/search=Fjord.*pool=verified.*sort=-hostname/);
  await expect(search(admin)).toHaveValue(name);
  await expect(rows(admin)).toHaveCount(1);
});

test("a list that is empty says why, and leads out", async ({ admin, world }) => {
  await world.newNode(1);
  await admin.clock.install();
  await openLive(admin, "/nodes");
  await search(admin).fill("nobody has such a node");
  await expect(admin.getByText("No node matches these filters")).toBeVisible();
  await admin.getByRole("button", { name: "Clear the filters" }).click();
  await expect(search(admin)).toHaveValue("");
  await expect(rows(admin).first()).toBeVisible();
  await expect(admin).toHaveURL(/\/nodes$/);
  // What was typed must not come back when the typing has settled.
  await admin.clock.fastForward(SECOND);
  await expect(admin).toHaveURL(/\/nodes$/);
});

test("an org without nodes is told what would be here", async ({ browser, world }) => {
  const org = await world.newOrg("Newcomer");
  const person = await newPerson(world, "Nora New", [[org.id, "owner"]]);
  const context = await browser.newContext({ baseURL: world.servers[0].url });
  await signIn(context, world.servers[0].url, person);
  const page = await context.newPage();
  await page.goto("/nodes");
  await expect(page.getByText("No nodes yet")).toBeVisible();
  await context.close();
});

test("nodes in review are marked, and can be had alone", async ({ admin, world, tenant }) => {
  const node = await world.newNode(2);
  await world.reserve(node, [node.unitIds[0]!], [tenant]);
  await query(world, "update nodes set topology_gen = topology_gen + 1 where id = $1", [node.id]);
  const { hostname } = await world.platform.ok("getNode", { params: { nodeId: node.id } });
  await openLive(admin, "/nodes");
  await search(admin).fill(hostname);
  await expect(rows(admin).getByText("1 in review")).toBeVisible();
  await openLive(admin, "/nodes");
  await admin.getByRole("switch", { name: "In review only" }).focus();
  await admin.keyboard.press("Space");
  await expect(admin).toHaveURL(/review=1/);
  await expect(rows(admin).filter({ hasText: hostname })).toBeVisible();
  await expect(rows(admin).filter({ hasNotText: "in review" })).toHaveCount(0);
});

test("a machine in a row says in text what it draws", async ({ admin, world, tenant }) => {
  const node = await world.newNode([
    { id: "0000:01:00.0", gpus: ["0000:01:00.0", "0000:02:00.0"] },
    { id: "0000:03:00.0" },
  ]);
  await world.reserve(node, ["0000:03:00.0"], [tenant]);
  const { hostname } = await world.platform.ok("getNode", { params: { nodeId: node.id } });
  await admin.goto(`/nodes?search=${hostname}`);
  const picture = rows(admin).getByRole("img");
  await expect(picture).toHaveAccessibleName("3 GPUs in 2 units: 1 free and 1 reserved, idle");
});

test("of 300 nodes only those in view are in the page, and the last one can be reached", async ({ admin, world }) => {
  await manyNodes(world);
  await admin.goto(`/nodes?search=${PREFIX}`);
  await count(admin, `${MANY} nodes`);
  await expect(rows(admin).first()).toContainText(`${PREFIX}00001`);
  expect(await rows(admin).count(), "rows in the page").toBeLessThan(60);
  expect(await table(admin).getAttribute("aria-rowcount")).toBe(String(MANY + 1));

  const frame = await table(admin).boundingBox();
  await admin.mouse.move(frame!.x + frame!.width / 2, frame!.y + frame!.height / 2);
  const last = rows(admin).filter({ hasText: `${PREFIX}00${MANY}` });
  await expect(async () => {
    await admin.mouse.wheel(0, 2_000);
    await expect(last).toBeVisible({ timeout: 250 });
  }).toPass({ timeout: 30_000 });
  await expect(last).toHaveAttribute("aria-rowindex", String(MANY + 1));
  expect(await rows(admin).count(), "rows in the page").toBeLessThan(60);

  await table(admin).focus();
  await admin.keyboard.press("Home");
  await expect(rows(admin).filter({ hasText: `${PREFIX}00001` }), "the frame scrolls by keyboard too").toBeVisible();
});

test("a search made far down the list shows what it finds from its top", async ({ admin, world }) => {
  await manyNodes(world, "xfar-");
  await openLive(admin, "/nodes?search=xfar-");
  await count(admin, `${MANY} nodes`);
  const first = rows(admin).filter({ hasText: "xfar-00001" });
  await expect(first).toBeVisible();
  await table(admin).focus();
  await admin.keyboard.press("End");
  await expect(first).toHaveCount(0);
  await search(admin).fill("xfar-000");
  await count(admin, "99 nodes");
  await expect(first).toBeInViewport();
});

test("at 390 px the machine, its name, its owner and its counts stay, and nothing is cut off", async ({
  browser,
  adminState,
  world,
}) => {
  const node = await world.newNode(8);
  const { hostname } = await world.platform.ok("getNode", { params: { nodeId: node.id } });
  const context = await browser.newContext({
    storageState: adminState,
    baseURL: world.servers[0].url,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`/nodes?search=${hostname}`);
  await expect(rows(page).getByRole("link", { name: hostname })).toBeVisible();
  await expect(rows(page).getByText("Provider").filter({ visible: true }), "the owner below the name").toHaveCount(1);
  await expect(rows(page).getByText("8 free", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth), "no sideways scroll").toBeLessThanOrEqual(
    390,
  );
  const frame = await table(page).evaluate((element) => [element.scrollWidth, element.clientWidth]);
  expect(frame[0], "nor in the table").toBeLessThanOrEqual(frame[1]!);
  await context.close();
});

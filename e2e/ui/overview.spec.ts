import type { Locator, Page } from "@playwright/test";
import { placeableText, whyNothing } from "@/components/catalog/words";
import { expectClean, inThemes } from "../fixtures/axe";
import { query } from "../fixtures/database";
import { report, singles } from "../fixtures/machine";
import { chooseOrg, hostnameOf, nameOf, openLive, tabTo } from "../fixtures/node-page";
import { expect as baseExpect, newPerson, test } from "../fixtures/people";
import { DAY, fromNow, HOUR } from "../fixtures/time";
import type { TestNode, World } from "../fixtures/world";

test.describe.configure({ timeout: 120_000 });
const expect = baseExpect.configure({ timeout: 20_000 });

const stateRow = (page: Page, state: string) =>
  page.getByRole("table", { name: "GPUs by state" }).getByRole("row", { name: state });
const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The first number of a state's row: its GPUs; 0 where the row isn't there. */
async function gpusIn(page: Page, state: string): Promise<number> {
  const row = stateRow(page, state);
  return (await row.count()) === 0 ? 0 : Number(await row.getByRole("cell").first().textContent());
}

test("the numbers follow a reserve and a release that somebody else makes", async ({ admin, world, tenant }) => {
  const node = await world.newNode([
    { id: "0000:01:00.0", gpus: ["0000:01:00.0", "0000:02:00.0"] },
    { id: "0000:03:00.0" },
  ]);
  await openLive(admin, "/");
  await expect(stateRow(admin, "Free")).toBeVisible();
  const [reserved, released] = [await gpusIn(admin, "Reserved, idle"), await gpusIn(admin, "Released, idle")];
  const paired = ["0000:01:00.0"];
  const elsewhere = world.elsewhere(world.platform);
  const { id } = await elsewhere.ok("createReservation", {
    params: { nodeId: node.id },
    body: { unitIds: paired, allowedOrgIds: [tenant.id] },
  });
  const firstCell = (state: string) => stateRow(admin, state).getByRole("cell").first();
  await expect(firstCell("Reserved, idle")).toHaveText(String(reserved + 2));
  const changes = admin.getByRole("list", { name: "Recent changes" });
  const hostname = await hostnameOf(world, node);
  await expect(changes.getByRole("listitem").first()).toContainText(`Reserve${hostname}`);
  await elsewhere.ok("releaseUnits", { params: { nodeId: node.id, reservationId: id }, body: { unitIds: paired } });
  await expect(firstCell("Released, idle")).toHaveText(String(released + 2));
  await expect(changes.getByRole("listitem").first()).toContainText(`Release to spot${hostname}`);

  await stateRow(admin, "Released, idle").getByRole("link").click();
  await expect(admin).toHaveURL(/\/nodes\?state=released$/);
  await expect(admin.getByRole("link", { name: hostname })).toBeVisible();
  await admin.keyboard.press("g");
  await admin.keyboard.press("m");
  const row = admin.getByRole("table", { name: "GPU models" }).getByRole("row", { name: node.modelId });
  await expect(row).toContainText("2 released, idle; 1 free");
});

/** A provider's fleet in which everything waits for somebody. */
async function waitingFleet(world: World) {
  const owner = await world.newOrg("Waiting");
  const [audience, outsider] = [await world.newOrg("Audience"), await world.newOrg("Outsider")];
  const node = await world.newNode(4, { owner });
  const vm = await world.startVm(outsider, node);
  const others = node.unitIds.filter((id) => !vm.unitIds.includes(id));
  await world.reserve(node, vm.unitIds, [audience], { contractRef: "C-HELD" });
  await world.reserve(node, [others[0]!], [audience], { contractRef: "C-ENDING", endsAt: fromNow(3 * DAY) });
  const idle = await world.reserve(node, [others[1]!], [audience], { contractRef: "C-IDLE" });
  await query(world, "update reservations set starts_at = starts_at - interval '9 days' where id = $1", [idle.id]);
  const changed = await world.newNode(2, { owner });
  await world.reserve(changed, [changed.unitIds[0]!], [audience], { contractRef: "C-REVIEW" });
  await world.platform.ok("putInventory", {
    params: { nodeId: changed.id },
    body: { inventory: report(singles(1), changed.deviceId) },
  });
  const drained = await world.newNode(1, { owner });
  await world.platform.ok("updateNode", { params: { nodeId: drained.id }, body: { status: "draining" } });
  const empty = await owner.api.ok("createNode", { params: { orgId: owner.id }, body: { hostname: "never-reported" } });
  return { owner, audience, node, changed, drained, empty };
}

test("what waits for a decision is counted, named, and leads to its list", async ({ enter, world }) => {
  const { owner, node, changed, drained, empty } = await waitingFleet(world);
  const page = await enter(await newPerson(world, "Olga Owner", [[owner.id, "viewer"]]));
  const hostname = (each: Pick<TestNode, "id">) => hostnameOf(world, each);
  const kinds = [
    ["Reservations in review", "C-REVIEW", /\/reservations\?status=needs-review$/, "C-REVIEW"],
    ["Ending within 7 days", "C-ENDING", /\/reservations\?ending=7d&sort=end$/, "C-ENDING"],
    ["Outsiders on reserved units", "C-HELD", /\/nodes\?state=holdover$/, await hostname(node)],
    ["Reserved and idle for 7 days", "C-IDLE", /\/nodes\?state=reserved$/, await hostname(node)],
    ["Nodes not online", await hostname(drained), /\/nodes\?status=not-online$/, await hostname(drained)],
    ["Nodes without inventory", "never-reported", /\/nodes\?status=no-inventory$/, "never-reported"],
  ] as const;
  await openLive(page, "/");
  await expect(group(page, "Reserved and idle for 7 days")).toContainText(/1 unit, since 9 days ago/);
  for (const [name, shown, address, found] of kinds) {
    await expect(group(page, name).getByRole("link", { name: shown })).toBeVisible();
    await group(page, name)
      .getByRole("link", { name: `All: ${name}` })
      .click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("main").getByRole("link", { name: found, exact: true })).toBeVisible();
    await page.goBack();
  }
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await group(page, "Reservations in review")
    .getByRole("link", { name: await hostname(changed) })
    .click();
  await expect(page).toHaveURL(new RegExp(`/nodes/${changed.id}`));
  expect(empty.reportedAt).toBeUndefined();
});

test("a customer sees what is its own, and no number of anybody else's", async ({ enter, world }) => {
  const customer = await world.newOrg("Customer");
  const node = await world.newNode(3);
  const hostname = await hostnameOf(world, node);
  await world.reserve(node, [node.unitIds[0]!], [customer, await world.newOrg("Rival")], { contractRef: "C-OURS" });
  const vm = await world.startVm(customer, node);
  const page = await enter(await newPerson(world, "Cleo Customer", [[customer.id, "member"]]));
  const answer = page.waitForResponse((reply) => reply.url().includes("overview.read"));
  await openLive(page, "/");
  const name = await nameOf(world, customer);
  await expect(group(page, `Reserved for ${name}`)).toContainText("C-OURS");
  await expect(group(page, "Running")).toContainText(`1 × ${await modelName(world, node)}`);
  expect(vm.unitIds).toEqual([node.unitIds[0]]);
  await expect(group(page, "Capacity")).toHaveCount(0);
  await expect(group(page, "Needs a decision")).toHaveCount(0);
  const told = await (await answer).text();
  for (const secret of [hostname, "Rival", "fleet"]) expect(told).not.toContain(secret);
  const asAnother = encodeURIComponent(JSON.stringify({ orgId: (await world.newOrg()).id }));
  const reply = await page.request.get(`/api/trpc/overview.catalog?input=${asAnother}`);
  expect(reply.status()).toBe(403);
});

const modelName = async (world: World, node: TestNode): Promise<string> =>
  (await world.platform.ok("listGpuModels")).find((model) => model.id === node.modelId)?.name ?? "";

test("the catalog as another org is what a key of that org is told", async ({ admin, world }) => {
  const org = await world.newOrg("Viewed");
  const node = await world.newNode(5, { pool: "community" });
  await world.reserve(node, [node.unitIds[0]!, node.unitIds[1]!], [org]);
  const kept = await world.reserve(node, [node.unitIds[2]!], [await world.newOrg("Other")]);
  await world.platform.ok("releaseUnits", {
    params: { nodeId: node.id, reservationId: kept.id },
    body: { unitIds: [node.unitIds[2]!] },
  });
  await openLive(admin, "/catalog");
  const name = await nameOf(world, org);
  await chooseOrg(admin.getByRole("main"), "See the catalog as", name);
  await expect(admin).toHaveURL(new RegExp(`org=${org.id}`));
  await expect(admin.getByText(`You see the catalog of ${name}.`)).toBeVisible();
  const row = admin.getByRole("table", { name: `Catalog of ${name}` }).getByRole("row", { name: node.modelId });
  const told = new Set<string>();
  for (const [index, tier] of (["community", "verified", "spot"] as const).entries()) {
    const offer = (await world.offer(org, node, tier))!;
    const text = whyNothing(offer, tier) ?? placeableText(offer);
    told.add(text);
    await expect(row.getByRole("cell").nth(2 + index)).toContainText(text);
  }
  expect(told.size, "each tier offers something else").toBe(3);
  await admin.reload();
  await expect(admin.getByText(`You see the catalog of ${name}.`)).toBeVisible();
});

test("a word with a dotted line is explained by keyboard too, and all of them are on the help page", async ({
  admin,
  world,
}) => {
  await world.newNode(1);
  await openLive(admin, "/");
  const free = stateRow(admin, "Free").getByText("Free", { exact: true });
  await tabTo(free);
  await expect(admin.getByRole("tooltip")).toHaveText("Nobody has reserved it and nothing runs on it.");
  await admin.keyboard.press("Escape");
  await expect(admin.getByRole("tooltip")).toHaveCount(0);
  await admin.keyboard.press("g");
  await admin.keyboard.press("h");
  await expect(admin.getByRole("term").filter({ hasText: "Managing org" })).toBeVisible();
  await expect(admin.getByText("Go to GPU models")).toBeVisible();
  await admin.keyboard.press("g");
  await admin.keyboard.press("o");
  await expect(admin).toHaveURL(`${world.servers[0].url}/`);
});

test("the new pages have nothing that axe objects to, and fit a phone", async ({
  browser,
  adminState,
  world,
  tenant,
}) => {
  const node = await world.newNode(3);
  await world.reserve(node, [node.unitIds[0]!], [tenant], { endsAt: fromNow(HOUR) });
  const options = { baseURL: world.servers[0].url, storageState: adminState };
  const shown: Record<string, (page: Page) => Locator> = {
    "/": (page) => page.getByRole("list", { name: "Recent changes" }),
    "/models": (page) => page.getByRole("row", { name: node.modelId }),
    "/catalog": (page) => page.getByRole("row", { name: node.modelId }),
    "/help": (page) => page.getByRole("heading", { name: "Keyboard" }),
  };
  await inThemes(browser, options, async (page) => {
    for (const [path, part] of Object.entries(shown)) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      await expect(part(page)).toBeVisible();
      await expectClean(page, `${path}`);
    }
  });
  const context = await browser.newContext({ ...options, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  for (const path of Object.keys(shown)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy='true']")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  await context.close();
});

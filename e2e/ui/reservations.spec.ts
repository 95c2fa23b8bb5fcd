import fs from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectClean, inThemes } from "../fixtures/axe";
import { query } from "../fixtures/database";
import { hostnameOf, openLive, reservedNode } from "../fixtures/node-page";
import { expect, newPerson, test } from "../fixtures/people";
import { DAY, fromNow, HOUR } from "../fixtures/time";
import type { TestNode, TestOrg, World } from "../fixtures/world";

const table = (page: Page) => page.getByRole("table", { name: "Reservations", exact: true });
const rows = (page: Page) => table(page).locator("[role='rowgroup']").getByRole("row");
const count = (page: Page, text: string) =>
  expect(page.getByRole("main").getByText(text, { exact: true })).toBeVisible();
const status = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A day each of one unit, one after the other from tomorrow on: more than a page, as rows. */
async function manyReservations(world: World, node: TestNode, org: TestOrg, many: number): Promise<void> {
  const made = `insert into reservations (node_id, id, starts_at, ends_at, topology_gen, allowed_org_ids, platform_named,
      contract_ref, created_at, updated_at)
    select $1, 'res_' || $1 || lpad(n::text, 5, '0'), now() + n * interval '1 day', now() + (n + 1) * interval '1 day', 1,
      array[$2, (select id from orgs where is_platform)], false, 'MANY-' || lpad(n::text, 3, '0'), now(), now()
    from generate_series(1, $3::int) n`;
  await query(world, made, [node.id, org.id, many]);
  await query(
    world,
    `insert into reservation_units (node_id, reservation_id, unit_id, term, alloc_class, gpu_bdfs)
     select r.node_id, r.id, $2, tstzrange(r.starts_at, r.ends_at), 'vfio-group', array[$2::text] from reservations r
     where r.node_id = $1`,
    [node.id, node.unitIds[0]],
  );
}

const MANY = 130;

test("filters, order and pages: what is chosen stands in the address and survives a reload", async ({
  admin,
  world,
  tenant,
}) => {
  const node = await world.newNode(2);
  await manyReservations(world, node, tenant, MANY);
  await world.reserve(node, [node.unitIds[1]!], [tenant], { contractRef: "NOW-1", endsAt: fromNow(5 * HOUR) });
  const hostname = await hostnameOf(world, node);
  await openLive(admin, "/reservations");
  await admin.getByRole("combobox", { name: "Node" }).fill(hostname);
  await admin.getByRole("option", { name: hostname }).click();
  await expect(admin).toHaveURL(new RegExp(`nodeId=${node.id}`));
  await expect(admin.getByRole("listbox")).toHaveCount(0);
  await expect(admin.getByRole("combobox", { name: "Node" })).toHaveValue(hostname);
  await count(admin, `${MANY + 1} reservations`);

  await admin.getByRole("combobox", { name: "Ending" }).selectOption("24h");
  await count(admin, "1 reservation");
  await expect(rows(admin)).toContainText(["NOW-1"]);
  await admin.getByRole("combobox", { name: "Ending" }).selectOption("any");

  await status(admin, "Pending").click();
  await status(admin, "Cancelled").click();
  await count(admin, `${MANY} reservations`);
  await table(admin).getByRole("button", { name: "Starts" }).click();
  await expect(admin).toHaveURL(/status=pending&status=cancelled.*sort=start/);
  await expect(rows(admin).first()).toContainText("MANY-001");

  await admin.reload();
  await expect(admin.getByRole("combobox", { name: "Node" })).toHaveValue(hostname);
  await expect(status(admin, "Pending")).toHaveAttribute("aria-pressed", "true");
  await expect(status(admin, "Active")).toHaveAttribute("aria-pressed", "false");
  await expect(table(admin).getByRole("columnheader", { name: "Starts" })).toHaveAttribute("aria-sort", "ascending");
  await expect(rows(admin).first()).toContainText("MANY-001");
  expect(await rows(admin).count(), "rows in the page").toBeLessThan(60);

  // The next page is asked for on the way down.
  const frame = await table(admin).boundingBox();
  await admin.mouse.move(frame!.x + frame!.width / 2, frame!.y + frame!.height / 2);
  const last = rows(admin).filter({ hasText: `MANY-${MANY}` });
  await expect(async () => {
    await admin.mouse.wheel(0, 2_000);
    await expect(last).toBeVisible({ timeout: 250 });
  }).toPass({ timeout: 30_000 });
  await expect(last).toHaveAttribute("aria-rowindex", String(MANY + 1));
  await expect(last.getByRole("link", { name: hostname })).toHaveAttribute("href", `/nodes/${node.id}`);
});

test("a row follows what others do, and an empty list leads out", async ({ admin, world, tenant }) => {
  const { params } = await reservedNode(world, tenant, 1, 1, { contractRef: "FOLLOW-1" });
  await openLive(admin, "/reservations?contract=FOLLOW-");
  await expect(rows(admin)).toContainText("Active");
  await world.platform.ok("cancelReservation", { params, body: {} });
  await expect(rows(admin)).toContainText("Cancelled");
  await admin.getByRole("searchbox", { name: "Contract reference" }).fill("nobody has such a contract");
  await expect(admin.getByText("No reservation matches these filters")).toBeVisible();
  await admin.getByRole("button", { name: "Clear the filters" }).click();
  await expect(rows(admin).first()).toBeVisible();
  await expect(admin).toHaveURL(/\/reservations$/);
});

test("the export is the list as it is filtered, and no cell of it is a formula", async ({ admin, world, tenant }) => {
  const node = await world.newNode(3);
  const add = (unit: number, contractRef: string, more = {}) =>
    world.reserve(node, [node.unitIds[unit]!], [tenant], { contractRef, ...more });
  const evil = await add(0, '=HYPERLINK("http://x","y")');
  await add(1, "plain, with a comma", { endsAt: fromNow(DAY) });
  await add(2, "left out", { startsAt: fromNow(DAY) });
  await admin.goto(`/reservations?nodeId=${node.id}&status=active&sort=created`);
  await expect(rows(admin)).toHaveCount(2);
  const [download] = await Promise.all([
    admin.waitForEvent("download"),
    admin.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^reservations-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await fs.readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^id,contract,status,node,hostname,audience,/);
  expect(lines[1]).toMatch(new RegExp(`^${evil.id},"'=HYPERLINK\\(""http://x"",""y""\\)",active,${node.id},`));
  expect(lines[2]).toContain(',"plain, with a comma",active,');
  expect(lines[3]).toBe("");

  const { origin } = new URL(admin.url());
  const stranger = await fetch(`${origin}/api/reservations/export`);
  expect(stranger.status).toBe(401);
  const odd = await admin.request.get(`${origin}/api/reservations/export?statuses=active`);
  expect(odd.status()).toBe(400);
});

test("a managing org finds the reservations that it manages, in the list, over time and as CSV", async ({
  enter,
  world,
  tenant,
}) => {
  const manager = await world.newOrg("Manager");
  const { node, params } = await reservedNode(world, tenant, 2, 1, {
    managingOrgIds: [manager.id],
    contractRef: "MINE-1",
  });
  await world.reserve(node, [node.unitIds[1]!], [tenant], { contractRef: "OTHER-1" });
  const page = await enter(await newPerson(world, "Mia Manager", [[manager.id, "viewer"]]));
  await openLive(page, "/reservations");
  await count(page, "1 reservation");
  await expect(rows(page)).toContainText(["MINE-1"]);
  await status(page, "Timeline").click();
  const lanes = page.getByRole("table", { name: "Reservations over time" });
  await expect(lanes.getByRole("link", { name: "MINE-1" })).toHaveAttribute(
    "href",
    `/reservations/${params.reservationId}`,
  );
  await expect(lanes.getByRole("row").filter({ hasText: "OTHER-1" })).toHaveCount(0);
  await expect(page).toHaveURL(/view=timeline/);
  const csv = await page.request.get(`${new URL(page.url()).origin}/api/reservations/export`);
  const text = await csv.text();
  expect(text).toContain("MINE-1");
  expect(text).not.toContain("OTHER-1");

  await openLive(page, `/nodes/${node.id}?view=timeline`);
  const grid = page.getByRole("grid", { name: "Units over time" });
  await expect(grid.getByRole("link", { name: /^MINE-1, Active/ })).toBeVisible();
  await expect(grid.getByRole("link")).toHaveCount(1);
});

test("axe finds nothing against the list and the timelines", async ({ browser, adminState, world, tenant }) => {
  test.setTimeout(120_000);
  const { node, params } = await reservedNode(world, tenant, 4, 2, { contractRef: "AXE-R1" });
  await world.platform.ok("releaseUnits", { params, body: { unitIds: [node.unitIds[0]] } });
  await world.reserve(node, [node.unitIds[2]!], [tenant], { startsAt: fromNow(DAY), contractRef: "AXE-R2" });
  const buyer = await world.newOrg("Buyer");
  await world.startVm(buyer, node, { tier: "spot" });
  await query(world, "update reservations set ends_at = now() + interval '9 days' where id = $1", [
    params.reservationId,
  ]);
  await inThemes(browser, { baseURL: world.servers[0].url, storageState: adminState }, async (page) => {
    await page.goto("/reservations?contract=AXE-R");
    await expect(rows(page).first()).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Node" })).toBeVisible();
    await expectClean(page, "reservations");
    await page.goto("/reservations?contract=AXE-R&view=timeline");
    await expect(page.getByRole("table", { name: "Reservations over time" })).toBeVisible();
    await expectClean(page, "reservations over time");
    await page.goto(`/nodes/${node.id}?view=timeline&days=30`);
    await expect(page.getByRole("grid", { name: "Units over time" })).toBeVisible();
    await expectClean(page, "a node over time");
    await page.getByRole("button", { name: "Table", exact: true }).click();
    await expect(page.getByRole("table", { name: "Timeline as a table" })).toBeVisible();
    await expectClean(page, "a node over time as a table");
  });
});

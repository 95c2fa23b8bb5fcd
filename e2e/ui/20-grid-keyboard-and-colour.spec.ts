import type { BrowserContextOptions, Page } from "@playwright/test";
import { query } from "../fixtures/database";
import { address } from "../fixtures/machine";
import { openLive } from "../fixtures/node-page";
import { expect as baseExpect, test } from "../fixtures/people";
import { TermForm } from "../fixtures/term-form";
import { fromNow, HOUR } from "../fixtures/time";
import type { TestNode, TestOrg, World } from "../fixtures/world";

test.describe.configure({ timeout: 180_000 });
const expect = baseExpect.configure({ timeout: 30_000 });

const cell = (page: Page, unitId: string) => page.locator(`[role=gridcell][data-unit="${unitId}"]`);
const selected = (page: Page) => page.locator("[role=gridcell][aria-selected=true]");
const toolbar = (page: Page) => page.getByRole("toolbar", { name: "Actions on the selected units" });
const keys = async (page: Page, ...pressed: string[]) => {
  for (const key of pressed) await page.keyboard.press(key);
};

/** Tabs on until a cell of the grid has the focus. */
async function tabIntoGrid(page: Page): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell")) return;
  }
  throw new Error("Tab never reached the grid");
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("data-unit") ?? undefined);

/** Eight units in every state that needs no topology change: the ids say which. */
async function allStates(world: World, tenant: TestOrg): Promise<TestNode> {
  const units = Array.from({ length: 8 }, (_, index) => ({ id: address(index + 1), withNic: index === 7 }));
  const node = await world.newNode(units);
  const [, audience, holdover, spot, released, idle, pending] = node.unitIds as string[];
  const outsider = await world.newOrg("Outsider");
  // A workload lands on the lowest free unit: u1 and u2 are kept from it while u3 gets its holder.
  const shield = await world.reserve(node, [node.unitIds[0]!, audience!], [tenant]);
  await world.startVm(outsider, node);
  await world.platform.ok("cancelReservation", { params: { nodeId: node.id, reservationId: shield.id }, body: {} });
  await world.reserve(node, [audience!], [tenant], { contractRef: "GRID-2" });
  await world.startVm(tenant, node);
  await world.reserve(node, [holdover!, idle!], [tenant], { contractRef: "GRID-1", endsAt: fromNow(48 * HOUR) });
  const market = await world.reserve(node, [spot!, released!], [tenant], { contractRef: "GRID-3" });
  await world.platform.ok("releaseUnits", {
    params: { nodeId: node.id, reservationId: market.id },
    body: { unitIds: [spot!, released!] },
  });
  await world.startVm(outsider, node, { tier: "spot" });
  await world.reserve(node, [pending!], [tenant], { startsAt: fromNow(24 * HOUR) });
  return node;
}

test("20.1 the whole task without a mouse: reach, move, select, reserve, come back", async ({
  admin,
  world,
  tenant,
}) => {
  const node = await world.newNode(8);
  const ids = node.unitIds;
  const { name } = await world.platform.ok("getOrg", { params: { orgId: tenant.id } });
  await openLive(admin, `/nodes/${node.id}`);
  await tabIntoGrid(admin);
  expect(await focused(admin), "the first cell is the tab stop").toBe(ids[0]);
  await expect(admin.locator("[role=gridcell][tabindex='0']"), "one tab stop").toHaveCount(1);
  await keys(admin, "Tab");
  expect(await focused(admin), "Tab leaves the grid").toBeUndefined();
  await keys(admin, "Shift+Tab", "ArrowRight", "ArrowRight");
  expect(await focused(admin)).toBe(ids[2]);
  await keys(admin, "ArrowLeft");
  expect(await focused(admin)).toBe(ids[1]);
  await keys(admin, "ArrowDown", "ArrowUp");
  expect(await focused(admin), "down and up again").toBe(ids[1]);
  await keys(admin, "Control+End");
  expect(await focused(admin)).toBe(ids[7]);
  await keys(admin, "Control+Home");
  expect(await focused(admin)).toBe(ids[0]);
  const row = await cell(admin, ids[0]!).evaluate((each) => each.closest("[role=row]")?.children.length ?? 0);
  await keys(admin, "End");
  expect(await focused(admin), "End goes to the end of the row").toBe(ids[row - 1]);
  await keys(admin, "Home");
  expect(await focused(admin)).toBe(ids[0]);

  await keys(admin, "Space", "Shift+ArrowRight", "Shift+ArrowRight");
  await expect(selected(admin)).toHaveCount(3);
  await expect(toolbar(admin)).toContainText("3 units, 3 GPUs selected");
  await keys(admin, "Escape");
  await expect(selected(admin)).toHaveCount(0);
  await keys(admin, "Control+a");
  await expect(selected(admin)).toHaveCount(8);
  await keys(admin, "Escape", "Control+Home", "Space", "Shift+ArrowRight");
  await expect(selected(admin)).toHaveCount(2);

  const reserve = toolbar(admin).getByRole("button", { name: "Reserve", exact: true });
  for (
    let presses = 0;
    presses < 10 && !(await reserve.evaluate((each) => each === document.activeElement));
    presses += 1
  ) {
    await keys(admin, "Tab");
  }
  await keys(admin, "Enter");
  const dialog = admin.getByRole("dialog", { name: "Reserve units" });
  await expect(dialog).toBeVisible();
  const box = dialog.getByRole("combobox", { name: "Audience" });
  await box.focus();
  await admin.keyboard.type(name);
  await expect(admin.getByRole("option", { name })).toBeVisible();
  await keys(admin, "ArrowDown", "Enter");
  await expect(dialog.getByRole("row", { name })).toBeVisible();
  await dialog.getByRole("radio", { name: "After a day" }).focus();
  await keys(admin, "ArrowLeft");
  await dialog.getByRole("button", { name: "Reserve 2 units" }).focus();
  await keys(admin, "Enter");
  await expect(dialog).toBeHidden();
  await expect(cell(admin, ids[0]!)).toHaveAccessibleName(new RegExp(`reserved for ${name}`));
  const back = await admin.evaluate(() => document.activeElement?.closest("[role=toolbar], [role=grid]")?.role);
  expect(back, "focus is back where the task began, not lost").toBeTruthy();
  const { reservedUnitIds } = (await world.platform.all("listNodeReservations", { params: { nodeId: node.id } }))[0]!;
  expect([...reservedUnitIds].sort()).toEqual([ids[0], ids[1]]);
});

test("20.2 and 20.3 names carry state, holder, term, selection, and why not", async ({ admin, world, tenant }) => {
  const node = await allStates(world, tenant);
  const [free, audience, holdover, spot, released, idle, pending, unsold] = node.unitIds.map((id) => cell(admin, id));
  await openLive(admin, `/nodes/${node.id}`);
  await expect(free!).toHaveAccessibleName(/^Unit 0000:01:00\.0, 1 GPU, .*, free$/);
  await expect(audience!).toHaveAccessibleName(
    /claimed by Tenant .* of the audience, vm test.*reserved for Tenant .* with no end/,
  );
  await expect(holdover!).toHaveAccessibleName(/holdover of Outsider .*, vm test.*reserved for Tenant .* until .* UTC/);
  await expect(spot!).toHaveAccessibleName(/sold at spot to Outsider .*, vm test/);
  await expect(released!).toHaveAccessibleName(/released, idle, reserved for Tenant/);
  await expect(idle!).toHaveAccessibleName(/reserved, idle, reserved for Tenant .* until .* UTC/);
  await expect(pending!).toHaveAccessibleName(/reserved for Tenant .* from .* UTC with no end/);
  await expect(unsold!).toHaveAccessibleName(/not sellable: .*can't be selected/);
  for (const [each, text] of [
    [free, "Free"],
    [audience, "Claimed by audience"],
    [holdover, "Holdover"],
    [spot, "Sold at spot"],
    [released, "Released, idle"],
    [idle, "Reserved, idle"],
    [unsold, "Not sellable"],
  ] as const) {
    await expect(each!, "the state is told by text too").toContainText(text);
  }
  await free!.click();
  await expect(free!).toHaveAccessibleName(/, selected$/);
  await expect(free!).toHaveAttribute("aria-selected", "true");

  await unsold!.focus();
  await keys(admin, "Space");
  await expect(unsold!).toHaveAttribute("aria-selected", "false");
  await expect(unsold!).toHaveAttribute("aria-disabled", "true");
  await expect(
    admin.locator("p", { hasText: `Unit ${node.unitIds[7]} can't be selected` }),
    "why not, in text",
  ).toBeVisible();
  await expect(unsold!, "and on the tile, without hovering").toContainText(/network|controller|8086:15f3/i);
  await keys(admin, "Control+a");
  await expect(selected(admin), "all but the one that can't be").toHaveCount(7);
});

test("20.2 a live change is told politely, of the focused cell and of another, and takes no focus", async ({
  admin,
  world,
  tenant,
}) => {
  const node = await world.newNode(4);
  const [first, second, third] = node.unitIds as [string, string, string];
  await openLive(admin, `/nodes/${node.id}`);
  await cell(admin, first).focus();
  const regions = admin.locator("output, [aria-live=polite], [role=status]");
  await world.reserve(node, [first], [tenant]);
  await expect(regions.filter({ hasText: `Unit ${first} changed: reserved, idle` })).toHaveCount(1);
  expect(await focused(admin), "focus is not stolen").toBe(first);
  await world.reserve(node, [second, third], [tenant]);
  await expect(
    regions.filter({ hasText: `Unit ${second} changed` }).or(regions.filter({ hasText: "2 units changed" })),
  ).toHaveCount(1);
  expect(await focused(admin), "focus is not stolen").toBe(first);
  await expect(admin.locator("[aria-live=assertive]").filter({ hasText: "changed" }), "never rudely").toHaveCount(0);
});

test("20.4 a selected unit that somebody else reserves is marked, and its refusal shows at the unit", async ({
  admin,
  world,
  tenant,
}) => {
  const node = await world.newNode(4);
  const [first, second] = node.unitIds as [string, string];
  const { name } = await world.platform.ok("getOrg", { params: { orgId: tenant.id } });
  const form = await TermForm.open(admin, node.id, first, name);
  await keys(admin, "Escape");
  await admin.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(form.dialog).toBeHidden();
  await cell(admin, second).click({ modifiers: ["Control"] });
  await expect(toolbar(admin)).toContainText("2 units, 2 GPUs selected");
  await world.reserve(node, [second], [tenant]);
  await expect(toolbar(admin)).toContainText(`1 unit changed since you selected: ${second}`);
  await expect(cell(admin, second)).toHaveAccessibleName(/changed just now/);

  await toolbar(admin).getByRole("button", { name: "Reserve", exact: true }).click();
  await form.audience(name);
  await form.choose("radio", "None, until cancelled");
  await expect(
    form.dialog.getByRole("region", { name: "Units" }).getByRole("listitem").filter({ hasText: second }),
  ).toContainText(/reserved/i);
  await form.press();
  await expect(form.dialog.getByRole("alert")).toContainText(second);
  await expect(form.dialog, "the form stays").toBeVisible();
  const [request] = form.sent;
  expect(request!.postDataJSON()["0"].body.unitIds.sort(), "exactly what the page shows").toEqual([first, second]);
  expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toHaveLength(1);
});

const LOOKS: Record<string, BrowserContextOptions> = {
  "forced colours": { forcedColors: "active" },
  "200 % zoom of 640 px": { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2 },
  "reduced motion": { reducedMotion: "reduce" },
  "a phone": { viewport: { width: 390, height: 844 } },
};
for (const [look, options] of Object.entries(LOOKS)) {
  test(`20.6 with ${look}: states are text, and nothing is cut off`, async ({ browser, adminState, world, tenant }) => {
    const node = await allStates(world, tenant);
    const context = await browser.newContext({ storageState: adminState, baseURL: world.servers[0].url, ...options });
    const page = await context.newPage();
    await openLive(page, `/nodes/${node.id}`);
    for (const text of [
      "Free",
      "Claimed by audience",
      "Holdover",
      "Sold at spot",
      "Released, idle",
      "Reserved, idle",
      "Not sellable",
    ]) {
      await expect(page.getByRole("gridcell").getByText(text, { exact: true }).first()).toBeVisible();
    }
    await cell(page, node.unitIds[0]!).click();
    await expect(toolbar(page)).toBeVisible();
    const width = page.viewportSize()!.width;
    expect(await page.evaluate(() => document.documentElement.scrollWidth), "no sideways scroll").toBeLessThanOrEqual(
      width,
    );
    const wide = await page.getByRole("main").evaluate((main) => main.scrollWidth - main.clientWidth);
    expect(wide, "nor within the page").toBeLessThanOrEqual(0);
    const cut = await page
      .getByRole("gridcell")
      .evaluateAll((cells) =>
        cells.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.getAttribute("data-unit")),
      );
    expect(cut, "no tile is cut off").toEqual([]);
    const moving = await page.evaluate(
      () => document.getAnimations().filter((each) => each.playState === "running").length,
    );
    if (options.reducedMotion) expect(moving, "nothing moves").toBe(0);
    await context.close();
  });
}

test("20.8 the question before a reclaim: safe focus, a closed Tab loop, Escape and Enter do nothing", async ({
  admin,
  world,
  tenant,
}) => {
  const node = await allStates(world, tenant);
  const spot = node.unitIds[3]!;
  await openLive(admin, `/nodes/${node.id}`);
  await cell(admin, spot).focus();
  await keys(admin, "Space");
  const reclaim = toolbar(admin).getByRole("button", { name: "Reclaim" });
  await reclaim.focus();
  await keys(admin, "Enter");
  const question = admin.getByRole("alertdialog");
  const back = question.getByRole("button", { name: "Leave everything as it is" });
  await expect(back, "focus starts on the way back").toBeFocused();
  await expect(question.getByRole("button", { name: "End 1 workload and reclaim" })).toBeEnabled();
  await expect(back, "and stays there when the plan has come").toBeFocused();
  for (let presses = 0; presses < 12; presses += 1) {
    await keys(admin, "Tab");
    expect(await question.evaluate((each) => each.contains(document.activeElement)), "Tab stays in it").toBe(true);
  }
  // On a button that shows its name, Escape takes that away first.
  await back.focus();
  await keys(admin, "Escape");
  await expect(question).toBeHidden();
  await expect(reclaim, "focus is back").toBeFocused();
  await keys(admin, "Enter");
  await expect(question).toBeVisible();
  await expect(back).toBeFocused();
  await keys(admin, "Enter");
  await expect(question, "Enter on opening goes back").toBeHidden();
  const held = await query(world, "select 1 from claims where node_id = $1 and unit_id = $2 and ended_at is null", [
    node.id,
    spot,
  ]);
  expect(held, "nothing has ended").toHaveLength(1);
});

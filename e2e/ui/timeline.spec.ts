import type { Page } from "@playwright/test";
import { chooseOrg, NodePage, nameOf, openLive, reservedNode, soldNode } from "../fixtures/node-page";
import { expect, test } from "../fixtures/people";
import { DAY, fromNow, HOUR, utc } from "../fixtures/time";

const grid = (page: Page) => page.getByRole("grid", { name: "Units over time" });
const bar = (page: Page, name: RegExp) => grid(page).getByRole("link", { name });
const head = (page: Page, unitId: string) => grid(page).getByRole("button", { name: `Unit ${unitId}` });

/** Where an instant of a unit's lane is on the screen. */
async function pointOf(page: Page, unitId: string, share: number) {
  const axis = await grid(page).getByRole("columnheader", { name: "Reservations and workloads" }).boundingBox();
  const row = await head(page, unitId).boundingBox();
  return { x: axis!.x + share * axis!.width, y: row!.y + row!.height / 2 };
}

test("drawing over free time reserves that unit for that term", async ({ admin, world, tenant }) => {
  const node = await world.newNode(2);
  const unitId = node.unitIds[1]!;
  const first = Math.ceil(Date.now() / DAY) * DAY;
  await openLive(admin, `/nodes/${node.id}?view=timeline&from=${utc(first)}`);
  await expect(head(admin, unitId)).toBeVisible();

  // Half an hour into the second day to half an hour before its end: whole hours are meant, and these are the day.
  const hours = 7 * 24;
  const [from, to] = [await pointOf(admin, unitId, 24.5 / hours), await pointOf(admin, unitId, 47.5 / hours)];
  await admin.mouse.move(from.x, from.y);
  await admin.mouse.down();
  await admin.mouse.move(to.x, to.y, { steps: 4 });
  await admin.mouse.up();

  const dialog = new NodePage(admin, node).dialog("Reserve units");
  const day = utc(first + DAY).slice(0, 10);
  await expect(dialog.getByRole("textbox", { name: "First day" })).toHaveValue(day);
  await expect(dialog.getByRole("textbox", { name: "Last day" })).toHaveValue(day);
  await expect(dialog).toContainText(unitId);
  await chooseOrg(dialog, "Audience", await nameOf(world, tenant));
  await dialog.getByRole("textbox", { name: /Contract reference/ }).fill("DRAWN-1");
  await dialog.getByRole("button", { name: "Reserve 1 unit" }).click();
  await expect(bar(admin, /^DRAWN-1, Pending/)).toBeVisible();
  const [made] = await world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
  expect(made).toMatchObject({
    reservedUnitIds: [unitId],
    startsAt: utc(first + DAY),
    endsAt: utc(first + 2 * DAY),
  });
});

test("the keyboard goes along and across the lanes, reads, zooms, opens and reserves", async ({
  admin,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 3, 1, {
    contractRef: "KEYS-1",
    endsAt: fromNow(20 * HOUR),
  });
  const [one = "", two = ""] = node.unitIds;
  await world.reserve(node, [one], [tenant], {
    contractRef: "KEYS-2",
    startsAt: fromNow(40 * DAY),
    endsAt: fromNow(41 * DAY),
  });
  await openLive(admin, `/nodes/${node.id}?view=timeline&days=30`);
  await head(admin, one).focus();
  await admin.keyboard.press("ArrowRight");
  await expect(bar(admin, /^KEYS-1, Active/)).toBeFocused();
  const details = admin.getByRole("region", { name: "Bar details" });
  await expect(details).toContainText("KEYS-1");
  // The next one is out of view: it comes into it.
  await expect(bar(admin, /^KEYS-2/)).toHaveCount(0);
  await admin.keyboard.press("ArrowRight");
  await expect(bar(admin, /^KEYS-2, Pending/)).toBeFocused();
  await expect(details).toContainText("24 h");
  await expect(admin).toHaveURL(/from=/);
  await admin.keyboard.press("ArrowDown");
  await expect(head(admin, two)).toBeFocused();

  await admin.keyboard.press("+");
  await expect(admin).toHaveURL(/days=20/);
  await admin.keyboard.press("-");
  await expect(admin).toHaveURL(/days=30/);

  await admin.keyboard.press("Enter");
  const dialog = new NodePage(admin, node).dialog("Reserve units");
  await expect(dialog).toContainText(two);
  await admin.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(head(admin, two)).toBeFocused();

  await admin.keyboard.press("ArrowUp");
  await admin.keyboard.press("End");
  await admin.keyboard.press("ArrowLeft");
  await expect(bar(admin, /^KEYS-1/)).toBeFocused();
  // The view that the keys have moved is not yet in the address.
  await admin.keyboard.press("Enter");
  await expect(admin).toHaveURL(new RegExp(`/reservations/${params.reservationId}`));
});

test("the table tells what the bars draw, and the choice survives a reload", async ({ admin, world, tenant }) => {
  const { node, buyer } = await soldNode(world, tenant, 2, 1);
  await openLive(admin, `/nodes/${node.id}`);
  await admin.getByRole("button", { name: "Timeline", exact: true }).click();
  const drawn = bar(admin, /^C-SPOT, Active/);
  await expect(drawn).toHaveAccessibleName(/on the spot market from/);
  await expect(drawn).toHaveAccessibleName(new RegExp(`spot vm of ${await nameOf(world, buyer)}`));
  await admin.getByRole("button", { name: "Table", exact: true }).click();
  await expect(admin).toHaveURL(/view=timeline.*form=table/);
  await admin.reload();
  const table = admin.getByRole("table", { name: "Timeline as a table" });
  await expect(table.getByRole("row", { name: /Reservation C-SPOT .* Active/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /Release C-SPOT .* On the spot market/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /VM test .* spot .* still runs/ })).toBeVisible();
  await expect(table.getByRole("link", { name: "C-SPOT" }).first()).toHaveAttribute("href", /^\/reservations\/res_/);
});

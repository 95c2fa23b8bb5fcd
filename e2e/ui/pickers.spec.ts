import { NodePage, nameOf } from "../fixtures/node-page";
import { expect, test } from "../fixtures/people";

test("Enter takes the one org that a text can mean, also where it is pressed before the answer", async ({
  admin,
  world,
  tenant,
}) => {
  const node = await world.newNode(1);
  const [audience, manager] = [await nameOf(world, tenant), await nameOf(world, await world.newOrg("Manager"))];
  const page = await NodePage.open(admin, node);
  await page.select(0);
  await page.action("Reserve").click();
  const dialog = page.dialog("Reserve units");
  const { keyboard } = admin;
  await dialog.getByRole("combobox", { name: "Audience" }).focus();
  await keyboard.insertText(audience.toLowerCase());
  await keyboard.press("Enter");
  await expect(dialog.getByRole("row", { name: audience })).toBeVisible();
  await expect(dialog.getByRole("combobox", { name: "Audience" })).toHaveValue("");
  await expect(admin.getByRole("listbox")).toHaveCount(0);

  await dialog.getByRole("combobox", { name: "Managing orgs" }).focus();
  await keyboard.insertText(manager);
  await expect(admin.getByRole("option", { name: manager })).toBeVisible();
  await keyboard.press("Tab");
  await expect(dialog.getByRole("row", { name: manager })).toBeVisible();

  const zone = dialog.getByRole("combobox", { name: "Time zone" });
  await zone.fill("kathmandu");
  await zone.press("Enter");
  await expect(zone).toHaveValue("Asia/Kathmandu");
});

test("a text that is no org holds the form back, and what is wrong stays in sight under the open list", async ({
  admin,
  world,
  tenant,
}) => {
  const node = await world.newNode(1);
  const page = await NodePage.open(admin, node);
  await page.select(0);
  await page.action("Reserve").click();
  const dialog = page.dialog("Reserve units");
  await dialog.getByRole("radio", { name: "None, until cancelled" }).focus();
  await admin.keyboard.press("Space");
  const reserve = dialog.getByRole("button", { name: "Reserve 1 unit" });
  await reserve.click();
  const [audience, managers] = [
    dialog.getByRole("combobox", { name: "Audience" }),
    dialog.getByRole("combobox", { name: "Managing orgs" }),
  ];
  await expect(audience).toBeFocused();
  const list = admin.getByRole("listbox");
  const problem = dialog.getByText("Choose at least one org that the units are for.");
  await expect(list).toBeVisible();
  const [below, above] = [(await list.boundingBox())!, (await problem.boundingBox())!];
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);

  const org = await nameOf(world, tenant);
  await audience.fill(org);
  await expect(admin.getByRole("option", { name: org })).toBeVisible();
  await audience.press("Enter");
  await managers.fill("no such org");
  await expect(admin.getByText("Nothing else matches.")).toBeVisible();
  await managers.press("Tab");
  await expect(managers).toHaveAccessibleDescription(/“no such org” is not chosen yet/);
  await reserve.click();
  await expect(managers).toBeFocused();
  expect(await world.platform.all("listNodeReservations", { params: { nodeId: node.id } })).toEqual([]);
  await managers.fill("");
  await expect(admin.getByRole("option").first()).toBeVisible();
  await managers.press("Tab");
  await reserve.click();
  await expect(dialog).toBeHidden();
});

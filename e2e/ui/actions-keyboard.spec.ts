import { NodePage, nameOf, reservationOf, reservedNode, soldNode, tabTo } from "../fixtures/node-page";
import { expect, test } from "../fixtures/people";

test("units are selected and reserved by keyboard alone", async ({ admin, world, tenant }) => {
  const node = await world.newNode(4);
  const org = await nameOf(world, tenant);
  const page = await NodePage.open(admin, node);
  const { keyboard } = admin;
  await tabTo(page.tile(0));
  await keyboard.press("Space");
  await keyboard.press("Shift+ArrowRight");
  await keyboard.press("Shift+ArrowRight");
  await expect(admin.getByRole("gridcell", { selected: true })).toHaveCount(3);
  await keyboard.press("Escape");
  await expect(admin.getByRole("gridcell", { selected: true })).toHaveCount(0);
  await expect(page.tile(2)).toBeFocused();
  await keyboard.press("Home");
  await keyboard.press("Space");
  await keyboard.press("Shift+ArrowRight");
  await expect(page.bar).toContainText("2 units, 2 GPUs selected");

  await tabTo(page.action("Reserve"));
  await keyboard.press("Enter");
  const dialog = page.dialog("Reserve units");
  await tabTo(dialog.getByRole("combobox", { name: "Audience" }));
  await keyboard.type(org);
  await expect(admin.getByRole("option", { name: org })).toBeVisible();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await expect(dialog.getByRole("row", { name: org })).toBeVisible();
  await tabTo(dialog.getByRole("radio", { name: "After a day" }));
  await keyboard.press("ArrowLeft");
  await expect(dialog.getByRole("radio", { name: "None, until cancelled" })).toBeChecked();
  await keyboard.press("ArrowRight");
  await tabTo(dialog.getByRole("textbox", { name: "Last day" }));
  await keyboard.type("2031-12-31");
  await tabTo(dialog.getByRole("button", { name: "Reserve 2 units" }));
  await keyboard.press("Enter");

  await expect(dialog).toBeHidden();
  await expect(page.tile(0)).toHaveAccessibleName(new RegExp(`reserved for ${org} until 1 Jan 2032`));
  await expect(page.tile(1)).toHaveAccessibleName(/reserved, idle/);
  await expect(page.action("Reserve")).toBeFocused();
  const [made] = await world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
  expect(made).toMatchObject({ reservedUnitIds: node.unitIds.slice(0, 2), endsAt: "2032-01-01T00:00:00.000Z" });
});

test("a unit is released by keyboard, and the focus stays on the button that now says why not", async ({
  admin,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 2, 2);
  const page = await NodePage.open(admin, node);
  const { keyboard } = admin;
  await tabTo(page.tile(0));
  await keyboard.press("ArrowRight");
  await keyboard.press("Space");
  await tabTo(page.action("Release to spot"));
  await keyboard.press("Enter");
  const dialog = page.dialog("Release to the spot market");
  await tabTo(dialog.getByRole("button", { name: "Release 1 unit" }));
  await keyboard.press("Enter");
  await expect(page.tile(1)).toHaveAccessibleName(/released, idle/);
  await expect(dialog).toBeHidden();
  await expect(page.action("Release to spot")).toBeFocused();
  await expect(page.action("Release to spot")).toHaveAccessibleDescription("The selected units are released already.");
  await keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect((await reservationOf(world, params)).releasedUnitIds).toEqual([node.unitIds[1]]);
});

test("a reclaim by keyboard begins on the way back and ends nothing by Escape", async ({ admin, world, tenant }) => {
  const { node, status, soldAt } = await soldNode(world, tenant, 2, 1);
  const page = await NodePage.open(admin, node);
  const { keyboard } = admin;
  await tabTo(page.tile(0));
  if (soldAt === 1) await keyboard.press("ArrowRight");
  await keyboard.press("Space");
  await tabTo(page.action("Reclaim"));
  await keyboard.press("Enter");
  const dialog = page.dialog("Reclaim from the spot market");
  const confirm = dialog.getByRole("button", { name: "End 1 workload and reclaim" });
  await expect(confirm).toBeEnabled();
  await expect(dialog.getByRole("button", { name: "Leave everything as it is" })).toBeFocused();
  await keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.action("Reclaim")).toBeFocused();
  // Enter twice opens it and goes back: an impatient hand ends nothing.
  await keyboard.press("Enter");
  await expect(confirm).toBeEnabled();
  await keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  expect(await status()).toBe("running");

  await expect(page.action("Reclaim")).toBeFocused();
  await keyboard.press("Enter");
  await expect(confirm).toBeEnabled();
  await tabTo(confirm);
  await keyboard.press("Space");
  await expect(admin.getByRole("region", { name: "Result of the reclaim" })).toContainText("1 workload ended");
  await expect(page.action("Reclaim")).toBeFocused();
  await expect.poll(status).toBe("terminated");
});

test("a reservation is cancelled by keyboard, and the focus goes to the grid when its row is gone", async ({
  admin,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 2, 2, { contractRef: "C-KEYS" });
  const page = await NodePage.open(admin, node);
  const { keyboard } = admin;
  const cancel = page.row("C-KEYS").getByRole("button", { name: "Cancel C-KEYS" });
  await tabTo(cancel);
  await keyboard.press("Enter");
  const dialog = page.dialog("Cancel the reservation");
  await expect(dialog.getByRole("button", { name: "Keep it" })).toBeFocused();
  await keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  await keyboard.press("Enter");
  await tabTo(dialog.getByRole("button", { name: "End the reservation" }));
  await keyboard.press("Enter");
  await expect(page.page.getByText("No live reservations")).toBeVisible();
  await expect(page.tile(0)).toBeFocused();
  expect((await reservationOf(world, params)).status).toBe("cancelled");
});

test("where frames come late, a closed dialog still gives the focus back to its button", async ({
  admin,
  world,
  tenant,
}) => {
  const { node } = await reservedNode(world, tenant, 1, 1, { contractRef: "C-SLOW" });
  await admin.addInitScript(() => {
    const nextFrame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => window.setTimeout(() => nextFrame(callback), 400);
    window.cancelAnimationFrame = (handle) => window.clearTimeout(handle);
  });
  const page = await NodePage.open(admin, node);
  const { keyboard } = admin;
  const cancel = page.row("C-SLOW").getByRole("button", { name: "Cancel C-SLOW" });
  await tabTo(cancel);
  await keyboard.press("Enter");
  await expect(page.dialog("Cancel the reservation").getByRole("button", { name: "Keep it" })).toBeFocused();
  await keyboard.press("Escape");
  await expect(cancel).toBeFocused();
});

test("clearing the selection by its button leaves the focus in the grid", async ({ admin, world }) => {
  const page = await NodePage.open(admin, await world.newNode(2));
  await tabTo(page.tile(0));
  await admin.keyboard.press("Control+a");
  await expect(page.bar).toContainText("2 units");
  await tabTo(page.action("Clear"));
  await admin.keyboard.press("Enter");
  await expect(page.bar).toBeHidden();
  await expect(page.tile(0)).toBeFocused();
});

test("Escape leaves an untouched form at once, and asks before it throws away what was entered", async ({
  admin,
  world,
}) => {
  const node = await world.newNode(1);
  const page = await NodePage.open(admin, node);
  const { keyboard } = admin;
  await tabTo(page.tile(0));
  await keyboard.press("Space");
  const open = async () => {
    await tabTo(page.action("Reserve"));
    await keyboard.press("Enter");
  };
  const dialog = page.dialog("Reserve units");
  await open();
  await expect(dialog).toBeVisible();
  await keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await open();
  const reference = dialog.getByRole("textbox", { name: "Contract reference" });
  await tabTo(reference);
  await keyboard.type("C-LONG");
  await keyboard.press("Escape");
  const question = admin.getByRole("alertdialog", { name: "Discard what you entered?" });
  await expect(question.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(reference).toHaveValue("C-LONG");
  await expect(reference).toBeFocused();
  await keyboard.press("Escape");
  await tabTo(question.getByRole("button", { name: "Discard" }));
  await keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.action("Reserve")).toBeFocused();
});

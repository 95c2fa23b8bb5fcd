import type { Browser, Page } from "@playwright/test";
import { expectClean, inThemes } from "../fixtures/axe";
import { Console } from "../fixtures/console-call";
import { nameOf, openLive } from "../fixtures/node-page";
import { expect, forgetSignIns, idOf, newPerson, PASSWORD, test } from "../fixtures/people";
import type { TestOrg, World } from "../fixtures/world";

const NOT_FOUND = "There is nothing here, or it is not yours to see";

const row = (page: Page, table: string, name: string | RegExp) =>
  page.getByRole("table", { name: table }).getByRole("row", { name });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** An org of one owner, who is signed in. */
async function ownedOrg(world: World, enter: (person: Awaited<ReturnType<typeof newPerson>>) => Promise<Page>) {
  const org = await world.newOrg("House");
  const person = await newPerson(world, "Olga Owner", [[org.id, "owner"]]);
  return { org, person, page: await enter(person), name: await nameOf(world, org) };
}

/** Invites by the page and returns the path of the link. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await button(page, "Invite").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Email" }).fill(email);
  await dialog.getByRole("radio", { name: new RegExp(`^${role}`) }).check({ force: true });
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  await expect(dialog.getByText("The invitation is ready")).toBeVisible();
  const link = await dialog.getByText(/\/invite\/inv_/).textContent();
  await dialog.getByRole("button", { name: "Done" }).click();
  return new URL(link ?? "").pathname;
}

async function stranger(browser: Browser, world: World) {
  await forgetSignIns(world);
  const context = await browser.newContext({ baseURL: world.servers[0].url });
  return { page: await context.newPage(), close: () => context.close() };
}

test("an owner invites somebody new; the link is for her alone, and she joins with the role that was given", async ({
  browser,
  enter,
  world,
}) => {
  const { page, name } = await ownedOrg(world, enter);
  const other = await newPerson(world, "Otto Other", [[(await world.newOrg("Other")).id, "owner"]]);
  await openLive(page, "/people");
  await button(page, "Invite").click();
  await button(page, "Create invitation").click();
  await expect(page.getByRole("textbox", { name: "Email" })).toBeFocused();
  await expect(page.getByText("Write an email address.")).toBeVisible();
  await button(page, "Cancel").click();
  const email = `nora-${process.pid}-${Date.now()}@holdfast.example`;
  const path = await invite(page, email, "Viewer");
  await expect(row(page, "Open invitations", email)).toContainText("Viewer");

  const wrong = await enter(other);
  await wrong.goto(path);
  await expect(wrong.getByRole("main")).toContainText(
    `This invitation is for ${email}, and you are signed in as ${other.email}. Sign out to accept it.`,
  );
  const nora = await stranger(browser, world);
  await nora.page.goto(path);
  await nora.page.getByRole("textbox", { name: "Your name" }).fill("Nora New");
  await nora.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await nora.page.getByRole("button", { name: "Join and sign in" }).click();
  await nora.page.getByRole("link", { name: "People" }).click();
  await expect(row(nora.page, "People", /Nora New/)).toContainText("Viewer");
  await expect(nora.page.getByRole("complementary").getByText(name)).toBeVisible();
  await expect(button(nora.page, "Invite")).toHaveCount(0);
  await expect(button(nora.page, "Remove Olga Owner")).toHaveCount(0);
  await expect(nora.page.getByRole("link", { name: "API keys" })).toHaveCount(0);
  // The owner's page has heard of it.
  await expect(row(page, "People", /Nora New/)).toContainText("Viewer");
  await expect(page.getByRole("table", { name: "Open invitations" })).toHaveCount(0);
  await nora.page.goto(path);
  await expect(nora.page.getByText("This invitation was accepted already; each link works once.")).toBeVisible();
  await nora.close();
});

test("a demotion takes rights away at once, on a page that is open and at the server", async ({ enter, world }) => {
  const { org, page } = await ownedOrg(world, enter);
  const anna = await newPerson(world, "Anna Admin", [[org.id, "admin"]]);
  const hers = await enter(anna);
  await openLive(hers, "/keys");
  await expect(button(hers, "New key")).toBeVisible();
  const session = await Console.of(world, anna, 1);
  const make = () =>
    session.change("apiKeys.create", { params: { orgId: org.id }, body: { name: "k", permissions: ["vm.read"] } });
  expect((await make()).status).toBe(200);

  await openLive(page, "/people");
  await button(page, "Role of Anna Admin: Admin. Change").click();
  await page.getByRole("menuitemradio", { name: "Viewer" }).click();
  const asked = page.getByRole("alertdialog", { name: "Make Anna Admin a viewer?" });
  await expect(asked).toContainText("They may no longer");
  await asked.getByRole("button", { name: "Make a viewer" }).click();
  await expect(button(page, "Role of Anna Admin: Viewer. Change")).toBeVisible();
  expect((await make()).status).toBe(403);

  await expect(hers.getByRole("heading", { name: NOT_FOUND })).toBeVisible();
  await expect(hers.getByRole("link", { name: "API keys" })).toHaveCount(0);
  await hers.getByRole("link", { name: "People" }).click();
  await expect(row(hers, "People", /Anna Admin/)).toContainText("Viewer");
  await expect(button(hers, "Invite")).toHaveCount(0);

  await button(page, "Remove Anna Admin").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(row(page, "People", /Anna Admin/)).toHaveCount(0);
  await expect(hers.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
});

test("the last owner can't leave or step down before there is another", async ({ enter, world }) => {
  const { org, page } = await ownedOrg(world, enter);
  await newPerson(world, "Mia Member", [[org.id, "member"]]);
  await openLive(page, "/people");
  const leave = button(page, /^Leave House/);
  await expect(leave).toBeDisabled();
  await expect(leave).toHaveAccessibleDescription(
    "Olga Owner is the last owner; make somebody else an owner before leaving.",
  );
  await expect(button(page, "Role of Olga Owner: Owner. Change")).toHaveAccessibleDescription(
    "Olga Owner is the last owner; make somebody else an owner first.",
  );
  await button(page, "Role of Mia Member: Member. Change").click();
  await page.getByRole("menuitemradio", { name: "Owner" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make an owner" }).click();
  await expect(button(page, "Role of Mia Member: Owner. Change")).toBeVisible();
  await leave.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByText("belongs to no organization now")).toBeVisible();
});

test("a key that can only read is made, reads, changes nothing, and is revoked", async ({ enter, world }) => {
  const { org, page } = await ownedOrg(world, enter);
  await openLive(page, "/keys");
  await button(page, "New key").click();
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Write what the key is for.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Reader of the shop");
  await dialog.getByRole("button", { name: "Read only" }).click();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Reader of the shop is ready")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("alert")).toContainText("Once this is closed the key can't be seen again.");
  const key = (await dialog.getByText(/^vl_[\w-]{43}$/).textContent()) ?? "";
  await expect(dialog.getByText(`curl -H "Authorization: Bearer ${key}"`)).toContainText("/v1/nodes");
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(row(page, "API keys", /Reader of the shop/)).toContainText("Read only");

  const reader = world.platform.as(key);
  const node = await world.newNode(1, { owner: org });
  expect((await reader.ok("listNodes")).items.map((each) => each.id)).toEqual([node.id]);
  const params = { nodeId: node.id };
  await reader.refused("updateNode", "not_found", { params, body: { status: "draining" } });
  await reader.refused("createReservation", "not_found", {
    params,
    body: { unitIds: node.unitIds, allowedOrgIds: [org.id] },
  });
  await reader.refused("createApiKey", "forbidden", {
    params: { orgId: org.id },
    body: { name: "more", permissions: ["vm.read"] },
  });

  await button(page, "Revoke Reader of the shop").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(row(page, "API keys", /Reader of the shop/)).toHaveCount(0);
  await reader.refused("listNodes", "unauthorized");
  await page.goto("/keys?show=over");
  await expect(row(page, "API keys", /Reader of the shop/)).toContainText("Revoked");
});

test("the operator makes an org and invites its first owner; nobody else sees other orgs", async ({
  admin,
  enter,
  world,
}) => {
  await openLive(admin, "/orgs");
  await button(admin, "New organization").click();
  const name = `Ünder ${Date.now()}`;
  await admin.getByRole("textbox", { name: "Name" }).fill(name);
  await expect(admin.getByRole("textbox", { name: /Slug/ })).toHaveAttribute("placeholder", /^under-\d+$/);
  await button(admin, "Create organization").click();
  await expect(admin.getByText("Nobody is in this organization yet")).toBeVisible();
  await invite(admin, "first-owner@holdfast.example", "Owner");
  await expect(row(admin, "Open invitations", "first-owner@holdfast.example")).toContainText("Owner");
  const path = new URL(admin.url()).pathname;
  await admin.getByRole("link", { name: "Organizations" }).first().click();
  await admin.getByRole("searchbox", { name: "Search organizations" }).fill(name);
  await expect(admin.getByRole("table", { name: "Organizations" }).getByRole("row")).toHaveCount(2);
  await expect(admin).toHaveURL(/search=/);

  const { page } = await ownedOrg(world, enter);
  for (const hidden of ["/orgs", path, "/orgs/org_none/keys"]) {
    expect((await page.goto(hidden))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: NOT_FOUND })).toBeVisible();
  }
});

test("a new password ends the other sessions, and one's sessions can be ended one by one", async ({ enter, world }) => {
  const { person, page } = await ownedOrg(world, enter);
  const elsewhere = await Console.of(world, person, 1);
  await openLive(page, "/account");
  await expect(page.getByRole("table", { name: "Sessions" }).getByRole("row")).toHaveCount(3);
  await page.getByRole("textbox", { name: "Present password" }).fill("not it at all");
  await page.getByRole("textbox", { name: "New password" }).fill("another long password");
  await button(page, "Change password").click();
  await expect(page.getByText("Is not your password.")).toBeVisible();
  await page.getByRole("textbox", { name: "Present password" }).fill(PASSWORD);
  await button(page, "Change password").click();
  await expect(page.getByText("Your password is changed")).toBeVisible();
  await expect(page.getByRole("table", { name: "Sessions" }).getByRole("row")).toHaveCount(2);
  expect((await elsewhere.ask("session.me")).status).toBe(401);
  await button(page, "End this session").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End session" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
});

/** Every page and dialog about people and keys, as the operator's owner sees them. */
async function look(page: Page, org: TestOrg): Promise<void> {
  await openLive(page, "/people");
  await expect(page.getByRole("table", { name: "People" })).toBeVisible();
  await button(page, "Invite").click();
  await button(page, "Create invitation").click();
  await expectClean(page, "invite dialog");
  await button(page, "Cancel").click();
  const path = await invite(page, "axe@holdfast.example", "Member");
  await expect(page.getByRole("table", { name: "Open invitations" })).toBeVisible();
  await expectClean(page, "people");
  await openLive(page, "/keys");
  await button(page, "New key").click();
  await expectClean(page, "key dialog");
  await page.getByRole("textbox", { name: "Name" }).fill("axe");
  await button(page, "Read only").click();
  await button(page, "Create key").click();
  await expect(page.getByText("axe is ready")).toBeVisible();
  await expectClean(page, "key made");
  await button(page, "I have stored it").click();
  await expectClean(page, "keys");
  for (const at of ["/orgs", `/orgs/${org.id}/people`, "/account", path]) {
    await page.goto(at);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectClean(page, `${at}`);
  }
}

test("axe finds nothing on the pages about people, keys and orgs", async ({ browser, adminState, world, tenant }) => {
  test.setTimeout(180_000);
  const baseURL = world.servers[0].url;
  await inThemes(browser, { baseURL, storageState: adminState }, (page) => look(page, tenant));
  await inThemes(browser, { baseURL }, async (page) => {
    await page.goto("/invite/nonsense");
    await expect(page.getByText("This invitation link is not valid.")).toBeVisible();
    await expectClean(page, "no invitation");
  });
});

test("a removal that comes while a page's stream is being opened anew is seen there all the same", async ({
  enter,
  world,
}) => {
  const { org, person } = await ownedOrg(world, enter);
  const anna = await newPerson(world, "Anna Admin", [[org.id, "admin"]]);
  const hers = await enter(anna);
  await openLive(hers, "/keys");
  const owner = await Console.of(world, person);
  const userId = await idOf(world, anna);
  expect((await owner.change("people.changeRole", { orgId: org.id, userId, role: "viewer" })).status).toBe(200);
  await expect(hers.getByRole("heading", { name: NOT_FOUND })).toBeVisible();
  expect((await owner.change("people.remove", { orgId: org.id, userId })).status).toBe(200);
  await expect(hers.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
});

test("a name as long as one can be leaves the rest of a phone's page in view", async ({ admin, world }) => {
  const name = `Long ${"unbroken".repeat(24)}`.slice(0, 200);
  const { id } = await world.platform.ok("createOrg", { body: { name } });
  await admin.setViewportSize({ width: 390, height: 844 });
  await admin.goto(`/orgs?search=${id}`);
  await expect(admin.getByRole("link", { name: /^API keys of Long/ })).toBeInViewport({ ratio: 1 });
  await admin.goto(`/orgs/${id}/people`);
  const [told, invite] = [admin.getByText(`0 people in ${name}`), button(admin, "Invite")];
  await expect(invite).toBeInViewport({ ratio: 1 });
  const [text, beside] = [await told.boundingBox(), await invite.boundingBox()];
  expect(text!.x + text!.width).toBeLessThanOrEqual(beside!.x);
  expect(await told.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test("on a phone a role is told whole, also where nobody could change it", async ({ enter, world }) => {
  const { page } = await ownedOrg(world, enter);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/people");
  const role = button(page, /^Role of Olga Owner/).getByText("Owner", { exact: true });
  await expect(role).toBeInViewport({ ratio: 1 });
  expect(await role.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

import { createTestDatabase } from "@/db/testing/test-database";
import { NodePage, reservationOf, reservedNode } from "../fixtures/node-page";
import { endSessions, expect, forgetSignIns, newPerson, PASSWORD, test } from "../fixtures/people";
import { startServer } from "../fixtures/server";
import type { World } from "../fixtures/world";

const newAdmin = async (world: World) =>
  newPerson(world, "Grace Guard", [[(await world.platform.ok("whoami")).orgId, "admin"]]);

test("signing in says what is wrong, then goes to the page that was asked for; signing out ends it", async ({
  browser,
  world,
}) => {
  const person = await newAdmin(world);
  await forgetSignIns(world);
  const context = await browser.newContext({ baseURL: world.servers[0].url });
  const page = await context.newPage();
  await page.goto("/nodes?search=abc");
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fnodes%3Fsearch%3Dabc$/);
  const email = page.getByRole("textbox", { name: "Email" });
  await email.fill("grace@guard.x");
  await page.getByRole("textbox", { name: "Password" }).fill("not the password at all");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(email, "what only the server refuses is said at its field, too").toHaveAccessibleDescription(
    "Must be an email address.",
  );
  await expect(email).toBeFocused();
  await email.fill(person.email);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Email or password is wrong." })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/nodes\?search=abc$/);
  await expect(page.getByRole("searchbox", { name: "Search nodes" })).toHaveValue("abc");

  await page.getByRole("button", { name: /^Account of Grace Guard/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto("/nodes");
  await expect(page).toHaveURL(/\/sign-in\?/);
  await context.close();
});

test("a page of somebody else is no place to go after signing in", async ({ enter, world }) => {
  const page = await enter(await newAdmin(world));
  await page.goto("/sign-in?next=https://evil.example/nodes");
  await expect(page).toHaveURL(`${world.servers[0].url}/`);
});

test("a session that ends in the middle is said at the next action; signing in goes on where it was", async ({
  enter,
  world,
  tenant,
}) => {
  const person = await newAdmin(world);
  const browser = await enter(person);
  const { node, params } = await reservedNode(world, tenant, 2, 2);
  const page = await NodePage.open(browser, node);
  await page.select(0);
  await page.action("Release to spot").click();
  const dialog = page.dialog("Release to the spot market");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("typed with care");
  await endSessions(world, person);
  await dialog.getByRole("button", { name: "Release 1 unit" }).click();
  const ended = page.dialog("Your session has ended");
  await expect(ended).toContainText("What you typed is kept.");
  expect((await reservationOf(world, params)).releasedUnitIds ?? []).toEqual([]);

  await ended.getByRole("textbox", { name: "Password" }).fill("wrong");
  await ended.getByRole("button", { name: "Sign in" }).click();
  await expect(ended.getByRole("alert")).toContainText("Email or password is wrong.");
  await ended.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await ended.getByRole("button", { name: "Sign in" }).click();
  await expect(ended).toBeHidden();
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("typed with care");
  await dialog.getByRole("button", { name: "Release 1 unit" }).click();
  await expect(page.tile(0)).toHaveAccessibleName(/released, idle/);
  expect((await reservationOf(world, params)).releasedUnitIds).toEqual([node.unitIds[0]]);
});

test("a page opened after the session ended leads to sign-in and back to its address", async ({ enter, world }) => {
  const person = await newAdmin(world);
  const page = await enter(person);
  const node = await world.newNode(1);
  const address = `/nodes/${node.id}?unit=${encodeURIComponent(node.unitIds[0]!)}`;
  await page.goto(address);
  await expect(page.getByRole("gridcell")).toHaveCount(1);
  await endSessions(world, person);
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in\?expired=1&next=/);
  await expect(page.getByText("Your session has ended. Sign in to go on where you were.")).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("gridcell")).toHaveCount(1);
  const here = new URL(page.url());
  expect([here.pathname, here.searchParams.get("unit")]).toEqual([`/nodes/${node.id}`, node.unitIds[0]]);
});

test("a change that another site's page sends with the cookie is refused and changes nothing", async ({
  admin,
  world,
  tenant,
}) => {
  const node = await world.newNode(1);
  const data = { params: { nodeId: node.id }, body: { unitIds: node.unitIds, allowedOrgIds: [tenant.id] } };
  const url = `${world.servers[0].url}/api/trpc/reservations.create`;
  const list = () => world.platform.all("listNodeReservations", { params: { nodeId: node.id } });
  for (const origin of ["https://evil.example", "null", `${world.servers[0].url}.evil.example`, undefined]) {
    const reply = await admin.context().request.post(url, { data, headers: origin === undefined ? {} : { origin } });
    expect(reply.status(), `from ${origin}`).toBe(403);
    expect(await reply.text()).toContain("this console's own pages only");
  }
  expect(await list()).toEqual([]);
  const own = await admin.context().request.post(url, { data, headers: { origin: world.servers[0].url } });
  expect(own.status(), await own.text()).toBe(200);
  expect(await list()).toHaveLength(1);
});

test("the first person sets an empty installation up, and then the page is gone", async ({ browser }) => {
  test.slow();
  const database = await createTestDatabase("setup");
  const server = await startServer(database.appUrl);
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const page = await context.newPage();
    await page.goto("/nodes");
    await expect(page).toHaveURL(/\/setup$/);
    await page.getByRole("textbox", { name: "Organization" }).fill("First Cloud");
    await page.getByRole("textbox", { name: "Your name" }).fill("Fay First");
    await page.getByRole("textbox", { name: "Email" }).fill("fay@holdfast.example");
    await page.getByRole("textbox", { name: "Password" }).fill("too short");
    await page.getByRole("button", { name: "Set up and sign in" }).click();
    await expect(page.getByText("Use at least 12 characters.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Set up and sign in" }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole("complementary").getByText("First Cloud")).toBeVisible();
    await expect(page.getByText("No GPUs yet")).toBeVisible();

    const again = await page.goto("/setup");
    expect(again?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "There is nothing here, or it is not yours to see" })).toBeVisible();
    const data = { orgName: "Second", name: "Sam", email: "sam@holdfast.example", password: PASSWORD };
    const late = await context.request.post(`${server.url}/api/trpc/session.setup`, {
      data,
      headers: { origin: server.url },
    });
    expect(late.status()).toBe(404);
  } finally {
    await context.close();
    await server.stop();
    await database.drop();
  }
});

import type { Page, Request } from "@playwright/test";
import { hostnameOf, NodePage, openLive } from "../fixtures/node-page";
import { expect, newPerson, PASSWORD, test } from "../fixtures/people";

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Keeps what a page asks for on its way until the test lets it go. */
async function held(page: Page, isMeant: (request: Request) => boolean) {
  const [asked, released] = [signal(), signal()];
  await page.route("**", async (route) => {
    if (!isMeant(route.request())) return route.fallback();
    asked.give();
    await released.given;
    await route.continue();
  });
  return { asked: asked.given, release: released.give };
}

/** The next page, as the router asks for it. */
const isPage = (path: string) => (request: Request) =>
  request.headers().rsc !== undefined && new URL(request.url()).pathname === path;

test("what is typed before a page is awake is kept, and a password goes nowhere by itself", async ({
  browser,
  world,
}) => {
  const { orgId } = await world.platform.ok("whoami");
  const person = await newPerson(world, "Eve Early", [[orgId, "viewer"]]);
  const context = await browser.newContext({ baseURL: world.servers[0].url });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const script = await held(page, (request) => request.resourceType() === "script");
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByRole("textbox", { name: "Email" }).fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  script.release();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  expect(asked.filter((url) => url.includes("password"))).toEqual([]);
  await context.close();
});

test("a filter that settles while the next page is on its way doesn't call that page off", async ({ admin, world }) => {
  const node = await world.newNode(1);
  const hostname = await hostnameOf(world, node);
  await openLive(admin, `/nodes?search=${hostname}`);
  const next = await held(admin, isPage(`/nodes/${node.id}`));
  await admin.getByRole("link", { name: hostname }).click();
  await next.asked;
  await admin.getByRole("combobox", { name: "Pool" }).selectOption("community");
  await admin.getByRole("searchbox", { name: "Search nodes" }).fill(hostname.slice(0, -1));
  await expect(admin).toHaveURL(new RegExp(`/nodes\\?search=${hostname.slice(0, -1)}&pool=community$`));
  next.release();
  await expect(admin).toHaveURL(new RegExp(`/nodes/${node.id}$`));
  await expect(admin.getByRole("gridcell")).toHaveCount(1);
  await admin.goBack();
  await expect(admin.getByRole("searchbox", { name: "Search nodes" })).toHaveValue(hostname.slice(0, -1));
  await expect(admin.getByRole("combobox", { name: "Pool" })).toHaveValue("community");
});

test("a list whose first answer is of before a change shows the change", async ({ admin, world, tenant }) => {
  const node = await world.newNode(2);
  const hostname = await hostnameOf(world, node);
  const stream = await held(admin, (request) => request.url().includes("console.changes"));
  const [isRead, isMeant] = [signal(), signal()];
  await admin.route(/console\.fleet\b/, async (route) => {
    const response = await route.fetch();
    isRead.give();
    await isMeant.given;
    await route.fulfill({ response });
  });
  const again = admin.waitForRequest((request) => request.url().includes("session.me"));
  await admin.goto(`/nodes?search=${hostname}`);
  await Promise.all([isRead.given, stream.asked]);
  await world.reserve(node, [node.unitIds[0]!], [tenant]);
  stream.release();
  // The stream has begun, and everything is asked again: the list is still on its way.
  await again;
  isMeant.give();
  await expect(admin.getByRole("row", { name: hostname })).toContainText("1 free · 1 reserved");
});

test("a page that is come back to at once shows what happened meanwhile", async ({ admin, world, tenant }) => {
  const node = await world.newNode(2);
  // However slow the machine is: for the page no time passes.
  await admin.clock.setFixedTime(Date.now());
  const page = await NodePage.open(admin, node);
  await expect(page.tile(0)).toHaveAccessibleName(/, free/);
  await admin.getByRole("link", { name: "Overview" }).click();
  const changes = admin.getByRole("list", { name: "Recent changes" }).getByRole("listitem");
  await expect(changes.first()).toBeVisible();
  await world.reserve(node, [node.unitIds[0]!], [tenant]);
  await expect(changes.first()).toContainText(`Reserve${await hostnameOf(world, node)}`);
  await admin.goBack();
  await expect(page.tile(0)).toHaveAccessibleName(/reserved, idle/);
});

import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { expectClean } from "../fixtures/axe";
import { NodePage } from "../fixtures/node-page";
import { expect, test } from "../fixtures/people";
import { Relay } from "../fixtures/relay";
import { startServer } from "../fixtures/server";
import type { World } from "../fixtures/world";

type AdminState = BrowserContextOptions["storageState"];

interface Away {
  page: Page;
  relay: Relay;
}

/** Works with a signed-in page of a server whose way to its database leads through a relay. */
async function withRelay(
  { browser, world, adminState }: { browser: Browser; world: World; adminState: AdminState },
  work: (away: Away) => Promise<void>,
): Promise<void> {
  test.setTimeout(120_000);
  const relay = await Relay.to(world.database.appUrl);
  const server = await startServer(relay.url);
  const context = await browser.newContext({ storageState: adminState, baseURL: server.url, reducedMotion: "reduce" });
  try {
    await work({ page: await context.newPage(), relay });
  } finally {
    await context.close();
    await server.kill();
    relay.close();
  }
}

const notAvailable = (page: Page) => page.getByRole("heading", { name: "Holdfast is not available right now" });

test("while the database is away a page says so, and loads by itself when it is back", async ({
  browser,
  world,
  adminState,
}) => {
  await withRelay({ browser, world, adminState }, async ({ page, relay }) => {
    const away = notAvailable(page);
    await page.goto("/nodes");
    await expect(page.getByRole("heading", { name: "Nodes", level: 1 })).toBeVisible();
    relay.refuse();
    // Within the console, as a click is, and from outside.
    await page.getByRole("navigation").getByRole("link", { name: "Reservations" }).click();
    await expect(away).toBeVisible();
    await expect(page).toHaveURL(/\/reservations$/);
    const reply = await page.goto("/nodes");
    expect([reply?.status(), reply?.headers()["retry-after"]]).toEqual([503, "5"]);
    await expect(page.getByRole("status")).toContainText("loads by itself");
    await expectClean(page, "away");
    relay.restore();
    await expect(page.getByRole("heading", { name: "Nodes", level: 1 })).toBeVisible({ timeout: 30_000 });
    await expect(page).toHaveURL(/\/nodes$/);
  });
});

const hostnameOf = async (world: World, { id }: { id: string }) =>
  (await world.platform.ok("getNode", { params: { nodeId: id } })).hostname;

/** What a page asks for itself, once it is known who asks. */
const OWN_READS = /reservation_units/;
const OWN_READS_AND_READY = /reservation_units|schema_migrations/;

test("where the database vanishes while a page is drawn, it is the same page and not the framework's", async ({
  browser,
  world,
  adminState,
}) => {
  const node = await world.newNode(2);
  await withRelay({ browser, world, adminState }, async ({ page, relay }) => {
    const drawn = new NodePage(page, node).tile(0);
    for (const [what, statement] of [
      ["who asks", /"sessions"/],
      ["what is shown", OWN_READS],
    ] as const) {
      relay.cutAt(statement);
      const reply = await page.goto(`/nodes/${node.id}`);
      expect([what, reply?.status(), reply?.headers()["retry-after"]]).toEqual([what, 503, "5"]);
      expect(reply?.headers()["content-security-policy"]).toContain("'nonce-");
      await expect(notAvailable(page)).toBeVisible();
      relay.restore();
      await expect(drawn).toBeVisible({ timeout: 30_000 });
    }
    // Within the console, where the framework asks for a part of the page only.
    await page.goto("/nodes");
    const link = page.getByRole("link", { name: await hostnameOf(world, node) });
    await expect(link).toBeVisible();
    relay.cutAt(OWN_READS_AND_READY);
    await link.click();
    await expect(page.getByRole("alert").getByText("Holdfast is not available right now")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/nodes/${node.id}$`));
    relay.restore();
    await expect(drawn).toBeVisible({ timeout: 30_000 });
  });
});

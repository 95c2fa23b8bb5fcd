import { expectClean } from "../fixtures/axe";
import { expect, test } from "../fixtures/people";
import { Relay } from "../fixtures/relay";
import { startServer } from "../fixtures/server";

test("while the database is away a page says so, and loads by itself when it is back", async ({
  browser,
  world,
  adminState,
}) => {
  test.setTimeout(120_000);
  const relay = await Relay.to(world.database.appUrl);
  const server = await startServer(relay.url);
  const context = await browser.newContext({ storageState: adminState, baseURL: server.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  const away = page.getByRole("heading", { name: "Holdfast is not available right now" });
  try {
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
  } finally {
    await context.close();
    await server.kill();
    relay.close();
  }
});

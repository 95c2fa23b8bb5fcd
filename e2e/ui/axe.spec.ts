import type { Page } from "@playwright/test";
import { createTestDatabase } from "@/db/testing/test-database";
import { machines, reportOf, v100AfterMove } from "@/scripts/demo/machines";
import { expectClean, inThemes } from "../fixtures/axe";
import { openLive } from "../fixtures/node-page";
import { expect, test } from "../fixtures/people";
import { startServer } from "../fixtures/server";
import { fromNow, HOUR } from "../fixtures/time";
import type { TestOrg, World } from "../fixtures/world";

test.describe.configure({ timeout: 180_000 });

const unit = (page: Page, address: string) => page.getByRole("gridcell", { name: new RegExp(`^Unit ${address}`) });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function newMachine(world: World, shape: (typeof machines)[keyof typeof machines], serial: string) {
  const owner = await world.newOrg("Provider");
  const { id } = await world.platform.ok("createNode", {
    params: { orgId: owner.id },
    body: { hostname: `axe-${serial}`, pool: "verified" },
  });
  await world.platform.ok("putInventory", { params: { nodeId: id }, body: { inventory: reportOf(shape, serial) } });
  return id;
}

/** A machine with a unit in nearly every state: claimed, released, sold at spot, idle, pending, free. */
async function busyMachine(world: World, tenant: TestOrg): Promise<string> {
  const id = await newMachine(world, machines.h100, "axeh100");
  const node = { id };
  await world.reserve(node, ["0000:11:00.0", "0000:41:00.0", "0000:44:00.0"], [tenant], {
    managingOrgIds: [tenant.id],
    contractRef: "AXE-1",
    reason: "To be looked at",
    endsAt: fromNow(100 * HOUR),
  });
  const wish = { name: "axe", gpuModelId: "10de-2330", tier: "verified" };
  await tenant.api.ok("createVm", { params: { orgId: tenant.id }, body: { ...wish, gpuCount: 2 } });
  const [reservation] = await world.platform.all("listNodeReservations", { params: { nodeId: id } });
  await world.platform.ok("releaseUnits", {
    params: { nodeId: id, reservationId: reservation!.id },
    body: { unitIds: ["0000:41:00.0", "0000:44:00.0"] },
  });
  const buyer = await world.newOrg("Buyer");
  await buyer.api.ok("createVm", { params: { orgId: buyer.id }, body: { ...wish, gpuCount: 1, tier: "spot" } });
  await world.reserve(node, ["0000:bb:00.0"], [tenant], { startsAt: fromNow(50 * HOUR), contractRef: "AXE-2" });
  return id;
}

async function reviewMachine(world: World, tenant: TestOrg): Promise<string> {
  const id = await newMachine(world, machines.v100, "axev100");
  await world.reserve({ id }, ["0000:43:00.0", "0000:44:00.0"], [tenant], { contractRef: "AXE-3" });
  await world.platform.ok("putInventory", { params: { nodeId: id }, body: { inventory: v100AfterMove("axev100") } });
  return id;
}

test("the doors: sign-in, its refusal, and a page that isn't there", async ({ browser, world, adminState }) => {
  const baseURL = world.servers[0].url;
  await inThemes(browser, { baseURL }, async (page) => {
    await page.goto("/sign-in");
    await expectClean(page, "sign-in");
    await button(page, "Sign in").click();
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveAttribute("aria-invalid", "true");
    await expectClean(page, "sign-in with problems");
  });
  await inThemes(browser, { baseURL, storageState: adminState }, async (page) => {
    await page.goto("/nodes/node_that_is_not_there");
    await expect(page.getByText("404")).toBeVisible();
    await expectClean(page, "404");
  });
});

test("the first set-up", async ({ browser }) => {
  const database = await createTestDatabase("axe_setup");
  const server = await startServer(database.appUrl);
  await inThemes(browser, { baseURL: server.url }, async (page) => {
    await page.goto("/setup");
    await expect(page.getByRole("heading", { name: "Set up Holdfast" })).toBeVisible();
    await button(page, "Set up and sign in").click();
    await expectClean(page, "setup");
  });
  await server.stop();
  await database.drop();
});

test("the fleet: with nodes, with none that match, with its palette and its help", async ({
  browser,
  world,
  adminState,
  tenant,
}) => {
  await busyMachine(world, tenant);
  await reviewMachine(world, tenant);
  await inThemes(browser, { baseURL: world.servers[0].url, storageState: adminState }, async (page) => {
    await openLive(page, "/nodes");
    await expect(page.getByRole("table", { name: "Nodes" })).toBeVisible();
    await expectClean(page, "fleet");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    await expectClean(page, "command palette");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
    await expectClean(page, "keyboard help");
    await page.goto("/nodes?search=nothing-has-this-name");
    await expect(page.getByText("No node matches these filters")).toBeVisible();
    await expectClean(page, "fleet without a match");
  });
});

test("nodes of every shape", async ({ browser, world, adminState }) => {
  const shapes = ["mi300x", "rtx4090", "desktop", "l40s"] as const;
  const ids = await Promise.all(shapes.map((shape) => newMachine(world, machines[shape], `axe${shape}`)));
  await inThemes(browser, { baseURL: world.servers[0].url, storageState: adminState }, async (page) => {
    for (const [index, id] of ids.entries()) {
      await openLive(page, `/nodes/${id}`);
      await page.getByRole("gridcell").first().click();
      await expect(page.getByRole("toolbar")).toBeVisible();
      await expectClean(page, `${shapes[index]}`);
    }
  });
});

test("the dialogs of a node that has all states", async ({ browser, world, adminState, tenant }) => {
  const id = await busyMachine(world, tenant);
  await inThemes(browser, { baseURL: world.servers[0].url, storageState: adminState }, async (page) => {
    await openLive(page, `/nodes/${id}`);
    const open = async (address: string, action: string, role: "dialog" | "alertdialog" = "dialog") => {
      await unit(page, address).click();
      await button(page, action).click();
      await expect(page.getByRole(role)).toBeVisible();
      await expectClean(page, `${action} dialog`);
      await page.keyboard.press("Escape");
      await expect(page.getByRole(role)).toBeHidden();
    };
    await expectClean(page, "node with all states");
    await open("0000:86:00.0", "Reserve");
    await open("0000:11:00.0", "Release to spot");
    await open("0000:41:00.0", "Reclaim", "alertdialog");
    await open("0000:11:00.0", "Take out of reservation", "alertdialog");
    for (const [name, role] of [
      ["Change AXE-1", "dialog"],
      ["Cancel AXE-1", "alertdialog"],
    ] as const) {
      await button(page, name).click();
      await expect(page.getByRole(role)).toBeVisible();
      await expectClean(page, `${name}`);
      await page.keyboard.press("Escape");
      await expect(page.getByRole(role)).toBeHidden();
    }
  });
});

test("a node in review, and the choice to keep what is reserved", async ({ browser, world, adminState, tenant }) => {
  const id = await reviewMachine(world, tenant);
  await inThemes(browser, { baseURL: world.servers[0].url, storageState: adminState }, async (page) => {
    await openLive(page, `/nodes/${id}`);
    await expectClean(page, "node in review");
    await button(page, "Re-affirm AXE-3").click();
    await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
    await expectClean(page, "Re-affirm dialog");
  });
});

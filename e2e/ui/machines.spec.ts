import type { Page } from "@playwright/test";
import { expectClean, inThemes } from "../fixtures/axe";
import { caseText, emptyNode, ImportPage } from "../fixtures/import-page";
import { hostnameOf, NodePage, openLive, reservedNode } from "../fixtures/node-page";
import { expect as baseExpect, newPerson, test } from "../fixtures/people";

test.describe.configure({ timeout: 180_000 });
const expect = baseExpect.configure({ timeout: 30_000 });

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "Node", exact: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

test("drain a node, see whom it touches, remove it and put it back", async ({ admin, world, tenant }) => {
  const { node } = await reservedNode(world, tenant, 2, 1, { contractRef: "C-STAYS" });
  await world.startVm(tenant, node);
  const hostname = await hostnameOf(world, node);
  const status = async () => (await world.platform.ok("getNode", { params: { nodeId: node.id } })).status;
  const page = await NodePage.open(admin, node);
  const header = admin.getByRole("main").getByRole("banner").or(admin.getByRole("main"));

  await admin.keyboard.press("Control+k");
  await admin.getByRole("searchbox", { name: /^Search pages/ }).fill("drain");
  await admin.getByRole("menuitem", { name: "Drain" }).click();
  const drain = page.dialog(`Drain: ${hostname}`);
  await expect(drain).toContainText("Nothing new is placed on it");
  await expect(drain.getByRole("list", { name: "Live reservations on this node" })).toContainText("C-STAYS");
  await expect(drain.getByRole("list", { name: "Workloads on this node" })).toContainText("test of Tenant");
  await drain.getByRole("button", { name: "Go back" }).click();
  expect(await status()).toBe("online");
  await choose(admin, "Drain");
  await drain.getByRole("button", { name: `Drain ${hostname}` }).click();
  await expect(header.getByText("Draining", { exact: true })).toBeVisible();
  await page.select(1);
  await expect(page.action("Reserve")).toHaveAccessibleDescription(/The node is draining/);

  await choose(admin, "Remove");
  await page
    .dialog(`Remove: ${hostname}`)
    .getByRole("button", { name: `Remove ${hostname}` })
    .click();
  await expect(header.getByText("Removed", { exact: true })).toBeVisible();
  await expect(page.row("C-STAYS")).toBeVisible();
  await choose(admin, "Put online");
  await page
    .dialog(`Put online: ${hostname}`)
    .getByRole("button", { name: `Put online ${hostname}` })
    .click();
  await expect(header.getByText("Online", { exact: true })).toBeVisible();
  await choose(admin, "Move to the verified pool");
  await page.dialog(`Move to the verified pool: ${hostname}`).getByRole("button", { name: "Move to" }).click();
  await expect(header.getByText("verified", { exact: true })).toBeVisible();
  expect(await status()).toBe("online");
});

test("a provider's owner registers and imports its own machine; a member can't", async ({ enter, world }) => {
  const provider = await world.newOrg("Provider");
  const owner = await enter(await newPerson(world, "Olga Owner", [[provider.id, "owner"]]));
  await openLive(owner, "/nodes");
  await owner.getByRole("link", { name: "Register a node" }).click();
  const form = owner.getByRole("form", { name: "Register a node" });
  await expect(form.getByText(/will belong to Provider .*, in the community pool/)).toBeVisible();
  await expect(form.getByRole("combobox")).toHaveCount(0);
  const hostname = `own-${provider.id.slice(-6)}`;
  await form.getByRole("textbox", { name: "Hostname" }).fill(hostname);
  await owner.keyboard.press("Enter");
  await expect(owner).toHaveURL(/\/import$/);
  const path = new URL(owner.url()).pathname;
  await owner.getByRole("link", { name: hostname }).click();
  await owner.getByRole("link", { name: "Import its inventory" }).click();
  await new ImportPage(owner).paste(caseText("30-rtx4090x8-plus-bmc"));
  await expect(new ImportPage(owner).units).toHaveCount(8);
  await openLive(owner, path.replace("/import", ""));
  await owner.getByRole("button", { name: "Node", exact: true }).click();
  await expect(owner.getByRole("menuitem", { name: "Move to the verified pool" })).toBeDisabled();

  const member = await enter(await newPerson(world, "Mo Member", [[provider.id, "member"]]));
  await member.goto("/nodes");
  await expect(member.getByRole("link", { name: hostname })).toBeVisible();
  await expect(member.getByRole("link", { name: "Register a node" })).toHaveCount(0);
  for (const closed of ["/nodes/new", path]) {
    expect((await member.goto(closed))?.status()).toBe(404);
  }
  await member.goto(path.replace("/import", ""));
  await expect(member.getByRole("button", { name: "Node", exact: true })).toHaveAccessibleDescription(
    "Your role lacks the permission node.write.",
  );
});

test("axe finds nothing on the pages of machines", async ({ browser, world, adminState, tenant }) => {
  const { node } = await reservedNode(world, tenant, 2, 1, { contractRef: "AXE-MACHINE" });
  const empty = await emptyNode(world);
  await inThemes(browser, { baseURL: world.servers[0].url, storageState: adminState }, async (page) => {
    await openLive(page, "/nodes/new");
    await page.getByRole("button", { name: "Register and import" }).click();
    await expect(page.getByRole("textbox", { name: "Hostname" })).toHaveAttribute("aria-invalid", "true");
    await expectClean(page, "register with problems");
    await page.goto(`/nodes/${empty.id}`);
    await expect(page.getByRole("link", { name: "Import its inventory" })).toBeVisible();
    await expectClean(page, "node without units");
    const importing = await ImportPage.open(page, node.id);
    await expectClean(page, "import, empty");
    await importing.paste(caseText("12-mi300x-pf-and-vf"));
    await expectClean(page, "import, partial");
    await page.getByText("Store it all the same").click();
    await importing.store.click();
    await expect(importing.dialog).toContainText("AXE-MACHINE");
    await expectClean(page, "import, question");
    await importing.dialog.getByRole("button", { name: "Go back" }).click();
    await importing.paste("nothing that any tool prints");
    await expectClean(page, "import, refused");
    await openLive(page, `/nodes/${node.id}`);
    await choose(page, "Drain");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectClean(page, "drain");
  });
});

import { allCases, caseText, emptyNode, ImportPage } from "../fixtures/import-page";
import { report, singles } from "../fixtures/machine";
import { chooseOrg, hostnameOf, nameOf, openLive } from "../fixtures/node-page";
import { expect as baseExpect, test } from "../fixtures/people";

test.describe.configure({ timeout: 180_000 });
const expect = baseExpect.configure({ timeout: 30_000 });

const VERDICTS = { yes: "Accepted", partial: "Partly readable", no: "Refused" };

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

test("every listing that people sent in gives its right answer", async ({ admin, world }) => {
  const { id } = await emptyNode(world);
  const page = await ImportPage.open(admin, id);
  for (const { name, text, expected } of allCases()) {
    await test.step(name, async () => {
      await page.paste(text);
      await expect(page.status).toContainText(VERDICTS[expected.accept]);
      if (expected.accept !== "no") {
        const gpus = expected.units.flatMap((unit) => unit.gpuBdfs);
        const switches =
          expected.nvswitchCount > 0 ? `, ${plural(expected.nvswitchCount, "NVSwitch", "NVSwitches")}` : "";
        const counts = `${plural(expected.units.length, "unit")} with ${plural(gpus.length, "GPU")}${switches}`;
        await expect(page.status).toContainText(counts);
      }
      const units = expected.accept === "no" ? [] : expected.units;
      await expect(page.units).toHaveCount(units.length);
      for (const unit of units) {
        const cell = page.page.getByRole("gridcell", { name: `Unit ${unit.gpuBdfs.join(" and ")},` });
        await expect(cell).toHaveAccessibleName(unit.sellableGpus > 0 ? /, free/ : /not sellable: /);
      }
      await expect(page.list("Errors")).toHaveCount(expected.errors.length);
      if (expected.warnings.length === 0) await expect(page.list("Notes")).toHaveCount(0);
      const left = expected.ignored ?? [];
      await expect(page.list("Left out")).toHaveCount(left.length);
      for (const device of left) {
        await expect(page.list("Left out").filter({ hasText: `${device.bdf}: ` })).toHaveText(/not a GPU.*Line \d+/);
      }
    });
  }
});

test("register a machine, paste its listing, store it, and find it in the fleet", async ({ admin, world }) => {
  const owner = await world.newOrg("Registrar");
  await openLive(admin, "/nodes");
  await admin.keyboard.press("Control+k");
  await admin.getByRole("searchbox", { name: /^Search pages/ }).fill("register");
  await admin.getByRole("menuitem", { name: "Register a node" }).click();
  const form = admin.getByRole("form", { name: "Register a node" });
  await form.getByRole("button", { name: "Register and import" }).click();
  await expect(form.getByRole("textbox", { name: "Hostname" })).toHaveAccessibleDescription(/Enter the machine/);
  const hostname = `registered-${owner.id.slice(-6)}`;
  await form.getByRole("textbox", { name: "Hostname" }).fill(hostname);
  await chooseOrg(form, "Owner", await nameOf(world, owner));
  await form.getByRole("combobox", { name: "Pool" }).selectOption("verified");
  await form.getByRole("textbox", { name: "City" }).fill("Bergen");
  await form.getByRole("button", { name: "Register and import" }).click();

  await expect(admin).toHaveURL(/\/nodes\/[^/]+\/import$/);
  await expect(admin.getByRole("region", { name: "Collect it on the machine" })).toContainText("/collect.sh | sh");
  const page = new ImportPage(admin);
  await page.paste(caseText("01-h100-paired-groups"));
  await page.store.click();
  await expect(page.dialog).toContainText("6 units with 8 GPUs, 4 NVSwitches will be stored");
  await page.dialog.getByRole("button", { name: "Store the inventory" }).click();
  await expect(admin.getByRole("region", { name: "Stored", exact: true })).toContainText("Stored: 6 units with 8 GPUs");
  await admin.getByRole("link", { name: "Go to the node" }).click();
  await expect(admin.getByRole("gridcell", { name: /^Unit 0000:11:00\.0 and 0000:12:00\.0, 2 GPUs/ })).toBeVisible();
  await admin.goto(`/nodes?search=${hostname}`);
  await expect(admin.getByRole("row", { name: new RegExp(hostname) })).toContainText(/Registrar.*verified/);
});

test("a machine that the fleet has already is said where it is registered, and where its GPUs are read", async ({
  admin,
  world,
}) => {
  const owner = await world.newOrg("Twice");
  const known = await world.newNode(2, { owner, uuids: true });
  const hostname = await hostnameOf(world, known);
  await openLive(admin, "/nodes/new");
  const form = admin.getByRole("form", { name: "Register a node" });
  await form.getByRole("textbox", { name: "Hostname" }).fill(hostname.slice(0, -1));
  await form.getByRole("textbox", { name: "Hostname" }).fill(hostname.toUpperCase());
  const said = form.getByRole("status").filter({ hasText: `${hostname} is registered already` });
  await expect(said.getByRole("link", { name: /^The node of Twice/ })).toHaveAttribute("href", `/nodes/${known.id}`);

  const node = await emptyNode(world, owner);
  const page = await ImportPage.open(admin, node.id);
  await page.paste(JSON.stringify(report(singles(2), known.deviceId, { uuids: true })));
  await expect(page.list("Notes").filter({ hasText: hostname })).toContainText("2 GPUs of it are in the inventory of");
});

/** The listing of case 01 with one card in another slot, beside the screen of a management controller. */
const changedListing = () =>
  `${caseText("01-h100-paired-groups").replace("0000:be:00.0", "0000:bf:00.0").trimEnd()}
IOMMU Group 90 0000:03:00.0 VGA compatible controller [0300]: ASPEED Technology, Inc. ASPEED Graphics [1a03:2000]`;

test("a changed listing names what goes into review before it is stored", async ({ admin, world, tenant }) => {
  const owner = await world.newOrg("Provider");
  const { id } = await emptyNode(world, owner);
  const body = { text: caseText("01-h100-paired-groups") };
  await world.platform.ok("putInventory", { params: { nodeId: id }, body });
  const { id: reservationId } = await world.reserve({ id }, ["0000:be:00.0"], [tenant], { contractRef: "C-MOVED" });
  const wish = { name: "trainer", gpuModelId: "10de-2330", gpuCount: 1 };
  await tenant.api.ok("createVm", { params: { orgId: tenant.id }, body: wish });
  const status = async () =>
    (await world.platform.ok("getReservation", { params: { nodeId: id, reservationId } })).status;

  const page = await ImportPage.open(admin, id);
  await page.paste(body.text);
  await expect(admin.getByText("The same 6 units as stored.")).toBeVisible();
  await page.paste(changedListing());
  await expect(page.list("Reservations that go into review")).toHaveText([/^C-MOVED, for Tenant .*: 0000:be:00\.0$/]);
  await expect(page.list("Workloads on units that change")).toHaveText([/^trainer of Tenant .*: 0000:be:00\.0$/]);
  const difference = admin.getByRole("region", { name: "Stored and reported" }).getByRole("listitem");
  await expect(difference).toHaveText([/0000:be:00\.0.*gone.*Not in this report/, /not there.*0000:bf:00\.0.*New/]);
  await expect(page.units.filter({ hasText: "Free" })).toHaveCount(6);

  await page.list("Left out").getByRole("button", { name: "Line 13" }).click();
  const line = page.lines.getByRole("listitem").filter({ hasText: "ASPEED Technology" });
  await expect(line).toBeFocused();
  await expect(line).toContainText("management controller (BMC, ASPEED)");

  await page.store.click();
  await expect(page.dialog.getByRole("list", { name: "Reservations that go into review" })).toContainText("C-MOVED");
  expect(await status()).toBe("active");
  await page.dialog.getByRole("button", { name: "Store, and put 1 into review" }).click();
  await expect(admin.getByRole("region", { name: "Stored", exact: true })).toContainText(
    "The topology is generation 2",
  );
  expect(await status()).toBe("needs-review");
});

test("a partial report is stored only on an explicit word, and what can't be read says what to do", async ({
  admin,
  world,
}) => {
  const { id } = await emptyNode(world);
  const page = await ImportPage.open(admin, id);
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = admin.waitForEvent("filechooser");
    await admin.getByRole("button", { name: "Choose a file" }).click();
    await (await chooser).setFiles({ name, mimeType: "text/plain", buffer });
  };
  const refusal = admin.getByRole("main").getByRole("alert");
  await choose("huge.txt", Buffer.alloc(5 * 1024 * 1024, "x"));
  await expect(refusal).toContainText("huge.txt has 5.0 MiB; at most 4.0 MiB are read.");
  await choose("archive.zip", Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await expect(refusal).toContainText("not an archive");
  await choose("mi300x.txt", Buffer.from(caseText("12-mi300x-pf-and-vf")));
  await expect(refusal).toHaveCount(0);

  await expect(page.status).toContainText("Partly readable: 1 unit with 1 GPU. None of them can be sold.");
  await expect(page.store).toHaveAccessibleDescription(/say that it is to be stored all the same/);
  await page.store.click({ force: true });
  await expect(page.dialog).toHaveCount(0);
  await admin.getByText("Store it all the same").click();
  await page.store.click();
  await expect(page.dialog).toContainText("is split into SR-IOV virtual functions");
  await page.dialog.getByRole("button", { name: "Store the inventory" }).click();
  await expect(admin.getByRole("region", { name: "Stored", exact: true })).toContainText("Stored: 1 unit with 1 GPU");
  expect(await world.units({ id })).toMatchObject([{ id: "0000:85:00.0", reservable: false }]);

  await page.report.fill("nothing that any tool prints");
  await expect(page.status).toContainText("Refused: nothing can be stored, and nothing changes");
  await expect(page.store).toHaveCount(0);
});

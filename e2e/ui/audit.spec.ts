import { expectClean, inThemes } from "../fixtures/axe";
import { auditOf } from "../fixtures/database";
import { hostnameOf, openLive, reservedNode } from "../fixtures/node-page";
import { expect, newPerson, test } from "../fixtures/people";
import { csvRecords, exported, trailRows, trailTable, writePast } from "../fixtures/trail";

const noonYesterday = (): Date => {
  const noon = new Date();
  // The browser's zone is UTC, whatever this process's is.
  noon.setUTCHours(12, 0, 0, 0);
  noon.setUTCDate(noon.getUTCDate() - 1);
  return noon;
};

test("who released a unit yesterday, and why: found by filters, kept in the address", async ({
  admin,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 2, 2);
  const hostname = await hostnameOf(world, node);
  await world.platform.ok("releaseUnits", { params, body: { unitIds: node.unitIds, reason: "Today, and not meant" } });
  const [unitId] = node.unitIds as [string, string];
  const past = { action: "reservation.release", node, unitIds: [unitId] };
  const reason = "The lab moves to the basement until Thursday";
  await writePast(world, { ...past, at: noonYesterday(), actor: "Rita Releaser", reason });

  await openLive(admin, "/audit");
  await admin.getByRole("combobox", { name: "Action" }).selectOption("Release to spot");
  await admin.getByRole("searchbox", { name: /^Node/ }).fill(hostname);
  await expect(trailRows(admin)).toHaveCount(2);
  await admin.getByRole("button", { name: /^When/ }).click();
  await admin.getByRole("dialog", { name: "When" }).getByRole("button", { name: "Yesterday" }).click();
  await expect(trailRows(admin)).toHaveCount(1);
  await expect(trailRows(admin)).toContainText(["Rita Releaser"]);

  await admin.reload();
  await expect(trailRows(admin)).toContainText(["Rita Releaser"]);
  await expect(admin.getByRole("combobox", { name: "Action" })).toHaveValue("reservation.release");
  await trailRows(admin).getByRole("button", { name: "Release to spot" }).click();
  const entry = admin.getByRole("dialog", { name: "Release to spot" });
  for (const fact of [reason, "console 192.0.2.7", "usr_past", "req_past"]) await expect(entry).toContainText(fact);
  await entry.getByRole("link", { name: unitId }).click();
  await expect(admin).toHaveURL(new RegExp(`/nodes/${node.id}\\?unit=`));

  await openLive(admin, `/nodes/${node.id}/audit`);
  await admin.getByRole("searchbox", { name: "Search reasons" }).fill("basement thurs");
  await expect(trailRows(admin)).toHaveCount(1);
  await admin.getByRole("searchbox", { name: "Search reasons" }).fill("no such words");
  await expect(admin.getByText("No entry matches these filters")).toBeVisible();
  await admin.getByRole("button", { name: "Clear the filters" }).click();
  await expect(trailRows(admin)).toHaveCount(5);
});

test("refused attempts are in it; what comes is announced and moves nothing until it is asked for", async ({
  admin,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 1, 1);
  await openLive(admin, `/nodes/${node.id}/audit`);
  await expect(trailRows(admin)).toHaveCount(3);
  await world.platform.refused("reaffirmReservation", "wrong_status", { params, body: { reason: "By mistake" } });
  await world.platform.ok("cancelReservation", { params, body: { reason: "Over" } });
  const news = admin.getByRole("button", { name: "2 new entries, show" });
  await expect(news).toBeVisible();
  await expect(trailRows(admin)).toHaveCount(3);
  await news.click();
  await expect(trailRows(admin)).toHaveCount(5);
  await expect(trailRows(admin).first()).toContainText("Over");
  await expect(trailRows(admin).nth(1)).toContainText(/Re-affirm.*refused: wrong_status.*By mistake/);
  await expect(news).toBeHidden();
});

test("an export holds what the page lists, as CSV and as JSON Lines, and can be ended", async ({
  admin,
  world,
  tenant,
}) => {
  const { node, params } = await reservedNode(world, tenant, 1, 1, { contractRef: "C-EXPORT" });
  const reason = '=HYPERLINK("http://evil.example"),\n"quoted"';
  await world.platform.ok("changeReservation", { params, body: { reason } });
  await world.platform.refused("reaffirmReservation", "wrong_status", { params, body: {} });
  await world.platform.ok("cancelReservation", { params, body: {} });
  const listed = (await auditOf(world, node.id)).filter((entry) => entry.reservationId);
  await openLive(admin, `/nodes/${node.id}/audit?reservation=C-EXPORT`);
  await expect(trailRows(admin)).toHaveCount(listed.length);

  const records = csvRecords(await exported(admin, "CSV"));
  expect(records.map((record) => [record.id, record.code, record.reason])).toEqual(
    listed.map((entry) => [entry.id, entry.code ?? "", entry.reason === reason ? `'${reason}` : (entry.reason ?? "")]),
  );
  expect(records.every((record) => record.contractRef === "C-EXPORT")).toBe(true);
  await expect(admin.getByText(`Exported ${listed.length} entries`)).toBeVisible();
  const lines = (await exported(admin, "JSON Lines")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(listed.map((entry) => expect.objectContaining(entry)));

  // A server that never answers, so that there is time to end it.
  await admin.route("**/api/audit/export*", () => undefined);
  await admin.getByRole("button", { name: "Export" }).click();
  await admin.getByRole("menuitem", { name: "CSV" }).click();
  await admin.getByRole("region", { name: "Export" }).getByRole("button", { name: "Cancel the export" }).click();
  await expect(admin.getByRole("region", { name: "Export" })).toBeHidden();
  await expect(admin.getByText("The export broke off")).toBeHidden();
});

test("a managing org reads the entries of its reservations, a stranger none, nobody without a session", async ({
  enter,
  world,
  tenant,
  playwright,
}) => {
  const [manager, stranger] = [await world.newOrg("Manager"), await world.newOrg("Stranger")];
  const { node, params } = await reservedNode(world, tenant, 2, 1, {
    managingOrgIds: [manager.id],
    contractRef: "C-MINE",
  });
  await world.reserve(node, [node.unitIds[1]!], [tenant], { contractRef: "C-OTHER" });
  const mia = await enter(await newPerson(world, "Mia Manager", [[manager.id, "viewer"]]));
  for (const path of ["/audit", `/nodes/${node.id}/audit`]) {
    await openLive(mia, path);
    await expect(trailRows(mia)).toHaveCount(1);
    await expect(trailRows(mia)).toContainText(["C-MINE"]);
  }
  await trailRows(mia).getByRole("link", { name: "C-MINE" }).click();
  await expect(mia.getByRole("heading", { name: "C-MINE" })).toBeVisible();

  const sam = await enter(await newPerson(world, "Sam Stranger", [[stranger.id, "owner"]]));
  await openLive(sam, "/audit");
  await expect(sam.getByText("No entries yet")).toBeVisible();
  const hidden = [`/nodes/${node.id}/audit`, `/reservations/${params.reservationId}`, "/reservations/res_none"];
  const answers = [];
  for (const path of hidden) {
    const reply = await sam.goto(path);
    answers.push([reply?.status(), await sam.getByRole("main").textContent()]);
  }
  expect(new Set(answers.map(String)).size, "hidden equals missing").toBe(1);
  expect(answers[0]?.[0]).toBe(404);
  const file = `${world.servers[0].url}/api/audit/export?format=jsonl&nodeId=${node.id}`;
  expect(await (await sam.request.get(file)).text()).toBe("");
  expect((await sam.request.get(`${file}&formatt=csv`)).status()).toBe(400);
  const nobody = await playwright.request.newContext();
  expect((await nobody.get(file)).status()).toBe(401);
  await nobody.dispose();
});

test("axe finds nothing on the trail: filled, an entry, the time, without a match, of a node", async ({
  browser,
  world,
  adminState,
  tenant,
}) => {
  test.setTimeout(180_000);
  const { node, params } = await reservedNode(world, tenant, 1, 1, { contractRef: "AXE-T" });
  await world.platform.refused("reaffirmReservation", "wrong_status", { params, body: {} });
  await inThemes(browser, { baseURL: world.servers[0].url, storageState: adminState }, async (page) => {
    await openLive(page, `/audit?reservation=AXE-T`);
    await expect(trailRows(page)).toHaveCount(2);
    await expectClean(page, "trail");
    await trailTable(page).getByRole("button", { name: "Re-affirm" }).click();
    await expect(page.getByRole("dialog", { name: "Re-affirm" })).toBeVisible();
    await expectClean(page, "entry");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^When/ }).click();
    await expect(page.getByRole("dialog", { name: "When" })).toBeVisible();
    await expectClean(page, "time");
    await page.goto(`/nodes/${node.id}/audit?text=nothing`);
    await expect(page.getByText("No entry matches these filters")).toBeVisible();
    await expectClean(page, "trail without a match");
  });
});

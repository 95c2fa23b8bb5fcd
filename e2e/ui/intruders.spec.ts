import type { Page } from "@playwright/test";
import { ImportPage } from "../fixtures/import-page";
import { newModel, report, singles } from "../fixtures/machine";
import { expect, newPerson, test } from "../fixtures/people";

/** Runs if any page takes it for markup, in whatever place it stands. */
const payload = (field: string) =>
  `${field}"'><img src=x onerror="globalThis.intruded='${field}'"><script>globalThis.intruded='${field}'</script></script>\${7*7}{{7*7}}`;

/** What a page did that only markup out of our text, or a script that is not ours, could make it do. */
async function watch(page: Page): Promise<() => Promise<unknown[]>> {
  const seen: unknown[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) seen.push(message.text());
  });
  await page.addInitScript(() => {
    const kept = globalThis as { violations?: string[] };
    kept.violations = [];
    document.addEventListener("securitypolicyviolation", (event) =>
      kept.violations?.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return async () => {
    const marks = await page.evaluate(() => {
      const { intruded, violations } = globalThis as { intruded?: string; violations?: string[] };
      return [
        ...(intruded ? [intruded] : []),
        ...(violations ?? []),
        ...(document.querySelector("img[src='x']") ? ["an image"] : []),
      ];
    });
    return [...seen, ...marks];
  };
}

test("script in every text that people and machines can store stays text, on every page that shows it", async ({
  enter,
  world,
}) => {
  test.slow();
  const { platform } = world;
  const { orgId } = await platform.ok("whoami");
  const org = await platform.ok("createOrg", { body: { name: payload("org") } });
  await platform.ok("createApiKey", { params: { orgId }, body: { name: payload("key"), permissions: ["node.read"] } });
  const where = { hostname: payload("host"), locationCity: payload("city"), locationCountry: payload("country") };
  const { id: nodeId } = await platform.ok("createNode", { params: { orgId: org.id }, body: where });
  // A model that no other test's node has: the workload must land here.
  const { deviceId, modelId } = newModel();
  const told = report(singles(2), deviceId);
  told.devices[0]!.pciName = payload("gpu");
  const { units } = await platform.ok("putInventory", { params: { nodeId }, body: { inventory: told } });
  const { id: reservationId } = await platform.ok("createReservation", {
    params: { nodeId },
    body: {
      unitIds: [units[0]?.id],
      allowedOrgIds: [org.id],
      managingOrgIds: [org.id],
      contractRef: payload("contract"),
      reason: payload("reason"),
    },
  });
  const params = { nodeId, reservationId };
  await platform.ok("releaseUnits", { params, body: { unitIds: [units[0]?.id], reason: payload("release") } });
  await platform.ok("createVm", {
    params: { orgId },
    body: { name: payload("vm"), gpuModelId: modelId, gpuCount: 1, tier: "spot" },
  });
  const person = await newPerson(world, payload("person"), [
    [orgId, "owner"],
    [org.id, "owner"],
  ]);

  const page = await enter(person);
  const marks = await watch(page);
  const pages: [string, string][] = [
    ["/", "person"],
    // Other tests' nodes may stand before it by the hundred.
    [`/nodes?search=${encodeURIComponent(payload("host").slice(0, 8))}`, "host"],
    [`/nodes/${nodeId}`, "host"],
    [`/nodes/${nodeId}?unit=${encodeURIComponent(units[0]?.id ?? "")}`, "vm"],
    [`/nodes/${nodeId}/audit`, "release"],
    ["/reservations", "contract"],
    ["/reservations?view=timeline", "host"],
    [`/reservations/${reservationId}`, "contract"],
    ["/audit", "release"],
    ["/keys", "key"],
    ["/people", "person"],
    ["/orgs", "org"],
    [`/orgs/${org.id}/people`, "person"],
    [`/orgs/${org.id}/keys`, "org"],
    [`/nodes?search=${encodeURIComponent(payload("query"))}`, "person"],
    [`/audit?search=${encodeURIComponent(payload("query"))}`, "person"],
    [`/${encodeURIComponent("<img src=x onerror=globalThis.intruded=1>")}`, ""],
  ];
  for (const [path, field] of pages) {
    await page.goto(path);
    await expect(page.locator("[aria-busy='true']")).toHaveCount(0);
    // The text is there, letter by letter: a page that shows nothing proves nothing.
    const letters = page
      .getByText(`${field}"'><img src=x`)
      .or(page.getByRole("button", { name: `${field}"'><img` }))
      .or(page.getByLabel(`${field}"'><img`));
    if (field) await expect(letters.first(), `${path} shows ${field}`).toBeAttached();
    expect(await marks(), path).toEqual([]);
  }
  const form = await ImportPage.open(page, nodeId);
  await form.report.fill(`01:00.0 3D controller [0302]: NVIDIA Corporation ${payload("paste")} [10de:2330]`);
  await expect(form.status.or(form.lines).first()).toBeVisible();
  expect(await marks(), "the import page").toEqual([]);
});

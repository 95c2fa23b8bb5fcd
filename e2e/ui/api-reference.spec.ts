import type { Page, Response } from "@playwright/test";
import { expect as baseExpect, test } from "../fixtures/people";
import { BOOTSTRAP_KEY } from "../fixtures/world";

const expect = baseExpect.configure({ timeout: 20_000 });

/** Tries `GET /v1/whoami` out in the reference and answers what came back. */
async function tryWhoami(page: Page): Promise<Response> {
  const call = page.getByRole("button", { name: /^GET \/v1\/whoami/ });
  if ((await call.getAttribute("aria-expanded")) !== "true") await call.click();
  const tryOut = page.getByRole("button", { name: "Try it out" });
  const execute = page.getByRole("button", { name: "Execute" });
  await expect(tryOut.or(execute)).toBeVisible();
  if (await tryOut.isVisible()) await tryOut.click();
  const reply = page.waitForResponse((each) => new URL(each.url()).pathname === "/v1/whoami");
  await execute.click();
  return reply;
}

test("a call that is tried out takes the key that was typed in, never the cookie, and forgets it", async ({
  admin,
  world,
}) => {
  const { orgName } = await world.platform.ok("whoami");
  await admin.goto("/docs");
  const without = await tryWhoami(admin);
  expect(without.status()).toBe(401);
  const { url } = world.servers[0];
  expect(new URL(without.url()).origin).toBe(url);
  const sent = await without.request().allHeaders();
  expect([sent.cookie, sent.authorization]).toEqual([undefined, undefined]);

  await admin.getByRole("button", { name: "Authorize", exact: true }).first().click();
  await admin.getByRole("textbox", { name: /auth/i }).fill(BOOTSTRAP_KEY);
  await admin.getByRole("button", { name: "Apply credentials" }).click();
  await admin.getByRole("button", { name: "Close" }).click();
  const withKey = await tryWhoami(admin);
  expect(withKey.status()).toBe(200);
  expect((await withKey.request().allHeaders()).cookie).toBeUndefined();
  await expect(admin.getByText(`"orgName": "${orgName}"`).first()).toBeVisible();

  const kept = await admin.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(BOOTSTRAP_KEY);
  await admin.reload();
  expect((await tryWhoami(admin)).status()).toBe(401);
});

test("a call shows how it is made, in curl and in TypeScript", async ({ admin }) => {
  await admin.goto("/docs");
  await admin.getByRole("button", { name: /^POST \/v1\/nodes\/\{nodeId\}\/reservations\b(?!\/)/ }).click();
  const { paths } = await (await admin.request.get("/openapi.json")).json();
  const samples = paths["/v1/nodes/{nodeId}/reservations"].post["x-codeSamples"];
  expect(samples).toHaveLength(2);
  for (const { label, source } of samples) {
    const shown = admin.getByRole("region", { name: label, exact: true });
    await expect(shown.locator("code")).toHaveText(source.replace(/\s+/g, " "), { useInnerText: true });
  }
});

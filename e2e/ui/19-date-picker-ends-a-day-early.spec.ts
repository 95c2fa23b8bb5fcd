import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { openLive } from "../fixtures/node-page";
import { expect, test } from "../fixtures/people";
import { dayOf, daysAfter, dayText, endOfNextMonth, instantOf, TermForm, wallClock } from "../fixtures/term-form";
import { HOUR, MINUTE, utc } from "../fixtures/time";
import type { TestOrg, World } from "../fixtures/world";

test.describe.configure({ timeout: 120_000 });

const ZONES = ["America/Los_Angeles", "Pacific/Auckland", "Asia/Kolkata", "Europe/Berlin", "UTC"] as const;
const BERLIN = "Europe/Berlin";

type State = BrowserContextOptions["storageState"];

async function inZone(browser: Browser, world: World, storageState: State, timezoneId: string): Promise<Page> {
  const context = await browser.newContext({ storageState, baseURL: world.servers[0].url, timezoneId });
  return context.newPage();
}

const nameOf = async (world: World, org: TestOrg) =>
  (await world.platform.ok("getOrg", { params: { orgId: org.id } })).name;

const read = (world: World, nodeId: string, reservationId: string) =>
  world.platform.ok("getReservation", { params: { nodeId, reservationId } });

/** A page in a zone with the form open on a unit of a new node. */
async function formIn(browser: Browser, world: World, storageState: State, tenant: TestOrg, zone: string) {
  const node = await world.newNode(3);
  const page = await inZone(browser, world, storageState, zone);
  const form = await TermForm.open(page, node.id, node.unitIds[0]!, await nameOf(world, tenant));
  return { node, page, form };
}

for (const zone of ZONES) {
  test(`19.1 days only, in ${zone}: the term covers the whole last day`, async ({
    browser,
    world,
    adminState,
    tenant,
  }) => {
    const { node, page, form } = await formIn(browser, world, adminState, tenant, zone);
    const today = dayOf(Date.now(), zone);
    const last = endOfNextMonth(today);
    const end = instantOf(daysAfter(last, 1), "00:00", zone);

    await form.choose("radio", "With a day");
    await form.field("First day").fill(today);
    await form.field("Last day").fill(last);
    await expect(form.says).toContainText("This day has begun: the term starts when you confirm.");
    await expect(form.says).toContainText(`ends ${dayText(daysAfter(last, 1))} 00:00 ${zone}`);
    await expect(form.says, "the UTC value is beside it").toContainText(utc(end).replace(".000Z", "Z"));

    const { body, id } = await form.send();
    expect(body.startsAt, "a day that has begun is now, and now is the server's").toBeUndefined();
    expect(body.endsAt).toBe(utc(end));
    const stored = await read(world, node.id, id);
    expect([stored.status, stored.endsAt]).toEqual(["active", utc(end)]);
    await page.context().close();
  });

  test(`19.2 over the turn of the year, in ${zone}: one hour is one hour`, async ({
    browser,
    world,
    adminState,
    tenant,
  }) => {
    const { node, page, form } = await formIn(browser, world, adminState, tenant, zone);
    await form.toTheMinute();
    await form.times(["2031-12-31", "23:30"], ["2032-01-01", "00:30"]);
    await expect(form.says).toContainText("lasts 1 h");
    const { body, id } = await form.send();
    const start = instantOf("2031-12-31", "23:30", zone);
    expect([body.startsAt, body.endsAt]).toEqual([utc(start), utc(start + HOUR)]);
    const stored = await read(world, node.id, id);
    expect([stored.startsAt, stored.endsAt]).toEqual([utc(start), utc(start + HOUR)]);
    await page.context().close();
  });
}

test("19.3 the clock goes forward: a day of 23 hours, and no 02:30", async ({ browser, world, adminState, tenant }) => {
  const { page, form } = await formIn(browser, world, adminState, tenant, BERLIN);
  await form.toTheMinute();
  await form.times(["2031-03-29", "12:00"], ["2031-03-30", "12:00"]);
  await expect(form.says).toContainText("lasts 23 h");

  await form.field("End time").fill("02:30");
  await form.field("End time").blur();
  await expect(form.field("End time")).toHaveAccessibleDescription(
    /02:30 does not exist on 30 Mar 2031 in Europe\/Berlin/,
  );
  await form.press();
  await expect(form.field("End time"), "what was typed is kept").toHaveValue("02:30");
  expect(form.sent, "nothing was sent").toEqual([]);

  await form.field("End time").fill("12:00");
  const { body } = await form.send();
  expect([body.startsAt, body.endsAt]).toEqual(["2031-03-29T11:00:00.000Z", "2031-03-30T10:00:00.000Z"]);
  await page.context().close();
});

test("19.3 the clock goes back: a day of 25 hours, and 02:30 twice", async ({ browser, world, adminState, tenant }) => {
  const { page, form } = await formIn(browser, world, adminState, tenant, BERLIN);
  await form.toTheMinute();
  await form.times(["2031-10-25", "12:00"], ["2031-10-26", "12:00"]);
  await expect(form.says).toContainText("lasts 25 h");

  await form.field("End time").fill("02:30");
  await expect(form.says, "the offset is shown").toContainText("ends 26 Oct 2031 02:30 Europe/Berlin (+02:00)");
  await expect(form.says).toContainText("2031-10-26T00:30:00Z");
  const which = form.dialog.getByRole("combobox", { name: "End time happens twice" });
  await which.selectOption({ label: "the second one, +01:00" });
  await expect(form.says).toContainText("ends 26 Oct 2031 02:30 Europe/Berlin (+01:00)");
  const { body } = await form.send();
  expect([body.startsAt, body.endsAt]).toEqual(["2031-10-25T10:00:00.000Z", "2031-10-26T01:30:00.000Z"]);
  await page.context().close();
});

test("19.4 and 19.8 every view of every zone tells the same instants", async ({
  browser,
  world,
  adminState,
  tenant,
}) => {
  const { node, page, form } = await formIn(browser, world, adminState, tenant, "Asia/Kolkata");
  await form.toTheMinute();
  await form.times(["2031-05-01", "09:00"], ["2031-05-02", "09:00"]);
  const { id } = await form.send();
  const stored = await read(world, node.id, id);
  expect([stored.startsAt, stored.endsAt]).toEqual(["2031-05-01T03:30:00.000Z", "2031-05-02T03:30:00.000Z"]);
  await page.context().close();

  for (const zone of ["America/Los_Angeles", "Pacific/Auckland", "Asia/Kolkata"]) {
    const other = await inZone(browser, world, adminState, zone);
    await openLive(other, `/nodes/${node.id}`);
    const row = other.getByRole("table", { name: "Live reservations" }).getByRole("row").nth(1);
    for (const instant of [stored.startsAt, stored.endsAt!]) {
      const time = row.locator(`time[datetime="${instant}"]`);
      await time.focus();
      const exact = other.getByRole("tooltip");
      const [day, clock] = wallClock(Date.parse(instant), zone).split(" ");
      await expect(exact).toContainText(`${dayText(day!)} ${clock}:00 ${zone}`);
      await expect(exact).toContainText(instant.replace(".000Z", "Z"));
    }
    await other.context().close();
  }
});

test("19.4 a change from another zone leaves an end that it doesn't name, and moves one to the whole last day", async ({
  browser,
  world,
  adminState,
  tenant,
}) => {
  const zone = "Pacific/Auckland";
  const node = await world.newNode(1);
  const endsAt = "2031-05-02T03:30:45.678Z";
  const { id } = await world.reserve(node, node.unitIds, [tenant], { endsAt, contractRef: "C-ZONE" });
  const page = await inZone(browser, world, adminState, zone);
  await openLive(page, `/nodes/${node.id}`);
  const dialog = page.getByRole("dialog", { name: "Change the reservation" });
  const open = () => page.getByRole("button", { name: "Change C-ZONE" }).click();
  const save = async () => {
    await dialog.getByRole("button", { name: "Save the change" }).click();
    await expect(dialog).toBeHidden();
    return read(world, node.id, id);
  };
  await open();
  await expect(dialog.getByRole("textbox", { name: "End time" })).toHaveValue("15:30");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Only the reason");
  expect(await save()).toMatchObject({ reason: "Only the reason", endsAt });

  await open();
  await dialog.getByRole("checkbox", { name: "Whole days" }).focus();
  await page.keyboard.press("Space");
  await dialog.getByRole("textbox", { name: "Last day" }).fill("2031-05-31");
  const end = utc(instantOf("2031-06-01", "00:00", zone));
  await expect(dialog.getByRole("status").filter({ hasText: "ends" })).toContainText(`1 Jun 2031 00:00 ${zone}`);
  expect((await save()).endsAt).toBe(end);

  // A form begins with what its page shows.
  await expect(page.locator(`time[datetime="${end}"]`).first()).toBeVisible();
  await open();
  await dialog.getByRole("checkbox", { name: "Whole days" }).focus();
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("textbox", { name: "Last day" })).toHaveValue("2031-05-31");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Told in whole days");
  expect(await save()).toMatchObject({ reason: "Told in whole days", endsAt: end });
  await page.context().close();
});

test("19.5 dates that are none are refused at the field, kept, and never sent", async ({
  browser,
  world,
  adminState,
  tenant,
}) => {
  const { page, form } = await formIn(browser, world, adminState, tenant, BERLIN);
  const last = form.field("Last day");
  const wrong = [
    ["03/04/2031", /can be read two ways\. Write 2031-03-04 or 2031-04-03/],
    ["2031-02-30", /There is no 30 February 2031/],
    ["", /Write the last day, or choose no end/],
    ["sometime", /Write the date as 2031-05-01/],
    ["2020-01-01", /The end is past/],
  ] as const;
  for (const [typed, message] of wrong) {
    await last.fill(typed);
    await form.press();
    await expect(last).toHaveAccessibleDescription(message);
    await expect(last).toHaveAttribute("aria-invalid", "true");
    await expect(last, "what was typed is kept").toHaveValue(typed);
    await expect(last, "the field with the problem has the focus").toBeFocused();
  }
  await form.choose("radio", "With a day");
  await form.field("First day").fill("2031-05-10");
  await last.fill("2031-05-09");
  await form.press();
  await expect(last).toHaveAccessibleDescription(/The last day is before the first/);
  expect(form.sent, "nothing was sent").toEqual([]);
  await page.context().close();
});

test("19.6 a form that was left open past midnight starts now", async ({ browser, world, adminState, tenant }) => {
  const node = await world.newNode(1);
  const page = await inZone(browser, world, adminState, BERLIN);
  await page.clock.install();
  const form = await TermForm.open(page, node.id, node.unitIds[0]!, await nameOf(world, tenant));
  await form.field("Last day").fill(daysAfter(dayOf(Date.now(), BERLIN), 30));
  await page.clock.fastForward("25:00:00");
  await expect(form.field("Last day"), "what was typed is kept").toHaveValue(daysAfter(dayOf(Date.now(), BERLIN), 30));
  const { body, id } = await form.send();
  expect(body.startsAt, "now is left to the server").toBeUndefined();
  const stored = await read(world, node.id, id);
  expect(stored.status).toBe("active");
  expect(Math.abs(Date.parse(stored.startsAt) - Date.now())).toBeLessThan(MINUTE);
  await page.context().close();
});

for (const { wrong, leftMinutes, counts } of [
  { wrong: -10, leftMinutes: 115, counts: "in 1 h" },
  { wrong: 10, leftMinutes: 125, counts: "in 2 h" },
]) {
  test(`19.7 a browser clock that is ${wrong} minutes wrong moves nothing`, async ({
    browser,
    world,
    adminState,
    tenant,
  }) => {
    const node = await world.newNode(2);
    await world.reserve(node, [node.unitIds[1]!], [tenant], { endsAt: utc(Date.now() + leftMinutes * MINUTE) });
    const page = await inZone(browser, world, adminState, BERLIN);
    await page.clock.install({ time: Date.now() + wrong * MINUTE });
    await page.clock.resume();
    const form = await TermForm.open(page, node.id, node.unitIds[0]!, await nameOf(world, tenant));
    await form.field("Last day").fill(daysAfter(dayOf(Date.now(), BERLIN), 3));
    const { body, id } = await form.send();
    expect(body.startsAt, "now is left to the server").toBeUndefined();
    expect((await read(world, node.id, id)).status).toBe("active");
    const counter = page.getByRole("table", { name: "Live reservations" }).getByText(counts);
    await expect(counter, "counters follow the server").toBeVisible();
    await page.context().close();
  });
}

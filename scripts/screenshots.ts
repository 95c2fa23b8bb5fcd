/** Pictures of the demo fleet for the README, light and dark: `npm run screenshots`. */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { withClient } from "@/db/embedded/start";
import { openStage } from "./lib/demo-stage";

const MOST_BYTES = 300 * 1024;
const out = process.env.SCREENSHOTS_DIR ?? fileURLToPath(new URL("../docs/images/", import.meta.url));
const width = Number(process.env.SCREENSHOTS_WIDTH ?? 1440);

interface Shot {
  name: string;
  /** A node's page; without one: the page at the path. */
  host?: string;
  unit?: string;
  /** After the node's address, or from the start. */
  path?: string;
  /** What is there when the page is. */
  ready?: (page: Page) => Locator;
  act?: (page: Page) => Promise<void>;
}

const cell = (page: Page, address: string) => page.getByRole("gridcell", { name: new RegExp(`^Unit ${address}`) });

async function openReclaim(page: Page): Promise<void> {
  await cell(page, "0000:41:00.0").click();
  await cell(page, "0000:44:00.0").click({ modifiers: ["Control"] });
  await page.getByRole("button", { name: "Reclaim" }).click();
  await page.getByRole("alertdialog").getByRole("region", { name: "Will end" }).waitFor();
}

const selectFree = (page: Page) => cell(page, "0000:86:00.0").click();

const LISTING = "../server/inventory/fixtures/cases/03-gt720-with-nic.txt";

async function pasteListing(page: Page): Promise<void> {
  const text = fs.readFileSync(fileURLToPath(new URL(LISTING, import.meta.url)), "utf8");
  await page.getByRole("textbox", { name: "Report" }).fill(text);
  await page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^Accepted/ })
    .waitFor();
}

const tableOf = (page: Page) => page.getByRole("table").first();
const headingOf = (page: Page) => page.getByRole("heading", { level: 2 }).first();

const SHOTS: readonly Shot[] = [
  { name: "overview", path: "/", ready: headingOf },
  { name: "timeline", host: "north-h100-01", path: "?view=timeline", ready: (page) => page.getByRole("grid") },
  { name: "reservations", path: "/reservations", ready: tableOf },
  { name: "audit", path: "/audit", ready: tableOf },
  { name: "import", host: "harbor-desk-01", path: "/import", ready: headingOf, act: pasteListing },
  { name: "fleet", path: "/nodes", ready: tableOf },
  { name: "node-h100", host: "north-h100-01", unit: "0000:86:00.0", act: selectFree },
  { name: "node-mi300x", host: "north-mi300x-01", unit: "0000:05:00.0" },
  { name: "node-4090", host: "harbor-4090-01", unit: "0000:98:00.0" },
  { name: "node-desktop", host: "harbor-desk-01", unit: "0000:0a:00.0" },
  { name: "node-review", host: "harbor-v100-01", unit: "0000:44:00.0" },
  { name: "reclaim", host: "north-h100-01", act: openReclaim },
];

async function take(page: Page, shot: Shot, nodes: ReadonlyMap<string, string>, file: string): Promise<void> {
  const node = shot.host ? `/nodes/${nodes.get(shot.host)}` : "";
  await page.goto(`${node}${shot.path ?? (shot.unit ? `?unit=${shot.unit}` : "")}`);
  await (shot.ready ?? ((at: Page) => at.getByRole("grid")))(page).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await shot.act?.(page);
  await page.waitForFunction(() => !document.querySelector("[aria-busy='true']"));
  await page.mouse.move(0, 0);
  await page.screenshot({ path: file, animations: "disabled", caret: "hide" });
}

async function main(): Promise<void> {
  const stage = await openStage("screenshots");
  try {
    const rows = await withClient(stage.database.url, (client) => client.query("select hostname, id from nodes"));
    const nodes = new Map((rows.rows as { hostname: string; id: string }[]).map((row) => [row.hostname, row.id]));
    const wanted = process.argv.slice(2);
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await stage.signedIn({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      for (const shot of SHOTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
        const file = path.join(out, `${shot.name}-${colorScheme}.png`);
        await take(page, shot, nodes, file);
        const { size } = fs.statSync(file);
        process.stdout.write(`${path.basename(file).padEnd(24)} ${Math.ceil(size / 1024)} KiB\n`);
        if (size > MOST_BYTES) throw new Error(`${file} is larger than ${MOST_BYTES / 1024} KiB`);
      }
      await context.close();
    }
  } finally {
    await stage.close();
  }
}

await main();

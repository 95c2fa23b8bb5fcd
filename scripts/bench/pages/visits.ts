import type { BrowserContext, Page } from "@playwright/test";
import { FREE_UNIT, nodeId, unitId } from "../fleet/rows";
import { cpuMs, told, watchFrames } from "../lib/frames";
import { answerTo, largestPaintMs, longestMs } from "../lib/interaction";
import { median } from "../load/tally";

/** Figures of one visit by name, in milliseconds. */
export type Visited = Map<string, number>;

export interface Visit {
  name: string;
  path: string;
  /** Nothing scrolls on the smallest fleet: steps are held against those of the second. */
  isScrolled?: boolean;
  act: (page: Page, visited: Visited) => Promise<void>;
}

export const STEP = "the page's work for a step";
export const FRAME = "longest frame of those steps";
const NODE = nodeId(3);
/** The dialogs of a node's page come half a second after it. */
const SETTLED_MS = 800;
const STEPS = 30;
const FLING_PX = 240;

/** Steps in time with the page's own frames: how long those took, and the page's own work for each. */
async function steps(page: Page, visited: Visited, step: (n: number) => Promise<void>): Promise<void> {
  await watchFrames(page);
  const cpu = await cpuMs(page);
  const before = await cpu();
  for (let n = 0; n < STEPS; n += 1) {
    await step(n);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  visited.set(STEP, ((await cpu()) - before) / STEPS);
  visited.set(FRAME, Math.max(...(await told(page)).frames));
}

const row = (page: Page) => page.getByRole("table", { name: "Nodes" }).locator('[aria-rowindex="2"]');

async function visitFleet(page: Page, visited: Visited): Promise<void> {
  await row(page).hover();
  await steps(page, visited, () => page.mouse.wheel(0, FLING_PX));
  await page.mouse.wheel(0, -FLING_PX * STEPS);
  const search = page.getByRole("searchbox", { name: "Search nodes" });
  await search.focus();
  // An id finds one node in a fleet of any size.
  const found = await answerTo(page, () => page.keyboard.type(nodeId(9), { delay: 20 }), {
    selector: '[aria-rowcount="2"]',
    text: "host-9",
  });
  visited.set("a key in the search, to the next frame", found.frameMs);
  visited.set("the last key of a search, to its rows", found.shownMs);
  const opened = await answerTo(page, () => row(page).getByRole("link").click(), {
    selector: '[role="grid"][aria-label="Units of host-9"]',
    text: unitId(1).slice(5),
  });
  visited.set("opening a node, to its machine", opened.shownMs);
}

async function visitNode(page: Page, visited: Visited): Promise<void> {
  const tile = (n: number) => page.getByRole("gridcell", { name: `Unit ${unitId(n)}` });
  const details = (n: number) => ({ selector: '[aria-label="Unit details"] h2', text: unitId(n) });
  const clicked: number[] = [];
  const walked: number[] = [];
  for (const n of [1, 3, 5]) {
    clicked.push((await answerTo(page, () => tile(n).click(), details(n))).shownMs);
    walked.push((await answerTo(page, () => page.keyboard.press("ArrowRight"), details(n + 1))).shownMs);
  }
  visited.set("a unit's details by click", median(clicked));
  visited.set("a unit's details by arrow key", median(walked));
  await steps(page, visited, (n) => page.keyboard.press(n % 2 === 0 ? "ArrowRight" : "ArrowLeft"));
  await tile(FREE_UNIT).click();
  const reserve = page.getByRole("button", { name: "Reserve", exact: true });
  const drawer = await answerTo(page, () => reserve.click(), { selector: '[role="dialog"]', text: "Reserve 1 unit" });
  visited.set("the drawer to reserve, by click", drawer.shownMs);
}

async function visitTimeline(page: Page, visited: Visited): Promise<void> {
  const range = async (name: string) => {
    const click = () => page.getByRole("button", { name, exact: true }).click();
    return (await answerTo(page, click, { selector: '[aria-pressed="true"]', text: name })).shownMs;
  };
  await page.getByRole("grid", { name: "Units over time" }).waitFor();
  visited.set(
    "another range, by click",
    median([await range("30 days"), await range("90 days"), await range("7 days")]),
  );
  await steps(page, visited, (n) => page.keyboard.press(n % 2 === 0 ? "PageDown" : "PageUp"));
}

export const VISITS: readonly Visit[] = [
  { name: "fleet", path: "/nodes?sort=hostname", isScrolled: true, act: visitFleet },
  { name: "node", path: `/nodes/${NODE}`, act: visitNode },
  { name: "timeline", path: `/nodes/${NODE}?view=timeline`, act: visitTimeline },
];

export const INTERACTION = "longest interaction (INP)";

/** One look at a page in a tab of its own, from its address to its last click. */
export async function visit(context: BrowserContext, { path, act }: Visit): Promise<Visited> {
  const page = await context.newPage();
  try {
    const live = page.waitForResponse((reply) => reply.url().includes("console.changes"));
    await page.goto(path, { waitUntil: "load" });
    await live;
    await page.waitForTimeout(SETTLED_MS);
    const visited: Visited = new Map([["largest paint (LCP)", await largestPaintMs(page)]]);
    await act(page, visited);
    visited.set(INTERACTION, await longestMs(page));
    return visited;
  } finally {
    await page.close();
  }
}

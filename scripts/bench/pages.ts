/**
 * The console's pages on fleets of three sizes: what a first load weighs, when it is painted, how soon clicks and keys are
 * answered, and how long frames take. `npm run bench:pages`; `--quick` is a short form, names of pages choose.
 */
import type { BrowserContext } from "@playwright/test";
import { ensureBuilt } from "../lib/build";
import { launch, signedIn } from "../lib/console-browser";
import { type Row, ratioOf, ratioRow, round } from "./figure";
import { firstLoad, GOAL_SCRIPT_KB } from "./lib/first-load";
import { noteInteractions } from "./lib/interaction";
import { median } from "./load/tally";
import { FRAME, INTERACTION, STEP, VISITS, type Visit, type Visited, visit } from "./pages/visits";
import { EMAIL, PASSWORD, Stage } from "./stage";
import { tableOf } from "./table";

const SIZES = { full: [10, 1_000, 10_000], quick: [10, 300, 1_000] } as const;
const ROUNDS = { full: 5, quick: 3 } as const;
/** As for everything else that a fleet's growth could slow. */
const GOAL_GROWTH = 1.2;
/** What browsers' makers call good. */
const GOAL_INTERACTION_MS = 200;

const say = (line: string) => void process.stderr.write(`${line}\n`);
const told = (nodes: number) => nodes.toLocaleString("en");

interface Site {
  nodes: number;
  context: BrowserContext;
  visits: Map<Visit, Visited[]>;
}

/** Each size beside the others in each round, the first of which is not counted. */
async function measure(sites: readonly Site[], pages: readonly Visit[], rounds: number): Promise<void> {
  for (let n = 0; n <= rounds; n += 1) {
    for (const each of pages) {
      for (const { context, visits } of sites) {
        const visited = await visit(context, each);
        if (n > 0) visits.set(each, [...(visits.get(each) ?? []), visited]);
      }
    }
    say(n === 0 ? "pages: warm" : `pages: round ${n} of ${rounds}`);
  }
}

async function weight(sites: readonly Site[], { name, path }: Visit): Promise<Row> {
  const all: number[] = [];
  for (const { context } of sites) all.push(await firstLoad(context, path));
  const most = Math.max(...all);
  return {
    figure: `${name}: script of a first load, gzip`,
    value: `${round(most)} kB`,
    goal: `< ${GOAL_SCRIPT_KB} kB`,
    met: most < GOAL_SCRIPT_KB,
    details: `${all.map((kb) => round(kb)).join(", ")} kB`,
  };
}

function growth(sites: readonly Site[], each: Visit): Row[] {
  const many = sites.at(-1);
  const names = [...(many?.visits.get(each)?.[0]?.keys() ?? [])].filter((name) => name !== INTERACTION);
  return names.map((name) => {
    const few = sites[each.isScrolled && [STEP, FRAME].includes(name) ? 1 : 0];
    const of = (site: Site | undefined) =>
      (site?.visits.get(each) ?? []).map((visited) => visited.get(name) ?? Number.NaN);
    const details = `${sites.map((site) => round(median(of(site)))).join(", ")} ms`;
    const what = `${each.name}: ${name}: ${told(many?.nodes ?? 0)} nodes : ${told(few?.nodes ?? 0)}`;
    return ratioRow(what, ratioOf(of(many), of(few)), { most: GOAL_GROWTH }, details);
  });
}

/** The worst of all visits, as a person remembers it. */
function interaction(sites: readonly Site[]): Row {
  const worst = sites.map(({ visits }) =>
    Math.max(...[...visits.values()].flat().map((visited) => visited.get(INTERACTION) ?? Number.NaN)),
  );
  const last = worst.at(-1) ?? Number.NaN;
  return {
    figure: `longest interaction of all visits (INP), ${told(sites.at(-1)?.nodes ?? 0)} nodes`,
    value: `${round(last)} ms`,
    goal: `≤ ${GOAL_INTERACTION_MS} ms`,
    met: last <= GOAL_INTERACTION_MS,
    details: `${worst.map((ms) => round(ms)).join(", ")} ms`,
  };
}

async function main(args: readonly string[]): Promise<void> {
  const length = args.includes("--quick") ? "quick" : "full";
  const pages = args.every((each) => each.startsWith("--")) ? VISITS : VISITS.filter(({ name }) => args.includes(name));
  await ensureBuilt(say);
  const stage = await Stage.open(say);
  const browser = await launch();
  const rows: Row[] = [];
  try {
    const sites: Site[] = [];
    for (const nodes of SIZES[length]) {
      const { url } = await stage.server(await stage.database({ nodes, history: nodes * 8, live: nodes * 8 }));
      const person = { email: EMAIL, password: PASSWORD };
      const context = await signedIn(browser, url, person, { viewport: { width: 1440, height: 900 } });
      await noteInteractions(context);
      sites.push({ nodes, context, visits: new Map() });
    }
    await measure(sites, pages, ROUNDS[length]);
    for (const each of pages) rows.push(await weight(sites, each), ...growth(sites, each));
    rows.push(interaction(sites));
  } finally {
    await browser.close();
    await stage.close();
  }
  process.stdout.write(tableOf(rows, length === "quick"));
}

await main(process.argv.slice(2));
process.exit();

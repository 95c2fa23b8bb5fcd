import fs from "node:fs";
import path from "node:path";
import { bornAt } from "@/db/embedded/pid-lock.mjs";
import { startThrowawayCluster } from "@/db/testing/cluster";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt } from "./build";
import { endHelpers, root, run } from "./setup.mjs";
import { inWords, sum, tallyPlaywright, tallyVitest } from "./tally.mjs";

const parts = ["unit", "db", "api", "ui"] as const;
export type Part = (typeof parts)[number];

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const longest = 40 * 60_000;
const crashed: Tally = { passed: 0, failed: 1, skipped: 0 };
const cleanups: (() => unknown)[] = [];
let built: Promise<void> | undefined;
const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

export function chosenParts(args: string[]): Part[] | undefined {
  const known = args.filter((arg): arg is Part => parts.some((part) => part === arg));
  if (known.length !== args.length) return undefined;
  return known.length === 0 ? [...parts] : parts.filter((part) => known.includes(part));
}

/** Runs the chosen parts and returns the exit code; the sum is the last line. */
export async function runTests(chosen: Part[]): Promise<number> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      endHelpers();
      void cleanUp().finally(() => process.exit(130));
    });
  }
  const tallies: Tally[] = [];
  try {
    const env = await prepareDatabase(chosen);
    for (const part of chosen) tallies.push(await runPart(part, env));
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    tallies.push(crashed);
  } finally {
    await cleanUp();
  }
  const total = sum(tallies);
  say("");
  say(inWords(total));
  return total.failed > 0 ? 1 : 0;
}

async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

async function prepareDatabase(chosen: Part[]): Promise<NodeJS.ProcessEnv> {
  const reports = reportFolder();
  cleanups.push(() => fs.rmSync(reports, { recursive: true, force: true }));
  const env: NodeJS.ProcessEnv = { ...process.env, HOLDFAST_REPORTS: reports, NEXT_TELEMETRY_DISABLED: "1" };
  const needed = chosen.some((part) => part !== "unit") && !process.env.HOLDFAST_TEST_DATABASE_URL;
  if (!needed) return env;
  const cluster = await startThrowawayCluster();
  cleanups.push(() => cluster.close());
  return { ...env, HOLDFAST_TEST_DATABASE_URL: cluster.adminUrl };
}

/** This run's own; what killed runs left goes. */
function reportFolder(): string {
  const all = path.join(root, "node_modules", ".cache", "holdfast-reports");
  fs.mkdirSync(all, { recursive: true });
  for (const pid of fs.readdirSync(all)) {
    if (bornAt(Number(pid)) === "") fs.rmSync(path.join(all, pid), { recursive: true, force: true });
  }
  const own = path.join(all, `${process.pid}`);
  fs.rmSync(own, { recursive: true, force: true });
  fs.mkdirSync(own);
  return own;
}

/** What a part needs and can't get fails that part alone: the others still have their say. */
async function runPart(part: Part, env: NodeJS.ProcessEnv): Promise<Tally> {
  say(`\n== ${part}`);
  try {
    if (part === "unit" || part === "db") return await runVitest(part, env);
    built ??= ensureBuilt(say);
    await built;
    const browser = part === "ui" ? { HOLDFAST_CHROMIUM: await ensureBrowser(say) } : {};
    return await runPlaywright(part, { ...env, ...browser });
  } catch (error) {
    say(`${part}: ${error instanceof Error ? error.message : String(error)}`);
    return crashed;
  }
}

async function runVitest(project: string, env: NodeJS.ProcessEnv): Promise<Tally> {
  const report = path.join(env.HOLDFAST_REPORTS ?? "", `${project}.json`);
  const cli = path.join(root, "node_modules", "vitest", "vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = [cli, "run", "--project", project, ...reporters];
  const { code } = await run(process.execPath, args, { env, echo: true, timeoutMs: longest });
  return tallyVitest(readReport(report), code);
}

async function runPlaywright(project: string, env: NodeJS.ProcessEnv): Promise<Tally> {
  const report = path.join(env.HOLDFAST_REPORTS ?? "", `${project}.json`);
  const cli = path.join(root, "node_modules", "@playwright", "test", "cli.js");
  const args = [cli, "test", "--project", project];
  const { code } = await run(process.execPath, args, {
    env: { ...env, HOLDFAST_E2E_REPORT: report },
    echo: true,
    timeoutMs: longest,
  });
  return tallyPlaywright(readReport(report), code);
}

function readReport(file: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

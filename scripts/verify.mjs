import fs from "node:fs";
import path from "node:path";
import { checkNode, ensureInstalled, root, run } from "./lib/setup.mjs";

/** Seconds, no database: what to run before every commit. `--static` leaves the unit tests to `npm test`. */
const rooms = ["app", "server", "db", "components", "e2e", "scripts"].filter((dir) =>
  fs.existsSync(path.join(root, dir)),
);
const steps = [
  ["types", "typescript/bin/tsc", "--noEmit"],
  ["lint", "@biomejs/biome/bin/biome", "check", "."],
  ["boundaries", "dependency-cruiser/bin/dependency-cruise.mjs", "--config", ".dependency-cruiser.cjs", ...rooms],
  ["unit tests", "vitest/vitest.mjs", "run", "--project", "unit"],
];

/**
 * @param {string[]} step
 * @returns {Promise<boolean>}
 */
async function passes([name = "", program = "", ...args]) {
  const started = Date.now();
  const { code, output } = await run(process.execPath, [path.join(root, "node_modules", program), ...args]);
  if (code !== 0) process.stdout.write(output);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)\n`);
  return code === 0;
}

checkNode();
process.chdir(root);
await ensureInstalled((line) => process.stdout.write(`${line}\n`));
// The compiler keeps one core busy for as long as the others take together.
const [types = [], ...others] = process.argv.includes("--static") ? steps.slice(0, 3) : steps;
const compiled = passes(types);
const results = [];
for (const step of others) results.push(await passes(step));
results.push(await compiled);
const passed = results.filter(Boolean).length;
process.stdout.write(`${passed} passed, ${results.length - passed} failed\n`);
process.exit(passed === results.length ? 0 : 1);

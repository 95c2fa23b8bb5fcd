import path from "node:path";
import { checkNode, ensureInstalled, root, run } from "./lib/setup.mjs";

/** Seconds, no database: what to run before every commit. `--static` leaves the unit tests to `npm test`. */
const steps = [
  ["types", "typescript/bin/tsc", "--noEmit"],
  ["lint", "@biomejs/biome/bin/biome", "check", "."],
  ["boundaries", "dependency-cruiser/bin/dependency-cruise.mjs", "--config", ".dependency-cruiser.cjs"],
  ["unit tests", "vitest/vitest.mjs", "run", "--project", "unit"],
];
steps[2]?.push("app", "server", "db", "components", "e2e", "scripts");

checkNode();
process.chdir(root);
await ensureInstalled((line) => process.stdout.write(`${line}\n`));
let passed = 0;
const wanted = process.argv.includes("--static") ? steps.slice(0, 3) : steps;
for (const [name, program = "", ...args] of wanted) {
  const started = Date.now();
  const { code, output } = await run(process.execPath, [path.join(root, "node_modules", program), ...args]);
  if (code !== 0) process.stdout.write(output);
  else passed++;
  process.stdout.write(
    `${code === 0 ? "ok    " : "FAILED"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`,
  );
}
process.stdout.write(`${passed} passed, ${wanted.length - passed} failed\n`);
process.exit(passed === wanted.length ? 0 : 1);

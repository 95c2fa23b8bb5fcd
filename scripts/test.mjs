import { checkNode, ensureInstalled, root } from "./lib/setup.mjs";

try {
  checkNode();
  process.chdir(root);
  await ensureInstalled((line) => process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.stdout.write("0 passed, 1 failed\n");
  process.exit(1);
}
const { register } = await import("tsx/esm/api");
register();
const { chosenParts, runTests } = await import("./lib/run-tests.ts");
const chosen = chosenParts(process.argv.slice(2));
if (!chosen) {
  process.stderr.write("npm test takes the parts to run: unit, db, api, ui; without one it runs them all.\n");
  process.exit(2);
}
process.exit(await runTests(chosen));

import { checkNode, ensureInstalled, root } from "./lib/setup.mjs";

try {
  checkNode();
  process.chdir(root);
  await ensureInstalled((line) => process.stdout.write(`${line}\n`));
  const { register } = await import("tsx/esm/api");
  register();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
const { serve } = await import("./lib/serve.ts");
await serve({ dev: process.argv.includes("--dev") });

/** Runs the generators and fails when a file is then other than it was: what is committed must be what they make. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { npm, root, run } from "./setup.mjs";

const unkept =
  /^(\.git|\.next|\.data|node_modules|dist|coverage|test-results|playwright-report|public\/vendor)(\/|$)|\.tsbuildinfo$|^next-env\.d\.ts$|^\.env/;

/**
 * @param {string} [dir]
 * @returns {Map<string, string>}
 */
function snapshot(dir = "") {
  const files = new Map();
  for (const entry of fs.readdirSync(path.join(root, dir), { withFileTypes: true })) {
    const file = path.posix.join(dir, entry.name);
    if (unkept.test(file)) continue;
    if (entry.isDirectory()) for (const [name, hash] of snapshot(file)) files.set(name, hash);
    else if (entry.isFile())
      files.set(
        file,
        createHash("sha256")
          .update(fs.readFileSync(path.join(root, file)))
          .digest("hex"),
      );
  }
  return files;
}

const before = snapshot();
const { code, output } = await run(...npm("run", "generate"));
const after = snapshot();
const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
  (file) => before.get(file) !== after.get(file),
);
if (code !== 0) process.stdout.write(output);
for (const file of changed) process.stdout.write(`Not what the generators make: ${file}\n`);
const fine = code === 0 && changed.length === 0;
process.stdout.write(`${fine ? "ok    " : "FAILED"} generated files\n`);
process.exit(fine ? 0 : 1);

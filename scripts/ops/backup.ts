/** `npm run backup -- FILE`: the whole database as it is at one moment, while servers go on working. */
import fs from "node:fs";
import { takeBackup } from "@/db/backup/take";
import { withClient } from "@/db/embedded/start";
import { command, UsageError, withOwner } from "./database";

/** It holds hashes of keys and passwords: for its owner's eyes alone. */
function opened(draft: string, file: string): number {
  try {
    return fs.openSync(draft, "w", 0o600);
  } catch (error) {
    throw new UsageError(`${file} can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

await command(async () => {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  const [file = `holdfast-${stamp}Z.backup.gz`, ...more] = process.argv.slice(2);
  if (more.length > 0 || file.startsWith("-")) throw new UsageError("Usage: npm run backup -- [FILE]");
  if (fs.existsSync(file)) throw new UsageError(`${file} exists already; nothing was written.`);
  const draft = `${file}.part`;
  // Before the database: where nothing can be written, nothing has to be started.
  const fd = opened(draft, file);
  try {
    const out = fs.createWriteStream(draft, { fd, flush: true });
    const { tables, rows } = await withOwner((url) => withClient(url, (client) => takeBackup(client, out)));
    fs.renameSync(draft, file);
    process.stdout.write(`Wrote ${rows} rows of ${tables} tables to ${file} (${fs.statSync(file).size} bytes).\n`);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
});

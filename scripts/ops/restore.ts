/** `npm run restore -- FILE`: a backup into a database that holds nothing yet. */
import fs from "node:fs";
import { restoreBackup } from "@/db/backup/restore";
import { command, UsageError, withOwner } from "./database";

await command(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0 || file.startsWith("-")) {
    throw new UsageError("Usage: npm run restore -- FILE");
  }
  if (!fs.existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const { tables, rows } = await withOwner((url) => restoreBackup(url, fs.createReadStream(file)));
  process.stdout.write(`Restored ${rows} rows of ${tables} tables.\n`);
});

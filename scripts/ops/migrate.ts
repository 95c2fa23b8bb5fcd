/** `npm run migrate`: brings the database's schema up to this version; `npm start` does the same by itself. */
import { migrateUp } from "@/db/migrate";
import { command, UsageError, withOwner } from "./database";

await command(async () => {
  if (process.argv.length > 2) throw new UsageError("Usage: npm run migrate");
  const done = await withOwner((url) => migrateUp(url));
  process.stdout.write(done.length === 0 ? "Nothing to do.\n" : `Applied ${done.join(", ")}.\n`);
});

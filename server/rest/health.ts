import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@/db/client";
import { listMigrations } from "@/db/migrate";
import { appliedMigrations, takesChanges } from "@/db/queries/health";
import { Refusal } from "../domain/errors";
import { answer, errorAnswer } from "./respond";
import type { WireAnswer } from "./wire";

const PATIENCE_MS = 3_000;

/** Whether this process is alive: it answers. */
export const health = (): WireAnswer => answer(200, { status: "alive" });

/** What stands in the way of this process's work; undefined where nothing does. */
async function obstacle(db: Database): Promise<string | undefined> {
  const applied = new Set(await appliedMigrations(db));
  const known = await listMigrations();
  if (known.some(({ name }) => !applied.has(name))) return "The database is not migrated to this version yet.";
  return (await takesChanges(db)) ? undefined : "The database takes no changes right now.";
}

/** Whether the database can be reached, takes changes and has every migration: 200, or 503 within a few seconds. */
export async function ready(db: Database): Promise<WireAnswer> {
  const patience = new AbortController();
  try {
    const found = await Promise.race([
      obstacle(db),
      sleep(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
        throw new Error("no answer from the database");
      }),
    ]);
    if (found === undefined) return answer(200, { status: "ready" });
    return errorAnswer(new Refusal("unavailable", found), { "Retry-After": "5" });
  } catch {
    return errorAnswer(new Refusal("unavailable", "The database can't be reached right now."), { "Retry-After": "1" });
  } finally {
    patience.abort();
  }
}

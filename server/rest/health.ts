import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@/db/client";
import { listMigrations } from "@/db/migrate";
import { appliedMigrations } from "@/db/queries/health";
import { Refusal } from "../domain/errors";
import { answer, errorAnswer } from "./respond";
import type { WireAnswer } from "./wire";

const PATIENCE_MS = 3_000;

/** Whether this process is alive: it answers. */
export const health = (): WireAnswer => answer(200, { status: "alive" });

async function missingMigrations(db: Database): Promise<string[]> {
  const applied = new Set(await appliedMigrations(db));
  const known = await listMigrations();
  return known.map((migration) => migration.name).filter((name) => !applied.has(name));
}

/** Whether the database can be reached and has every migration: 200, or 503 within a few seconds. */
export async function ready(db: Database): Promise<WireAnswer> {
  const patience = new AbortController();
  try {
    const missing = await Promise.race([
      missingMigrations(db),
      sleep(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
        throw new Error("no answer from the database");
      }),
    ]);
    if (missing.length === 0) return answer(200, { status: "ready" });
    return errorAnswer(new Refusal("unavailable", "The database is not migrated to this version yet."), {
      "Retry-After": "5",
    });
  } catch {
    return errorAnswer(new Refusal("unavailable", "The database can't be reached right now."), { "Retry-After": "1" });
  } finally {
    patience.abort();
  }
}

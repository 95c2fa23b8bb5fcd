import { sql } from "kysely";
import type { Database } from "./client";

/** What those who follow the trail are woken by. */
export const CHANNEL = "holdfast_changes";

const EVERY_MS = 25;

/**
 * Returns what is to be called after a commit: a NOTIFY of its own, at once and then at most every 25 ms. It says only
 * that there is something; what, stands in the trail. Where it fails nothing is lost: who follows looks by himself, too.
 */
export function announcer(db: Database): () => void {
  let [isResting, isDue] = [false, false];
  const rested = () => {
    isResting = false;
    if (isDue) announce();
  };
  const announce = () => {
    isDue = isResting;
    if (isResting) return;
    isResting = true;
    sql`select pg_notify(${CHANNEL}, '')`
      .execute(db)
      .catch(() => undefined)
      .finally(() => setTimeout(rested, EVERY_MS).unref());
  };
  return announce;
}

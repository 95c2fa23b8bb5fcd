import { type Database, isRoomInDoubt, renewConnections, roomIsThere, sqlState } from "@/db/client";
import { underDeadline } from "@/db/deadline";
import { listMigrations } from "@/db/migrate";
import { appliedMigrations, findsRoom, takesChanges } from "@/db/queries/health";
import { Refusal } from "../domain/errors";
import { answer, errorAnswer } from "./respond";
import type { WireAnswer } from "./wire";

const PATIENCE_MS = 3_000;

/** Whether this process is alive: it answers. */
export const health = (): WireAnswer => answer(200, { status: "alive" });

const DISK_FULL = "53100";

/** Asked only after a change was refused for want of room: it is some work. */
async function wantOfRoom(db: Database): Promise<string | undefined> {
  try {
    await findsRoom(db);
    roomIsThere(db);
    return undefined;
  } catch (error) {
    if (sqlState(error) === DISK_FULL) return "The database has no room left.";
    throw error;
  }
}

/** What stands in the way of this process's work; undefined where nothing does. */
async function obstacle(db: Database): Promise<string | undefined> {
  const applied = new Set(await appliedMigrations(db));
  const known = await listMigrations();
  if (known.some(({ name }) => !applied.has(name))) return "The database is not migrated to this version yet.";
  if (!(await takesChanges(db))) {
    renewConnections(db);
    return "The database takes no changes right now.";
  }
  return isRoomInDoubt(db) ? wantOfRoom(db) : undefined;
}

/** Whether the database can be reached, takes changes, has room and has every migration: 200, or 503 within a few seconds. */
export async function ready(db: Database): Promise<WireAnswer> {
  const until = performance.now() + PATIENCE_MS;
  try {
    const found = await underDeadline({ left: () => until - performance.now() }, () => obstacle(db));
    if (found === undefined) return answer(200, { status: "ready" });
    return errorAnswer(new Refusal("unavailable", found), { "Retry-After": "5" });
  } catch {
    return errorAnswer(new Refusal("unavailable", "The database can't be reached right now."), { "Retry-After": "1" });
  }
}

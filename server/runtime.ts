import { hkdfSync } from "node:crypto";
import { announcer } from "@/db/announce";
import { connect, type Database, sessionSettings } from "@/db/client";
import { poolerProblem } from "@/db/pooler";
import { EnvError, env, type ServerEnv } from "./env";
import { log } from "./log";
import { metrics } from "./metrics";
import { tracing } from "./tracing";

/** What one server process holds: made once, shared by every door. */
export interface Runtime {
  env: ServerEnv;
  db: Database;
  /** Signs cursors: the same in every process, since it follows from AUTH_SECRET. */
  cursorKey: Buffer;
}

const KEY_BYTES = 32;
const BUSY_NEWS_MS = 10_000;
/** Nobody is kept waiting longer for a database that has stopped answering, or for a lock that others hold. */
const STATEMENT_MS = 3_500;
/** Twice, a wait for a connection that others hold while they wait for a lock before one's own, fits into an answer's time. */
const LOCK_MS = 1_700;

/** Under load there are thousands: one line now and then says so. */
function tellBusy(): () => void {
  let [refused, toldAt] = [0, Number.NEGATIVE_INFINITY];
  return () => {
    refused += 1;
    metrics().poolRefused.inc();
    if (performance.now() - toldAt < BUSY_NEWS_MS) return;
    log.warn({ refused }, "requests are refused because too many wait for the database");
    [refused, toldAt] = [0, performance.now()];
  };
}

function create(): Runtime {
  const settings = env();
  const db: Database = connect({
    connectionString: settings.databaseUrl,
    statementMs: STATEMENT_MS,
    lockMs: LOCK_MS,
    onError: (error) => log.warn({ err: error }, "an idle database connection broke"),
    onBusy: tellBusy(),
    onCommit: () => announce(),
    onStatement: tracing()?.statement,
  });
  const announce = announcer(db);
  return {
    env: settings,
    db,
    cursorKey: Buffer.from(hkdfSync("sha256", settings.authSecret, "", "holdfast cursors", KEY_BYTES)),
  };
}

/** Stops a start that would answer nearly every call with a fault. A database that is away is no reason: it may come. */
export async function checkPooler(): Promise<void> {
  const config = { connectionString: env().databaseUrl, ...sessionSettings(STATEMENT_MS, LOCK_MS) };
  const problem = await poolerProblem(config).catch((error: { code?: string; message?: string }) =>
    error.message?.startsWith("unsupported startup parameter")
      ? `DATABASE_URL leads through a pooler that refuses the settings of our sessions (${error.message}): see docs/scaling.md.`
      : undefined,
  );
  if (problem) throw new EnvError(problem);
}

// On the global object: the framework bundles its routes apart from the server's own modules, and both need one pool.
const shared = globalThis as typeof globalThis & { __holdfast?: Runtime };

export function runtime(): Runtime {
  shared.__holdfast ??= create();
  return shared.__holdfast;
}

import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CHANNEL } from "./announce";
import { type Numbered, TrailPosition } from "./trail-position";

/** A change as the trail tells it. */
export interface TrailChange extends Numbered {
  nodeId: string | null;
  reservationId: string | null;
  orgId: string;
  action: string;
  at: Date;
  isDone: boolean;
}

export interface FollowOptions {
  connectionString: string;
  onChange: (change: TrailChange) => void;
  /** Something may have been missed: the connection is new, the first one as well, or others wrote faster than this can read. */
  onGap: () => void;
  onError: (error: unknown) => void;
  /** How often it looks where nobody says that there is something. */
  everyMs?: number;
}

const EVERY_MS = 500;
const AT_ONCE = 1_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
const STATEMENT_MS = 4_000;

const COLUMNS = `seq, node_id as "nodeId", reservation_id as "reservationId", org_id as "orgId", action,
  at, outcome = 'done' as "isDone"`;
/** Some of what is there already: a number that is missing among these may belong to a transaction that is still open. */
const NEWEST = `select seq from audit_entries where seq > (select coalesce(max(seq), 0) - 200 from audit_entries)
  order by seq`;
const LATER = {
  name: "later",
  text: `select ${COLUMNS} from audit_entries where seq > $1 order by seq limit ${AT_ONCE}`,
};
const MISSING = {
  name: "missing",
  text: `select ${COLUMNS} from audit_entries where seq = any($1::bigint[]) order by seq`,
};

/** Rung while nobody waits, the next one to wait goes on at once. */
class Bell {
  #isRung = false;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake();
  }

  clear(): void {
    this.#isRung = false;
  }

  /** Until it is rung, and no longer than this. */
  rung(ms: number): Promise<void> {
    if (this.#isRung) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Reads on from where the trail ended when it was opened, until its connection breaks or it is told to stop. */
async function followOnce(options: FollowOptions, stopped: AbortSignal, onOpen: () => void): Promise<void> {
  const client = new pg.Client({
    connectionString: options.connectionString,
    connectionTimeoutMillis: LONGEST_PAUSE_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: 2 * STATEMENT_MS,
    application_name: "holdfast events",
  });
  client.on("error", () => undefined);
  const bell = new Bell();
  client.on("notification", () => bell.ring());
  client.on("end", () => bell.ring());
  const ring = () => bell.ring();
  stopped.addEventListener("abort", ring, { once: true });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    const { rows } = await client.query<{ seq: string }>(NEWEST);
    const seen = rows.map(({ seq }) => ({ seq: Number(seq) }));
    const position = new TrailPosition((seen[0]?.seq ?? 1) - 1);
    position.take(seen, performance.now());
    onOpen();
    while (!stopped.aborted) {
      bell.clear();
      const found = await readOn(client, position);
      if (position.take(found, performance.now())) options.onGap();
      for (const change of found) if (change.isDone) options.onChange(change);
      if (found.length < AT_ONCE) await bell.rung(options.everyMs ?? EVERY_MS);
    }
  } finally {
    stopped.removeEventListener("abort", ring);
    await client.end().catch(() => undefined);
  }
}

async function readOn(client: pg.Client, position: TrailPosition): Promise<TrailChange[]> {
  const missing = position.missing(performance.now());
  const late = missing.length > 0 ? await client.query({ ...MISSING, values: [missing] }) : undefined;
  const { rows } = await client.query({ ...LATER, values: [position.last] });
  return [...(late?.rows ?? []), ...rows].map((row) => ({ ...row, seq: Number(row.seq) }));
}

async function followUntil(options: FollowOptions, stopped: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  const onOpen = () => {
    pause = FIRST_PAUSE_MS;
    // The first time too: a page may have asked, and something may have changed, before there was a connection.
    options.onGap();
  };
  while (!stopped.aborted) {
    await followOnce(options, stopped, onOpen).catch(options.onError);
    await sleep(pause, undefined, { signal: stopped }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/**
 * Follows the trail, reconnecting by itself, until the returned function is called. It is woken by who has committed
 * (`announcer`) and reads what is new itself: NOTIFY in the transaction of a change would take one lock for all commits
 * there are, and hold it until each is on the disk.
 */
export function followTrail(options: FollowOptions): () => void {
  const stop = new AbortController();
  followUntil(options, stop.signal).catch(options.onError);
  return () => stop.abort();
}

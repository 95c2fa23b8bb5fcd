import { CompiledQuery, Kysely, PostgresDialect, type QueryResult, type Transaction } from "kysely";
import pg from "pg";
import { COMMIT_BEHIND, equip, type OnStatement } from "./connection";
import { inTime, tellFailure } from "./deadline";
import type { DB } from "./types";

export type Database = Kysely<DB>;
export type Trx = Transaction<DB>;
/** What a read may run on: the pool or the transaction it is part of. */
export type Executor = Database | Trx;

export interface ConnectOptions {
  connectionString: string;
  /** Most connections this process holds at once. */
  max?: number;
  /** Most that may wait for a connection at once; who comes then is refused at once, not after seconds in vain. */
  maxWaiting?: number;
  /** No statement runs longer, and a connection that says nothing for as long is given up. */
  statementMs?: number;
  /** No statement waits longer for a lock that others hold. */
  lockMs?: number;
  /** Told of each statement as it is sent; what it answers is told of its end. */
  onStatement?: OnStatement | undefined;
  /** Told about idle connections that broke; the pool replaces them by itself. */
  onError?: (error: Error) => void;
  /** Told about each who was refused because too many wait already. */
  onBusy?: () => void;
  /** Told about each transaction that was committed. */
  onCommit?: () => void;
}

export const BUSY = "HOLDFAST_BUSY";

/** So many wait for a connection already that this one would wait in vain. Nothing was done. */
export class BusyError extends Error {
  override readonly name = "BusyError";
  /** Told by this and not by its class, of which each bundle of the framework has one of its own. */
  readonly code = BUSY;
}

const MAX_CONNECTIONS = 16;
/** A quarter of a second's work or so: more in the queue are served no sooner, and hold up those that come after. */
const MAX_WAITING = 256;

const STATEMENT_TIMEOUT_MS = 15_000;
/** The database itself gives up first, where it can still say so. */
const SILENCE_MARGIN_MS = 400;
const CONNECT_TIMEOUT_MS = 4_000;
const RENEW_PAUSE_MS = 1_000;

const pools = new WeakMap<Database, RenewingPool>();
const commits = new WeakMap<Database, () => void>();

export interface PoolCounts {
  total: number;
  idle: number;
  waiting: number;
}

/** How many connections a pool holds, how many of them do nothing, and how many callers wait for one. */
export function poolCounts(db: Database): PoolCounts {
  const pool = pools.get(db)?.pool;
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}

/**
 * A pool whose connections are all made anew when one of them turned out to lead to a database that takes no changes: after
 * failing over, the same address leads elsewhere, and old connections may still lead to where it was.
 */
class RenewingPool {
  readonly pool: pg.Pool;
  isRoomInDoubt = false;
  #generation = 0;
  #renewedAt = Number.NEGATIVE_INFINITY;
  readonly #born = new WeakMap<pg.PoolClient, number>();

  constructor(
    readonly options: ConnectOptions,
    config: pg.PoolConfig,
    statementMs: number,
  ) {
    this.pool = new pg.Pool(config);
    this.pool.on("error", (error) => options.onError?.(error));
    this.pool.on("connect", (client) => {
      this.#born.set(client, this.#generation);
      // One that breaks between two statements of a transaction is nobody's to hear of but ours: the next statement fails by
      // itself, and an unheard error would end the process.
      client.on("error", () => undefined);
      equip(client, statementMs + SILENCE_MARGIN_MS, {
        onStatement: options.onStatement,
        onReadOnly: () => this.renew(),
        onDiskFull: () => {
          this.isRoomInDoubt = true;
        },
      });
    });
  }

  /** Not more than once in a while: a database that stays read-only is no reason to connect for each call. */
  renew(): void {
    if (performance.now() - this.#renewedAt < RENEW_PAUSE_MS) return;
    this.#renewedAt = performance.now();
    this.#generation += 1;
  }

  async connect(): Promise<pg.PoolClient> {
    try {
      return await this.#connect();
    } catch (error) {
      tellFailure(error);
      throw error;
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.pool.waitingCount >= (this.options.maxWaiting ?? MAX_WAITING)) {
      this.options.onBusy?.();
      throw new BusyError("too many wait for a connection to the database");
    }
    const client = await inTime(this.pool.connect(), (late) => late.release());
    if (this.#born.get(client) === this.#generation) return client;
    client.release(true);
    return this.#connect();
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}

/** What every session of ours is asked to have. */
export const sessionSettings = (statementMs: number, lockMs: number | undefined) => ({
  statement_timeout: statementMs,
  ...(lockMs && { lock_timeout: lockMs }),
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  options: "-c timezone=UTC",
});

/** Opens a pool. Sessions run in UTC, and no statement or wait for a connection hangs for ever. */
export function connect(options: ConnectOptions): Database {
  const statementMs = options.statementMs ?? STATEMENT_TIMEOUT_MS;
  const pool = new RenewingPool(
    options,
    {
      connectionString: options.connectionString,
      max: options.max ?? MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...sessionSettings(statementMs, options.lockMs),
      application_name: "holdfast",
      // Statements that are asked together are sent together.
      pipeline: true,
    },
    statementMs,
  );
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  if (options.onCommit) commits.set(db, options.onCommit);
  return db;
}

/** Whether the database was once out of room, and nobody has seen since that it has some again. */
export const isRoomInDoubt = (db: Database): boolean => pools.get(db)?.isRoomInDoubt ?? false;

export function roomIsThere(db: Database): void {
  const pool = pools.get(db);
  if (pool) pool.isRoomInDoubt = false;
}

/** Makes every connection anew before it is used again. */
export const renewConnections = (db: Database): void => pools.get(db)?.renew();

// Serialization failure and deadlock: nothing happened, and the same work may succeed when done again.
const RETRYABLE = new Set(["40001", "40P01"]);
const ATTEMPTS = 4;

export const sqlState = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;

/** Runs work in one transaction, again a bounded number of times where the database says that doing so may help. */
export async function transact<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const done = await db.transaction().execute(work);
      commits.get(db)?.();
      return done;
    } catch (error) {
      if (attempt >= ATTEMPTS || !RETRYABLE.has(sqlState(error) ?? "")) throw error;
    }
  }
}

/** What a transaction has come to: what is to be written, and what is then told. */
export interface Decision<T> {
  writes: readonly CompiledQuery[];
  answer: T;
}

/**
 * The same for work that only reads, and says what is to be written: that and the commit go out in one round trip, so that
 * others wait for less of one. Where a statement fails the database rolls back in place of committing, and the failure is
 * thrown; the answer is given once the commit is confirmed.
 */
export const transactDecision = <T>(db: Database, work: (trx: Trx) => Promise<Decision<T>>): Promise<T> =>
  transact(db, async (trx) => {
    const { writes, answer } = await work(trx);
    await together(trx, [...writes, CompiledQuery.raw(COMMIT_BEHIND)]);
    return answer;
  });

/**
 * Sends statements one behind the other in a single round trip. They are carried out in this order, each with a snapshot
 * of its own, so that what stands after a lock sees what was there when the lock was won. Where one fails, those after it
 * in the transaction fail too, and the first failure is thrown.
 */
export function together<T extends readonly unknown[]>(
  trx: Trx,
  queries: { readonly [K in keyof T]: CompiledQuery<T[K]> },
): Promise<{ [K in keyof T]: T[K][] }> {
  return trx.getExecutor().provideConnection(async (connection) => {
    const answers: readonly QueryResult<unknown>[] = await Promise.all(
      queries.map((query) => connection.executeQuery<unknown>(query)),
    );
    return answers.map(({ rows }) => rows) as { [K in keyof T]: T[K][] };
  });
}

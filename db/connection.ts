import type { Duplex } from "node:stream";
import type pg from "pg";
import { tellFailure, timeLeft } from "./deadline";
import { StatementNames } from "./statement-names";

/** A refusal by which a connection turns out to lead to a database that takes no changes any more. */
const READ_ONLY = "25006";
const DISK_FULL = "53100";

/** Told of a statement as it is sent; what it answers is told of its end. */
export type OnStatement = (text: string) => (error?: unknown) => void;

/** What a connection finds out about its database. */
export interface News {
  onStatement: OnStatement | undefined;
  onReadOnly: () => void;
  onDiskFull: () => void;
}

type Ask = (...args: unknown[]) => Promise<unknown>;

/** One for the process: every connection calls the same statement by the same name. */
const names = new StatementNames();

/** A statement with values under its name, where it has one. */
function named(ask: Ask): Ask {
  return (...args) => {
    const [text, values] = args;
    if (args.length !== 2 || typeof text !== "string" || !Array.isArray(values) || values.length === 0) {
      return ask(...args);
    }
    const name = names.nameOf(text);
    return name === undefined ? ask(text, values) : ask({ name, text, values });
  };
}

/**
 * Cuts a connection whose other end has vanished without a word, for the system itself would wait for a quarter of an hour,
 * or where the caller's time is up.
 */
function cutWhenSilent(ask: Ask, stream: Duplex, ms: number): Ask {
  let [unanswered, timer]: [number, ReturnType<typeof setTimeout> | undefined] = [0, undefined];
  const wait = () => setTimeout(() => stream.destroy(), Math.min(ms, timeLeft()));
  const answered = () => {
    unanswered -= 1;
    clearTimeout(timer);
    timer = unanswered > 0 ? wait() : undefined;
  };
  return (...args) => {
    unanswered += 1;
    timer ??= wait();
    const answer = ask(...args);
    answer.then(answered, answered);
    return answer;
  };
}

/** Tells what answers say about the database. */
function heeded(ask: Ask, news: News): Ask {
  return (...args) => {
    const answer = ask(...args);
    answer.catch((error: { code?: string }) => {
      tellFailure(error);
      if (error.code === READ_ONLY) news.onReadOnly();
      if (error.code === DISK_FULL) news.onDiskFull();
    });
    return answer;
  };
}

/** What is asked within one turn of the event loop goes out in one write. */
function writtenAtOnce(ask: Ask, stream: Duplex): Ask {
  let isCorked = false;
  const uncork = () => {
    isCorked = false;
    stream.uncork();
  };
  return (...args) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      process.nextTick(uncork);
    }
    return ask(...args);
  };
}

const READ = /^\s*select\b/i;
/** What stands behind a lock sees what its winner saw, also where the database is set to another level. */
const BEGIN = "begin isolation level read committed";
const nothing = (command: string) => Promise.resolve({ command, rowCount: null, rows: [] });

/** Where the connection is gone, the database has rolled back by itself: what made it go is the failure to tell. */
const rollback = (ask: Ask, stream: Duplex) =>
  ask("rollback").catch((error: unknown) => {
    if (!stream.destroyed) throw error;
    return nothing("ROLLBACK");
  });

/**
 * Holds `begin` back until the first statement of its transaction, and sends both at once where that one only reads or
 * locks: should `begin` fail, nothing was written outside of a transaction, and the connection is given up.
 */
function beginningLate(ask: Ask, stream: Duplex): Ask {
  let isHeld = false;
  let begun: Promise<unknown> | undefined;
  return (...args) => {
    const text = typeof args[0] === "string" ? args[0] : "";
    if (text === "begin") {
      isHeld = true;
      return nothing("BEGIN");
    }
    if (begun) return begun.then(() => ask(...args));
    if (!isHeld) return text === "rollback" ? rollback(ask, stream) : ask(...args);
    isHeld = false;
    if (text === "commit" || text === "rollback") return nothing(text.toUpperCase());
    const begin = ask(BEGIN);
    if (READ.test(text)) {
      begin.catch(() => stream.destroy());
      return ask(...args);
    }
    begun = begin.finally(() => {
      begun = undefined;
    });
    return begun.then(() => ask(...args));
  };
}

/** Asks for a commit that goes out with the writes before it. */
export const COMMIT_BEHIND = "commit behind the writes";

/** Sends a commit in one write with what was asked before it in this turn, once it is known that all of that could be sent. */
function commitBehind(ask: Ask, stream: Duplex, isWhole: () => boolean): Promise<unknown> {
  stream.cork();
  return new Promise((resolve, reject) => {
    process.nextTick(() => {
      if (isWhole()) resolve(ask("commit"));
      else reject(new Error("nothing was committed: a statement before it failed"));
      stream.uncork();
    });
  });
}

/**
 * Commits where it is told to, and takes the commit at the transaction's end for that one. Where the database refused a
 * statement before it, it has rolled back instead, and there is nothing left to roll back. What failed here, before it was
 * sent, the database doesn't know of: then no commit is sent.
 */
function committingEarly(ask: Ask, stream: Duplex): Ask {
  let commit: Promise<unknown> | undefined;
  let hasFailed = false;
  const fail = () => {
    hasFailed = true;
  };
  const watched: Ask = (...args) => {
    try {
      const answer = ask(...args);
      answer.catch(fail);
      return answer;
    } catch (error) {
      fail();
      throw error;
    }
  };
  return (...args) => {
    const [text] = args;
    if (text === "begin") hasFailed = false;
    if (text === COMMIT_BEHIND) {
      commit = commitBehind(ask, stream, () => !hasFailed);
      return commit;
    }
    if (!commit) return watched(...args);
    const committed = commit;
    commit = undefined;
    if (text === "commit") return committed;
    return committed.then(
      () => nothing("ROLLBACK"),
      () => ask("rollback"),
    );
  };
}

function told(ask: Ask, onStatement: OnStatement): Ask {
  return (...args) => {
    const [asked] = args as [string | { text: string }];
    const end = onStatement(typeof asked === "string" ? asked : asked.text);
    const answer = ask(...args);
    answer.then(() => end(), end);
    return answer;
  };
}

/** What a connection of ours does beyond the driver's own. */
export function equip(client: pg.PoolClient, silenceMs: number, news: News): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  const plain = client.query.bind(client) as unknown as Ask;
  const ask = writtenAtOnce(named(news.onStatement ? told(plain, news.onStatement) : plain), stream);
  const watched = heeded(cutWhenSilent(ask, stream, silenceMs), news);
  client.query = committingEarly(beginningLate(watched, stream), stream) as typeof client.query;
}

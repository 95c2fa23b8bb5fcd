import type { Duplex } from "node:stream";
import type pg from "pg";
import { StatementNames } from "./statement-names";

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

/** Cuts a connection whose other end has vanished without a word: the system itself would wait for a quarter of an hour. */
function cutWhenSilent(ask: Ask, stream: Duplex, ms: number): Ask {
  let [unanswered, timer]: [number, ReturnType<typeof setTimeout> | undefined] = [0, undefined];
  const answered = () => {
    unanswered -= 1;
    if (unanswered > 0) timer?.refresh();
    else {
      clearTimeout(timer);
      timer = undefined;
    }
  };
  return (...args) => {
    unanswered += 1;
    timer ??= setTimeout(() => stream.destroy(), ms);
    const answer = ask(...args);
    answer.then(answered, answered);
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
    const begin = ask("begin");
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

/** What a connection of ours does beyond the driver's own. */
export function equip(client: pg.PoolClient, silenceMs: number): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  const ask = writtenAtOnce(named(client.query.bind(client) as unknown as Ask), stream);
  client.query = beginningLate(cutWhenSilent(ask, stream, silenceMs), stream) as typeof client.query;
}

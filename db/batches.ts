import type { Database } from "./client";
import { inTime, tellFailure, timeLeft, underDeadline } from "./deadline";

interface Caller<Row> {
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
  /** When whoever asked is to have an answer. */
  until: number;
}

interface Asked<Question, Row> {
  question: Question;
  callers: Caller<Row>[];
}

/** A query that takes longer no longer keeps the next one from beginning: what is quick does not wait for what is large. */
const QUICK_MS = 25;
/** Quick ones at once: with more of them each would answer fewer. */
const MOST_QUICK = 2;
const MOST = 8;

/**
 * Answers single questions of many callers by one query for all who have come meanwhile. Nothing is kept: a question is
 * answered by a query that began after it was asked. Those who ask the same share a row, which none of them may change.
 */
export class Batches<Question, Row> {
  #waiting = new Map<string, Asked<Question, Row>>();
  #running = 0;
  #quick = 0;
  #isDue = false;

  constructor(
    /** Questions with the same key are one. */
    readonly keyOf: (question: Question) => string,
    /** Rows in the order of the questions. */
    readonly ask: (questions: readonly Question[]) => Promise<readonly (Row | undefined)[]>,
  ) {}

  find(question: Question): Promise<Row | undefined> {
    const until = performance.now() + timeLeft();
    const answer = new Promise<Row | undefined>((resolve, reject) => {
      const key = this.keyOf(question);
      const caller = { resolve, reject, until };
      const asked = this.#waiting.get(key);
      if (asked) asked.callers.push(caller);
      else this.#waiting.set(key, { question, callers: [caller] });
      this.#schedule();
    });
    // Those before may keep it waiting for longer than its own time.
    return inTime(answer, () => undefined).catch((error: unknown) => {
      // The query runs on behalf of all who asked, and so of nobody who would hear of it by herself.
      tellFailure(error);
      throw error;
    });
  }

  #schedule(): void {
    if (this.#isDue || this.#quick >= MOST_QUICK || this.#running >= MOST || this.#waiting.size === 0) return;
    this.#isDue = true;
    // Requests that have arrived together are read one after the other within this turn of the event loop.
    setImmediate(() => {
      this.#isDue = false;
      void this.#run();
    });
  }

  /** Counts a query while it runs, and among the quick ones for as long as it may be one. */
  #begin(): () => void {
    this.#running += 1;
    this.#quick += 1;
    let isQuick = true;
    const slow = () => {
      if (isQuick) this.#quick -= 1;
      isQuick = false;
      this.#schedule();
    };
    const timer = setTimeout(slow, QUICK_MS);
    return () => {
      clearTimeout(timer);
      this.#running -= 1;
      slow();
    };
  }

  async #run(): Promise<void> {
    const asked = [...this.#waiting.values()];
    this.#waiting = new Map();
    const end = this.#begin();
    try {
      // Begun on behalf of whoever was served last, whose time has nothing to do with theirs.
      const until = Math.max(...asked.flatMap(({ callers }) => callers.map((each) => each.until)));
      const time = { left: () => until - performance.now() };
      const rows = await underDeadline(time, () => this.ask(asked.map(({ question }) => question)));
      for (const [index, { callers }] of asked.entries()) for (const each of callers) each.resolve(rows[index]);
    } catch (error) {
      for (const { callers } of asked) for (const each of callers) each.reject(error);
    } finally {
      end();
    }
  }
}

/** The batches of one kind of question, for each database that is asked. */
export function batchesFor<Question, Row>(
  keyOf: (question: Question) => string,
  ask: (db: Database, questions: readonly Question[]) => Promise<readonly (Row | undefined)[]>,
): (db: Database) => Batches<Question, Row> {
  const all = new WeakMap<Database, Batches<Question, Row>>();
  return (db) => {
    const known = all.get(db) ?? new Batches(keyOf, (questions: readonly Question[]) => ask(db, questions));
    all.set(db, known);
    return known;
  };
}

/** A row, and which question it answers, counted from one (`with ordinality`). */
export type Answering<Row> = Row & { asked: string };

/** The rows in the order of the questions. */
export function inOrder<Row>(rows: readonly Answering<Row>[], questions: readonly unknown[]): (Row | undefined)[] {
  const ordered: (Row | undefined)[] = questions.map(() => undefined);
  for (const { asked, ...row } of rows) ordered[Number(asked) - 1] = row as Row;
  return ordered;
}

import { inTime, timeLeft, underDeadline } from "./deadline";

interface Asked<Row> {
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
  /** When whoever asked is to have an answer. */
  until: number;
}

/**
 * Answers single questions of many callers by one query for all who have come meanwhile. Nothing is kept: a question is
 * answered by a query that began after it was asked.
 */
export class Batches<Row> {
  #waiting = new Map<string, Asked<Row>[]>();
  #running = 0;
  #isDue = false;

  constructor(
    readonly ask: (keys: string[]) => Promise<Map<string, Row>>,
    /** Queries at once: one that is slow must not hold up everybody. */
    readonly most: number,
  ) {}

  find(key: string): Promise<Row | undefined> {
    const until = performance.now() + timeLeft();
    const answer = new Promise<Row | undefined>((resolve, reject) => {
      const asked = this.#waiting.get(key);
      if (asked) asked.push({ resolve, reject, until });
      else this.#waiting.set(key, [{ resolve, reject, until }]);
      this.#schedule();
    });
    // Those before may keep it waiting for longer than its own time.
    return inTime(answer, () => undefined);
  }

  #schedule(): void {
    if (this.#isDue || this.#running >= this.most) return;
    this.#isDue = true;
    // Requests that have arrived together are read one after the other within this turn of the event loop.
    setImmediate(() => {
      this.#isDue = false;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    const asked = this.#waiting;
    if (asked.size === 0) return;
    this.#waiting = new Map();
    this.#running += 1;
    try {
      // Begun on behalf of whoever was served last, whose time has nothing to do with theirs.
      const until = Math.max(...[...asked.values()].flat().map((each) => each.until));
      const time = { left: () => until - performance.now() };
      const rows = await underDeadline(time, () => this.ask([...asked.keys()]));
      for (const [key, callers] of asked) for (const each of callers) each.resolve(rows.get(key));
    } catch (error) {
      for (const callers of asked.values()) for (const each of callers) each.reject(error);
    } finally {
      this.#running -= 1;
      if (this.#waiting.size > 0) this.#schedule();
    }
  }
}

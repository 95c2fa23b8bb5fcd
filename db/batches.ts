interface Asked<Row> {
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
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
    return new Promise((resolve, reject) => {
      const asked = this.#waiting.get(key);
      if (asked) asked.push({ resolve, reject });
      else this.#waiting.set(key, [{ resolve, reject }]);
      this.#schedule();
    });
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
      const rows = await this.ask([...asked.keys()]);
      for (const [key, callers] of asked) for (const each of callers) each.resolve(rows.get(key));
    } catch (error) {
      for (const callers of asked.values()) for (const each of callers) each.reject(error);
    } finally {
      this.#running -= 1;
      if (this.#waiting.size > 0) this.#schedule();
    }
  }
}

/**
 * An event loop takes one new connection each time it goes round (libuv). Where it first begins all requests that came, a
 * crowd makes a round take 30 ms, and the last of 400 that wait to be let in has its answer after 12 s, however short.
 */
const MOST_A_ROUND = 8;

/** Begins requests in the order in which they came, a few in each round of the event loop; the others in the next ones. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #begun = 0;

  begin(work: () => void): void {
    if (this.#begun === 0) this.#next();
    else if (this.#begun >= MOST_A_ROUND) {
      this.#waiting.push(work);
      return;
    }
    this.#begun += 1;
    work();
  }

  /** Once what is ready has been read, and new connections were let in. */
  #next(): void {
    setImmediate(() => {
      const now = this.#waiting.splice(0, MOST_A_ROUND);
      this.#begun = now.length;
      if (now.length > 0) this.#next();
      for (const work of now) work();
    });
  }
}

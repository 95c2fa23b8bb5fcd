export interface Numbered {
  seq: number;
}

/** No transaction of ours stays open for longer: a number that is missing after this was never used. */
const GIVE_UP_MS = 20_000;
/** Others wrote so much meanwhile that single numbers are no longer worth asking for. */
const MOST_MISSING = 10_000;

/**
 * Where a reader of the trail stands. Numbers are given in order but committed in any, so that a later one may be seen
 * first: those left out are asked for until they come, or until their transaction must have been undone.
 */
export class TrailPosition {
  readonly #missing = new Map<number, number>();

  constructor(public last: number) {}

  /** Numbers before the last one that were not seen so far. */
  missing(now: number): number[] {
    for (const [seq, since] of this.#missing) if (now - since > GIVE_UP_MS) this.#missing.delete(seq);
    return [...this.#missing.keys()];
  }

  /** Notes what was read; true where more was left out than can be waited for. */
  take(found: readonly Numbered[], now: number): boolean {
    let isGap = false;
    for (const { seq } of found) {
      this.#missing.delete(seq);
      if (seq <= this.last) continue;
      if (seq - this.last - 1 + this.#missing.size > MOST_MISSING) {
        this.#missing.clear();
        isGap = true;
      } else {
        for (let left = this.last + 1; left < seq; left += 1) this.#missing.set(left, now);
      }
      this.last = seq;
    }
    return isGap;
  }
}

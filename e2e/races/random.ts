/** Numbers that come again with the same seed (mulberry32), for races that can be told again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.#next() * n);
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** At least one of the list, in its order. */
  some<T>(list: readonly T[]): T[] {
    const chosen = list.filter(() => this.below(2) === 0);
    const one = this.pick(list);
    return chosen.length > 0 || one === undefined ? chosen : [one];
  }
}

import type { Outcome } from "./jobs";

/** The value below which a share of sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** What the clients of one run have done, until its time is over. */
export class Tally {
  readonly began = performance.now();
  readonly until: number;
  readonly #times: number[] = [];
  #refused = 0;

  constructor(ms: number) {
    this.until = this.began + ms;
  }

  note(done: boolean, ms: number): void {
    if (done) this.#times.push(ms);
    else this.#refused += 1;
  }

  outcome(): Outcome {
    const seconds = (performance.now() - this.began) / 1000;
    const sorted = this.#times.sort((a, b) => a - b);
    return {
      done: sorted.length,
      perSecond: sorted.length / seconds,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      refused: this.#refused,
    };
  }
}

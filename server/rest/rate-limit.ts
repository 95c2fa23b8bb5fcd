import { Refusal } from "../domain/errors";

interface Bucket {
  tokens: number;
  at: number;
}

const MINUTE_MS = 60_000;
const MAX_BUCKETS = 50_000;

/** A bucket per key: full it allows a minute's worth at once, and it refills evenly. */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    readonly perMinute: number,
    readonly clock: () => number = () => performance.now(),
  ) {}

  /** Takes one request off a key's allowance; throws `rate_limited` with the seconds to wait. 0 per minute is no limit. */
  take(key: string): void {
    if (this.perMinute === 0) return;
    const now = this.clock();
    const bucket = this.#buckets.get(key) ?? { tokens: this.perMinute, at: now };
    const tokens = Math.min(this.perMinute, bucket.tokens + ((now - bucket.at) * this.perMinute) / MINUTE_MS);
    this.#forgetFull(key);
    if (tokens < 1) {
      this.#buckets.set(key, { tokens, at: now });
      const seconds = Math.ceil(((1 - tokens) * MINUTE_MS) / this.perMinute / 1000);
      throw new Refusal("rate_limited", `Too many requests with this key; wait ${seconds} s.`, {
        retryAfterSeconds: seconds,
      });
    }
    this.#buckets.set(key, { tokens: tokens - 1, at: now });
  }

  /** Keeps memory bounded: the key longest unused gives way. */
  #forgetFull(key: string): void {
    this.#buckets.delete(key);
    if (this.#buckets.size < MAX_BUCKETS) return;
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}

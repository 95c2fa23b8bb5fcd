import { Refusal } from "../domain/errors";

const busy = () =>
  new Refusal("unavailable", "More is asked of this server than it can do right now; try again shortly.");

interface Waiter {
  admit: () => void;
  timer: ReturnType<typeof setTimeout>;
}

/** A place among those that are worked on. */
export interface Slot {
  /** Gives the place up, for a while or for good. */
  leave(): void;
  /** Takes a place again; may be refused like the first time. */
  enter(): Promise<void>;
}

/**
 * Lets only so many requests be worked on at once. A few more wait, for a moment; the rest are told at once to come again:
 * a queue in which everybody waits in vain helps nobody, and starves those who could be served.
 */
export class Admission {
  readonly #waiting = new Set<Waiter>();
  #inside = 0;
  #refused = 0;

  constructor(
    readonly most: number,
    readonly mostWaiting: number,
    readonly patienceMs: number,
  ) {}

  /** Throws `unavailable` where there is no place within the patience. */
  async enter(): Promise<Slot> {
    await this.#enter();
    let isInside = true;
    return {
      leave: () => {
        if (isInside) this.#leave();
        isInside = false;
      },
      enter: async () => {
        if (isInside) return;
        await this.#enter();
        isInside = true;
      },
    };
  }

  /** How many are worked on, how many wait, and how many were refused since the start. */
  get counts(): { inside: number; waiting: number; refused: number } {
    return { inside: this.#inside, waiting: this.#waiting.size, refused: this.#refused };
  }

  #refuse(): Refusal {
    this.#refused += 1;
    return busy();
  }

  async #enter(): Promise<void> {
    if (this.#inside < this.most) {
      this.#inside += 1;
      return;
    }
    if (this.#waiting.size >= this.mostWaiting) throw this.#refuse();
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        admit: resolve,
        timer: setTimeout(() => {
          this.#waiting.delete(waiter);
          reject(this.#refuse());
        }, this.patienceMs),
      };
      this.#waiting.add(waiter);
    });
  }

  /** The place goes to whoever waits longest. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#inside -= 1;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.admit();
  }
}

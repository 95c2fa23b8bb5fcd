import { followTrail, type TrailChange } from "@/db/follow-trail";
import { log } from "./log";
import { metrics } from "./metrics";
import { runtime } from "./runtime";

/** A change that was committed, by whichever process; or a gap, after which anything may have changed. */
export interface Change {
  nodeId?: string;
  reservationId?: string;
  /** Who made it, where it is about no node. */
  orgId?: string;
  action: string;
  at: string;
}

type Subscriber = (change: Change) => void;

export const GAP: Change = { action: "gap", at: new Date(0).toISOString() };

class Events {
  readonly #subscribers = new Set<Subscriber>();
  #stop: (() => void) | undefined;
  readonly #closing = new AbortController();

  #start(): void {
    this.#stop = followTrail({
      connectionString: runtime().env.databaseUrl,
      onChange: (change) => this.#publish(told(change)),
      onGap: () => this.#publish(GAP),
      onError: (error) => log.warn({ err: error }, "following changes was interrupted"),
    });
  }

  #publish(change: Change): void {
    if (change !== GAP) metrics().events.inc();
    for (const subscriber of this.#subscribers) subscriber(change);
  }

  /** Calls back for every change until the returned function is called. */
  subscribe(subscriber: Subscriber): () => void {
    if (!this.#stop) this.#start();
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** Fires when this process stops: streams end with it, and their pages go elsewhere. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  close(): void {
    this.#closing.abort();
    this.#stop?.();
    this.#stop = undefined;
  }
}

const told = ({ nodeId, reservationId, orgId, action, at }: TrailChange): Change => ({
  ...(nodeId ? { nodeId } : { orgId }),
  ...(reservationId && { reservationId }),
  action,
  at: at.toISOString(),
});

const shared = globalThis as typeof globalThis & { __holdfastEvents?: Events };

/** One connection that follows changes a process, however many pages are open. */
export function events(): Events {
  shared.__holdfastEvents ??= new Events();
  return shared.__holdfastEvents;
}

import { listen } from "@/db/listen";
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
  actor: string;
  at: string;
}

type Subscriber = (change: Change) => void;

const CHANNEL = "holdfast_changes";
export const GAP: Change = { action: "gap", actor: "", at: new Date(0).toISOString() };

class Events {
  readonly #subscribers = new Set<Subscriber>();
  #stop: (() => void) | undefined;
  readonly #closing = new AbortController();

  #start(): void {
    this.#stop = listen({
      connectionString: runtime().env.databaseUrl,
      channel: CHANNEL,
      onNotify: (payload) => this.#publish(parse(payload)),
      onGap: () => this.#publish(GAP),
      onError: (error) => log.warn({ err: error }, "listening for changes was interrupted"),
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

function parse(payload: string): Change {
  const { nodeId, reservationId, orgId, action, actor, at } = JSON.parse(payload) as Record<string, string | null>;
  return {
    ...(nodeId && { nodeId }),
    ...(reservationId && { reservationId }),
    ...(orgId && { orgId }),
    action: action ?? "",
    actor: actor ?? "",
    at: new Date(at ?? 0).toISOString(),
  };
}

const shared = globalThis as typeof globalThis & { __holdfastEvents?: Events };

/** One listening connection a process, however many pages are open. */
export function events(): Events {
  shared.__holdfastEvents ??= new Events();
  return shared.__holdfastEvents;
}

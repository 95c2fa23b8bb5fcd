import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface ListenOptions {
  connectionString: string;
  channel: string;
  onNotify: (payload: string) => void;
  /** The connection was lost and is back: what was announced meanwhile is unknown. */
  onGap: () => void;
  onError: (error: unknown) => void;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

/** One connection that listens until its end; resolves when it broke or was stopped. */
async function listenOnce(options: ListenOptions, stopped: AbortSignal, onOpen: () => void): Promise<void> {
  const client = new pg.Client({
    connectionString: options.connectionString,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    connectionTimeoutMillis: LONGEST_PAUSE_MS,
    application_name: "holdfast events",
  });
  const ended = new Promise<void>((resolve) => {
    client.once("end", () => resolve());
    client.on("error", (error) => {
      options.onError(error);
      resolve();
    });
    stopped.addEventListener("abort", () => resolve(), { once: true });
  });
  client.on("notification", (message) => options.onNotify(message.payload ?? ""));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(options.channel)}`);
    onOpen();
    await ended;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function listenUntil(options: ListenOptions, stopped: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MS;
  let opened = 0;
  const onOpen = () => {
    pause = FIRST_PAUSE_MS;
    opened += 1;
    if (opened > 1) options.onGap();
  };
  while (!stopped.aborted) {
    await listenOnce(options, stopped, onOpen).catch(options.onError);
    await sleep(pause, undefined, { signal: stopped }).catch(() => undefined);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Listens on a channel, reconnecting by itself, until the returned function is called. */
export function listen(options: ListenOptions): () => void {
  const stop = new AbortController();
  listenUntil(options, stop.signal).catch(options.onError);
  return () => stop.abort();
}

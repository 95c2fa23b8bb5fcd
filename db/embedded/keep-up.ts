import { setTimeout as sleep } from "node:timers/promises";
import type { Postmaster } from "./postmaster";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Whoever ran for so long did not end for the reason for which he ended before. */
const WELL_MS = 60_000;

/** A Postgres that is launched again whenever it ends by itself: after a crash, or until its disk has room again. */
export function keepUp(first: Postmaster, again: () => Promise<Postmaster>): Pick<Postmaster, "ended" | "stop"> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current = first;
  const ended = (async () => {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const since = performance.now();
      await current.ended;
      if (performance.now() - since > WELL_MS) pause = FIRST_PAUSE_MS;
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      current = await again().catch(() => current);
    }
  })();
  return {
    ended,
    async stop() {
      stopping.abort();
      // It may have been just about to be launched again.
      await current.stop();
      await ended;
      await current.stop();
    },
  };
}

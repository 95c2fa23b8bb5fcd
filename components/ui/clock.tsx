"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { browserZone } from "./time-zones";

/**
 * The server's clock, in the browser. Counters follow it: the browser's own may be wrong. It runs on the monotonic
 * timer from the last `now` that the server gave, so that setting the browser's clock moves nothing.
 */
let base: { server: number; timer: number } | undefined;
const ticks = new Set<() => void>();
let beat: ReturnType<typeof setInterval> | undefined;

export function syncServerClock(now: string): void {
  const server = Date.parse(now);
  if (Number.isFinite(server)) base = { server, timer: performance.now() };
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return base ? base.server + performance.now() - base.timer : Date.now();
}

/** An instant of the server's clock by the browser's own. */
export const browserTimeOf = (instant: string): number => Date.now() - (serverNow() - Date.parse(instant));

function subscribe(tick: () => void): () => void {
  ticks.add(tick);
  beat ??= setInterval(() => {
    for (const each of ticks) each();
  }, 1000);
  return () => {
    ticks.delete(tick);
    if (ticks.size > 0) return;
    clearInterval(beat);
    beat = undefined;
  };
}

const FirstNow = createContext(0);

/** Around the pages: the instant at which the server made them. */
export function ClockProvider({ now, children }: { now: string; children: ReactNode }) {
  const [first] = useState(() => Date.parse(now));
  // Before any effect below, which may set a timer by the server's clock.
  useLayoutEffect(() => syncServerClock(now), [now]);
  return <FirstNow value={first}>{children}</FirstNow>;
}

/**
 * Hands the clock each `now` that comes with data. What was there before the caller was shown is not new: a page that is
 * gone back to would set the clock back to when it was left.
 */
export function useSyncServerClock(now: string | undefined): void {
  const old = useRef(now);
  useEffect(() => {
    if (now && now !== old.current) syncServerClock(now);
  }, [now]);
}

/**
 * What `read` makes of the server's now, read each second. Renders only when that changes: give it something coarse, a
 * label or a minute. The first render says what the server's own did.
 */
export function useServerClock<T extends string | number | boolean>(read: (now: number) => T): T {
  const first = useContext(FirstNow);
  return useSyncExternalStore(
    subscribe,
    () => read(serverNow()),
    () => read(first),
  );
}

const never = () => () => {};

/** The browser's zone; UTC until the page has woken up, as the server can't know. */
export function useTimeZone(): string {
  return useSyncExternalStore(never, browserZone, () => "UTC");
}

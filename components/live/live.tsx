"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useTRPC } from "@/components/trpc/client";
import { serverNow } from "@/components/ui/clock";
import type { ChangeEvent } from "@/server/contract/console";

export type LiveStatus = "connecting" | "live" | "lost";

type Listener = (changes: readonly ChangeEvent[]) => void;

interface Live {
  status: LiveStatus;
  /** The server's clock when the pages were last known to be current; undefined while they are. */
  since: string | undefined;
  listen: (listener: Listener) => () => void;
}

const LiveContext = createContext<Live>({ status: "connecting", since: undefined, listen: () => () => undefined });

/** Many changes at once are one: pages ask again at most this often, and still well within a second. */
const GATHER_MS = 200;

/** A gap: anything may have changed while nobody told us. */
const isGap = (change: ChangeEvent): boolean => change.action === "gap";

function useGathered(deliver: Listener): (change: ChangeEvent) => void {
  const waiting = useRef<ChangeEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(
    (change) => {
      waiting.current.push(change);
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        deliver(waiting.current.splice(0));
      }, GATHER_MS);
    },
    [deliver],
  );
}

function watchNetwork(changed: () => void): () => void {
  const names = ["online", "offline"] as const;
  for (const name of names) window.addEventListener(name, changed);
  return () => {
    for (const name of names) window.removeEventListener(name, changed);
  };
}

/** What the browser knows of its network: a stream without one hangs silently, and would be missed much later. */
function useIsOnline(reconnect: () => void): boolean {
  const isOnline = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
  const before = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !before.current) reconnect();
    before.current = isOnline;
  }, [isOnline, reconnect]);
  return isOnline;
}

/** How long a fresh page waits for its stream before it says that it isn't following. */
const PATIENCE_MS = 4_000;

/**
 * Follows whether the page still hears of changes, and since when it doesn't. A page whose stream never began is as
 * stale as one that lost it: its data are of when it was made.
 */
function useStatus(isLive: boolean, isOnline: boolean): { status: LiveStatus; since: string | undefined } {
  const [since, setSince] = useState<string>();
  const wasLive = useRef(false);
  const madeAt = useRef<number>(undefined);
  useEffect(() => {
    madeAt.current ??= serverNow();
    if (isLive) {
      wasLive.current = true;
      setSince(undefined);
      return undefined;
    }
    const lostAt = wasLive.current ? serverNow() : madeAt.current;
    const say = () => setSince((before) => before ?? new Date(lostAt).toISOString());
    if (wasLive.current || !isOnline) {
      say();
      return undefined;
    }
    const timer = setTimeout(say, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLive, isOnline]);
  if (isLive) return { status: "live", since: undefined };
  return { status: since ? "lost" : "connecting", since };
}

const FOLLOW_ON_MS = { idle: 1_000, error: 10_000 };

/**
 * The server ends a stream whose rights have changed: the page opens the next one, with those that there are now. One
 * that was refused, since the session is over, is tried again for when somebody has signed in on this page.
 */
function useFollowOn(status: string, reset: () => void): void {
  const patience = status === "idle" || status === "error" ? FOLLOW_ON_MS[status] : undefined;
  useEffect(() => {
    if (patience === undefined) return undefined;
    const timer = setTimeout(reset, patience);
    return () => clearTimeout(timer);
  }, [patience, reset]);
}

/** One stream of changes for all pages of a tab; each page asks again for what it shows. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const listeners = useRef(new Set<Listener>());
  const deliver = useCallback<Listener>(
    (changes) => {
      // The stream begins with a gap, and so does every new one after a loss: what happened meanwhile nobody told us.
      if (changes.some(isGap)) return void queryClient.invalidateQueries();
      // Pages that were left hear of nothing: who comes back to them must not be shown what they remember as fresh.
      void queryClient.invalidateQueries({ type: "inactive", refetchType: "none" });
      for (const listener of listeners.current) listener(changes);
    },
    [queryClient],
  );
  const push = useGathered(deliver);
  const wasRefused = useRef(false);
  const subscription = useSubscription(
    trpc.console.changes.subscriptionOptions(undefined, {
      onData: (event) => {
        wasRefused.current = false;
        push(event.data);
      },
      // A refused stream sends no gap: the page's own reads must find out why, or it would go on showing what was.
      onError: () => {
        if (!wasRefused.current) void queryClient.invalidateQueries();
        wasRefused.current = true;
      },
    }),
  );
  useFollowOn(subscription.status, subscription.reset);
  const isOnline = useIsOnline(subscription.reset);
  const { status, since } = useStatus(isOnline && subscription.status === "pending", isOnline);
  const listen = useCallback((listener: Listener) => {
    listeners.current.add(listener);
    return () => listeners.current.delete(listener);
  }, []);
  const value = useMemo(() => ({ status, since, listen }), [status, since, listen]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

export const useLive = (): Live => useContext(LiveContext);

/** Calls back with changes as they come, a few times a second at most; a gap makes every query ask again by itself. */
export function useChanges(onChanges: Listener): void {
  const { listen } = useLive();
  const latest = useRef(onChanges);
  useEffect(() => {
    latest.current = onChanges;
  });
  useEffect(() => listen((changes) => latest.current(changes)), [listen]);
}

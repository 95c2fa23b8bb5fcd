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
import type { ChangeEvent } from "@/server/contract/console";

export type LiveStatus = "connecting" | "live" | "lost";

type Listener = (changes: readonly ChangeEvent[]) => void;

interface Live {
  status: LiveStatus;
  /** When the pages were last known to be current: the loss of the connection, or now. */
  since: Date | undefined;
  listen: (listener: Listener) => () => void;
}

const LiveContext = createContext<Live>({ status: "connecting", since: undefined, listen: () => () => undefined });

/** Many changes at once are one: pages ask again at most this often, and still well within a second. */
const GATHER_MS = 200;

/** A gap: anything may have changed while nobody told us. */
export const isGap = (change: ChangeEvent): boolean => change.action === "gap";

function useGathered(deliver: Listener): (change: ChangeEvent) => void {
  const waiting = useRef<ChangeEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
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

/**
 * Asks again for everything when the connection begins, and when it was away: what happened before it stood, since the
 * page was made too, nobody told us.
 */
function useStatus(isLive: boolean): { status: LiveStatus; since: Date | undefined } {
  const queryClient = useQueryClient();
  const [since, setSince] = useState<Date>();
  const wasLive = useRef(false);
  useEffect(() => {
    if (isLive && (since || !wasLive.current)) {
      setSince(undefined);
      void queryClient.invalidateQueries();
    } else if (!isLive && wasLive.current && !since) setSince(new Date());
    if (isLive) wasLive.current = true;
  }, [isLive, since, queryClient]);
  if (isLive) return { status: "live", since };
  return { status: since ? "lost" : "connecting", since };
}

/** One stream of changes for all pages of a tab; each page asks again for what it shows. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const trpc = useTRPC();
  const listeners = useRef(new Set<Listener>());
  const deliver = useCallback<Listener>((changes) => {
    for (const listener of listeners.current) listener(changes);
  }, []);
  const push = useGathered(deliver);
  const subscription = useSubscription(
    trpc.console.changes.subscriptionOptions(undefined, { onData: (event) => push(event.data) }),
  );
  const isOnline = useIsOnline(subscription.reset);
  const { status, since } = useStatus(isOnline && subscription.status === "pending");
  const listen = useCallback((listener: Listener) => {
    listeners.current.add(listener);
    return () => listeners.current.delete(listener);
  }, []);
  const value = useMemo(() => ({ status, since, listen }), [status, since, listen]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

export const useLive = (): Live => useContext(LiveContext);

/** Calls back with changes as they come, a few times a second at most. */
export function useChanges(onChanges: Listener): void {
  const { listen } = useLive();
  const latest = useRef(onChanges);
  useEffect(() => {
    latest.current = onChanges;
  });
  useEffect(() => listen((changes) => latest.current(changes)), [listen]);
}

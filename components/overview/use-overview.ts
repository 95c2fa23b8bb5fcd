"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useChanges } from "@/components/live/live";
import { useTRPC } from "@/components/trpc/client";
import { useSyncServerClock } from "@/components/ui/clock";

/** Terms begin and end by the clock alone, and not every change is told to everybody. */
const ASKS_AGAIN_MS = 30_000;
/** The numbers are of the whole fleet: however much happens, they are asked for at most this often. */
const AT_MOST_EVERY_MS = 2_000;

/** Calls at once, then at most once in a while, and once more after the last call. */
function useAtMostEvery(ms: number, run: () => void): () => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    if (timer.current !== undefined) return;
    const wait = Math.max(0, last.current + ms - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      last.current = performance.now();
      latest.current();
    }, wait);
  }, [ms]);
}

/** What stands where, as it is now. */
export function useOverview() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.overview.read.queryOptions(undefined, { refetchInterval: ASKS_AGAIN_MS }));
  const refresh = useAtMostEvery(AT_MOST_EVERY_MS, () => {
    void queryClient.invalidateQueries({ queryKey: trpc.overview.read.queryKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.trail.page.queryKey() });
  });
  useChanges(refresh);
  useSyncServerClock(query.data?.now);
  return query;
}

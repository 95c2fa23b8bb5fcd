"use client";

import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useChanges } from "@/components/live/live";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { serverNow } from "@/components/ui/clock";
import type { FleetRow } from "@/server/contract/console";
import { type FleetFilters, toQuery } from "./fleet-filters";

const PAGE = 100;
const MOST_REFRESHED = 200;

interface FleetPage {
  items: FleetRow[];
  nextCursor?: string;
  total: number;
}

function replaced(data: InfiniteData<FleetPage> | undefined, rows: readonly FleetRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => ({ ...page, items: page.items.map((row) => byId.get(row.id) ?? row) })),
    }
  );
}

/** Timers hold 2^31 ms at most; and many terms that end together are one refresh. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;
const SHORTEST_WAIT_MS = 250;

/** Rows whose terms begin or end by the clock alone are asked for when that is due: nobody announces it. */
function useClock(rows: readonly FleetRow[], refresh: (nodeIds: readonly string[]) => void): void {
  const onDue = useEffectEvent(refresh);
  useEffect(() => {
    const due = rows.flatMap(({ id, nextBoundary }) => (nextBoundary ? [{ id, at: Date.parse(nextBoundary) }] : []));
    if (due.length === 0) return undefined;
    const first = due.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
    const wait = Math.min(Math.max(first - serverNow() + 50, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
    const timer = setTimeout(() => {
      const now = serverNow();
      onDue(due.filter(({ at }) => at <= now).map(({ id }) => id));
    }, wait);
    return () => clearTimeout(timer);
  }, [rows]);
}

/** The fleet by pages. A change elsewhere, and the clock, refresh the rows that they touch, not the whole list. */
export function useFleet(filters: FleetFilters) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const options = trpc.console.fleet.infiniteQueryOptions(
    { ...toQuery(filters), limit: PAGE },
    {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: (before) => before,
      // Comparing 10,000 old rows with themselves for each page that comes would hold up the scrolling.
      structuralSharing: false,
    },
  );
  const { queryKey } = options;
  const query = useInfiniteQuery(options);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);

  const refreshAll = () => void queryClient.invalidateQueries({ queryKey });
  const refresh = (nodeIds: readonly string[]) => {
    if (nodeIds.length === 0) return;
    if (nodeIds.length > MOST_REFRESHED) return refreshAll();
    client.console.fleetRows.query({ nodeIds: [...nodeIds] }).then(
      (fresh) =>
        queryClient.setQueryData(
          queryKey,
          (data) => replaced(data as InfiniteData<FleetPage> | undefined, fresh) as typeof data,
        ),
      // The list's own read has retries, and says so where it fails.
      refreshAll,
    );
  };

  useChanges((changes) => {
    const shown = new Set(rows.map((row) => row.id));
    const touched = [...new Set(changes.flatMap((change) => change.nodeId ?? []))].filter((id) => shown.has(id));
    if (changes.some((change) => change.action === "node.create")) refreshAll();
    else refresh(touched);
  });
  useClock(rows, refresh);
  return { ...query, rows, total: query.data?.pages[0]?.total ?? 0 };
}

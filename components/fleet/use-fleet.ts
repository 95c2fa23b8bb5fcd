"use client";

import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useChanges } from "@/components/live/live";
import { useDue } from "@/components/live/use-due";
import { withRows } from "@/components/live/with-rows";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import type { FleetRow } from "@/server/contract/console";
import { type FleetFilters, toQuery } from "./fleet-filters";

const PAGE = 100;
const MOST_REFRESHED = 200;

interface FleetPage {
  items: FleetRow[];
  nextCursor?: string;
  total?: number;
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
          (data) => withRows(data as InfiniteData<FleetPage> | undefined, fresh) as typeof data,
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
  useDue(rows, refresh);
  return { ...query, rows, total: query.data?.pages[0]?.total ?? 0 };
}

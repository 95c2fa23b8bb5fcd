"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useListChanges } from "@/components/live/use-list-changes";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import type { FleetRow } from "@/server/contract/console";
import { type FleetFilters, toQuery } from "./fleet-filters";

const PAGE = 100;

/** The fleet by pages. A change elsewhere, and the clock, refresh the rows that they touch, not the whole list. */
export function useFleet(filters: FleetFilters) {
  const trpc = useTRPC();
  const client = useTRPCClient();
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

  useListChanges<FleetRow>({
    queryKey,
    isReading: query.isFetching,
    rows,
    readRows: (nodeIds) => client.console.fleetRows.query({ nodeIds }),
    addsRow: ({ action }) => action === "node.create",
    touched: (changes) => {
      const shown = new Set(rows.map((row) => row.id));
      return [...new Set(changes.flatMap(({ nodeId }) => nodeId ?? []))].filter((id) => shown.has(id));
    },
  });
  return { ...query, rows, total: query.data?.pages[0]?.total ?? 0 };
}

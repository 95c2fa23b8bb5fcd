"use client";

import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useChanges } from "@/components/live/live";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
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

/** The fleet by pages. A change elsewhere refreshes the rows that it touches, not the whole list. */
export function useFleet(filters: FleetFilters) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const options = trpc.console.fleet.infiniteQueryOptions(
    { ...toQuery(filters), limit: PAGE },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: (before) => before },
  );
  const query = useInfiniteQuery(options);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);

  useChanges((changes) => {
    const shown = new Set(rows.map((row) => row.id));
    const touched = [...new Set(changes.flatMap((change) => change.nodeId ?? []))].filter((id) => shown.has(id));
    const isNew = changes.some((change) => change.action === "node.create");
    if (isNew || touched.length > MOST_REFRESHED) {
      void queryClient.invalidateQueries({ queryKey: options.queryKey });
    } else if (touched.length > 0) {
      void client.console.fleetRows.query({ nodeIds: touched }).then((fresh) => {
        queryClient.setQueryData(
          options.queryKey,
          (data) => replaced(data as InfiniteData<FleetPage> | undefined, fresh) as typeof data,
        );
      });
    }
  });
  return { ...query, rows, total: query.data?.pages[0]?.total ?? 0 };
}

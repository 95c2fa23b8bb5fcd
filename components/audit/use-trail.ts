"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useChanges } from "@/components/live/live";
import { useAddress } from "@/components/patterns/use-address";
import { useTRPC } from "@/components/trpc/client";
import { readTrailFilters, type TrailFilters, toTrailQuery, writeTrailFilters } from "./trail-filters";

const PAGE = 100;
/** Refused attempts are announced by nobody: the news are asked for now and then as well. */
const ASK_AGAIN_MS = 15_000;

/** Filters that live in the page's address: a link or the back button brings the same entries. */
export const useTrailFilters = () => useAddress<TrailFilters>(readTrailFilters, writeTrailFilters);

/**
 * Entries by pages. They never change, so nothing that happens reads them again: what is new is counted beside them, and
 * shown when the reader asks for it.
 */
export function useTrail(filters: TrailFilters, nodeId: string | undefined) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const filter = toTrailQuery(filters, nodeId);
  const options = trpc.trail.page.infiniteQueryOptions(
    { ...filter, limit: PAGE },
    { getNextPageParam: (page) => page.nextCursor, staleTime: "static", gcTime: 0 },
  );
  const query = useInfiniteQuery(options);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const first = query.data?.pages[0];
  const news = useQuery({
    ...trpc.trail.news.queryOptions({ ...filter, head: first?.head ?? "" }),
    enabled: first !== undefined,
    refetchInterval: ASK_AGAIN_MS,
  });
  useChanges(() => void queryClient.invalidateQueries({ queryKey: trpc.trail.news.queryKey() }));

  const { queryKey } = options;
  const { refetch } = query;
  const showNews = useCallback(async () => {
    queryClient.setQueryData(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    await refetch();
  }, [queryClient, queryKey, refetch]);
  return {
    ...query,
    rows,
    total: first?.total ?? 0,
    isMore: first?.isMore ?? false,
    newCount: news.data?.count ?? 0,
    showNews,
  };
}

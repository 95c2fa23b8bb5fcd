"use client";

import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useChanges } from "@/components/live/live";
import { useDue } from "@/components/live/use-due";
import { withRows } from "@/components/live/with-rows";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { serverNow } from "@/components/ui/clock";
import type { ReservationListPage, ReservationListRow } from "@/server/contract/reservation-list";
import { type ListFilters, toQuery } from "./list-filters";

const PAGE = 100;
const MOST_REFRESHED = 200;

/** When a reservation's status changes next by the clock alone. */
function boundaryOf({ status, startsAt, endsAt }: ReservationListRow, now: number): string | undefined {
  if (status === "cancelled" || status === "expired") return undefined;
  return Date.parse(startsAt) > now ? startsAt : endsAt;
}

/** Reservations by pages. A change elsewhere, and the clock, refresh the rows that they touch, not the whole list. */
export function useReservations(filters: ListFilters) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const options = trpc.time.reservations.infiniteQueryOptions(
    { ...toQuery(filters), limit: PAGE },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: (before) => before },
  );
  const { queryKey } = options;
  const query = useInfiniteQuery(options);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);

  const refreshAll = () => void queryClient.invalidateQueries({ queryKey });
  const refresh = (ids: readonly string[]) => {
    if (ids.length === 0) return;
    if (ids.length > MOST_REFRESHED) return refreshAll();
    client.time.reservationRows.query({ ids: [...ids] }).then(
      (fresh) =>
        queryClient.setQueryData(
          queryKey,
          (data) => withRows(data as InfiniteData<ReservationListPage> | undefined, fresh) as typeof data,
        ),
      // The list's own read has retries, and says so where it fails.
      refreshAll,
    );
  };

  useChanges((changes) => {
    if (changes.some((change) => change.action === "reservation.create")) return refreshAll();
    const named = new Set(changes.flatMap((change) => change.reservationId ?? []));
    const nodes = new Set(changes.flatMap((change) => (change.reservationId ? [] : (change.nodeId ?? []))));
    refresh(rows.filter((row) => named.has(row.id) || nodes.has(row.nodeId)).map((row) => row.id));
  });
  const due = useMemo(() => {
    const now = serverNow();
    return rows.map((row) => ({ id: row.id, nextBoundary: boundaryOf(row, now) }));
  }, [rows]);
  useDue(due, refresh);
  const first = query.data?.pages[0];
  return { ...query, rows, total: first?.total ?? 0, names: first?.names ?? {} };
}

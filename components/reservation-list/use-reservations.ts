"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useListChanges } from "@/components/live/use-list-changes";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { serverNow } from "@/components/ui/clock";
import type { ReservationListRow } from "@/server/contract/reservation-list";
import { type ListFilters, toQuery } from "./list-filters";

const PAGE = 100;

/** When a reservation's status changes next by the clock alone. */
function boundaryOf({ status, startsAt, endsAt }: ReservationListRow, now: number): string | undefined {
  if (status === "cancelled" || status === "expired") return undefined;
  return Date.parse(startsAt) > now ? startsAt : endsAt;
}

/** Reservations by pages. A change elsewhere, and the clock, refresh the rows that they touch, not the whole list. */
export function useReservations(filters: ListFilters) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const options = trpc.time.reservations.infiniteQueryOptions(
    { ...toQuery(filters), limit: PAGE },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: (before) => before },
  );
  const { queryKey } = options;
  const query = useInfiniteQuery(options);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);

  const due = useMemo(() => {
    const now = serverNow();
    return rows.map((row) => ({ id: row.id, nextBoundary: boundaryOf(row, now) }));
  }, [rows]);
  useListChanges<ReservationListRow>({
    queryKey,
    isReading: query.isFetching,
    rows: due,
    readRows: (ids) => client.time.reservationRows.query({ ids }),
    addsRow: ({ action }) => action === "reservation.create",
    touched: (changes) => {
      const named = new Set(changes.flatMap((change) => change.reservationId ?? []));
      const nodes = new Set(changes.flatMap((change) => (change.reservationId ? [] : (change.nodeId ?? []))));
      return rows.filter((row) => named.has(row.id) || nodes.has(row.nodeId)).map((row) => row.id);
    },
  });
  const first = query.data?.pages[0];
  return { ...query, rows, total: first?.total ?? 0, names: first?.names ?? {} };
}

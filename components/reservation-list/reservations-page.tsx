"use client";

import { CalendarRange, Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback } from "react";
import { PageHeader } from "@/components/patterns/page-header";
import { useAddress } from "@/components/patterns/use-address";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-look";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { ToggleRow } from "@/components/ui/toggle-row";
import { FilterBar } from "./filter-bar";
import {
  exportHref,
  isFiltered,
  type ListFilters,
  NO_FILTERS,
  readFilters,
  toQuery,
  writeFilters,
} from "./list-filters";
import { ReservationTable } from "./reservation-table";
import { useReservations } from "./use-reservations";

const PLACEHOLDERS = Array.from({ length: 14 }, (_, place) => place);
const VIEWS = [
  { id: "list", label: "List" },
  { id: "timeline", label: "Timeline" },
] as const;
/** The server counts no further. */
const COUNTED = 10_000;

function LoadingRows() {
  return (
    <Loading label="Loading reservations">
      <div className="flex flex-col gap-2 rounded-md border border-line p-3">
        {PLACEHOLDERS.map((place) => (
          <Skeleton key={place} className="h-7 w-full" />
        ))}
      </div>
    </Loading>
  );
}

const ReservationLanes = dynamic(() => import("./reservation-lanes").then((module) => module.ReservationLanes), {
  ssr: false,
  loading: LoadingRows,
});

interface FilterProps {
  filters: ListFilters;
  change: (change: Partial<ListFilters>) => void;
}

function Nothing({ filters, change }: FilterProps) {
  if (isFiltered(filters)) {
    return (
      <EmptyState
        icon={CalendarRange}
        title="No reservation matches these filters"
        action={<Button onPress={() => change(NO_FILTERS)}>Clear the filters</Button>}
      />
    );
  }
  return (
    <EmptyState icon={CalendarRange} title="No reservations yet">
      Reservations on your org's nodes, and those that it manages elsewhere, stand here. The operator makes one on a
      node's page: select units there and choose Reserve.
    </EmptyState>
  );
}

function Actions({ filters, change }: FilterProps) {
  return (
    <>
      <ToggleRow
        label="View"
        options={VIEWS}
        isOn={(id) => filters.view === id}
        onToggle={(view) => change({ view })}
      />
      <a href={exportHref(filters)} download className={`${buttonClass({})} hover:bg-hover`}>
        <Download className="size-4 shrink-0" aria-hidden="true" />
        <span className="max-sm:sr-only">Export CSV</span>
      </a>
    </>
  );
}

function countText(total: number): string {
  if (total > COUNTED) return `more than ${COUNTED.toLocaleString("en")} reservations`;
  return `${total.toLocaleString("en")} ${total === 1 ? "reservation" : "reservations"}`;
}

type ListProps = FilterProps & { list: ReturnType<typeof useReservations> };

function Rows({ filters, change, list }: ListProps) {
  const { fetchNextPage } = list;
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const rows = {
    rows: list.rows,
    listKey: JSON.stringify(toQuery(filters)),
    total: list.total > COUNTED ? undefined : list.total,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    onMore,
  };
  if (filters.view === "list") {
    return <ReservationTable {...rows} sort={filters.sort} onSort={(sort) => change({ sort })} />;
  }
  return <ReservationLanes {...rows} kept={filters} onKeep={({ days, from }) => change({ days, from })} />;
}

function Body({ filters, change, list }: ListProps) {
  if (list.error && !list.data) {
    return (
      <ErrorState
        title="The reservations could not be loaded"
        onRetry={() => void list.refetch()}
        isRetrying={list.isRefetching}
      >
        {list.error.message}
      </ErrorState>
    );
  }
  if (list.isPending) return <LoadingRows />;
  if (list.rows.length === 0) return <Nothing filters={filters} change={change} />;
  return <Rows filters={filters} change={change} list={list} />;
}

/** Every reservation that the caller may read, over all nodes: as rows or over time. */
export function ReservationsPage() {
  const [filters, change] = useAddress<ListFilters>(readFilters, writeFilters);
  const list = useReservations(filters);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <PageHeader
        title="Reservations"
        meta={list.data ? countText(list.total) : undefined}
        actions={<Actions filters={filters} change={change} />}
      />
      <FilterBar
        filters={filters}
        change={change}
        names={list.names}
        isSearching={list.isFetching && !list.isFetchingNextPage}
      />
      <Body filters={filters} change={change} list={list} />
    </div>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import { memo, useCallback } from "react";
import { STATE_WORDS } from "@/components/patterns/glossary";
import { PageHeader } from "@/components/patterns/page-header";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/link";
import { SearchField } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { Switch } from "@/components/ui/switch";
import { UNIT_STATES } from "@/server/domain/unit-state";
import { type FleetFilters, isFiltered, STATUS_FILTERS } from "./fleet-filters";
import { FleetTable } from "./fleet-table";
import { useFilters, useTyped } from "./use-filters";
import { useFleet } from "./use-fleet";

const NO_FILTERS = {
  search: "",
  status: undefined,
  pool: undefined,
  model: undefined,
  state: undefined,
  review: false,
} as const;
const PLACEHOLDERS = Array.from({ length: 14 }, (_, place) => place);
const ANY = { id: "any", label: "Any" } as const;
const STATUS_OPTIONS = [
  { ...ANY, label: "Any status" },
  ...STATUS_FILTERS.map((id) => ({ id, label: id.replace("-", " ") })),
];
const STATE_OPTIONS = [
  { ...ANY, label: "Units in any state" },
  ...UNIT_STATES.map((id) => ({ id, label: STATE_WORDS[id].word })),
];
const POOL_OPTIONS = [
  { ...ANY, label: "Any pool" },
  { id: "community" as const, label: "community" },
  { id: "verified" as const, label: "verified" },
];

interface FiltersProps {
  filters: FleetFilters;
  change: (change: Partial<FleetFilters>) => void;
  isSearching: boolean;
}

function ModelSelect({ filters, change }: Pick<FiltersProps, "filters" | "change">) {
  const trpc = useTRPC();
  const models = useQuery(trpc.catalog.models.queryOptions({}));
  const options = [
    { ...ANY, label: "Any model" },
    ...(models.data ?? []).map((model) => ({ id: model.id, label: model.name })),
  ];
  return (
    <Select
      label="GPU model"
      hideLabel
      options={options}
      value={filters.model ?? ANY.id}
      onChange={(id) => change({ model: id === ANY.id ? undefined : id })}
    />
  );
}

/** Not drawn anew while pages come: its lists cost more than the rows that a step of scrolling brings. */
const Filters = memo(function Filters({ filters, change, isSearching }: FiltersProps) {
  const settle = useCallback((search: string) => change({ search }), [change]);
  const [typed, setTyped] = useTyped(filters.search, settle);
  return (
    <search className="flex flex-wrap items-center gap-2">
      <div className="w-full sm:w-64">
        <SearchField
          label="Search nodes"
          placeholder="Hostname, owner, city or id"
          value={typed}
          onChange={setTyped}
          isSearching={isSearching && typed !== ""}
        />
      </div>
      <Select
        label="Status"
        hideLabel
        options={STATUS_OPTIONS}
        value={filters.status ?? ANY.id}
        onChange={(id) => change({ status: id === "any" ? undefined : id })}
      />
      <Select
        label="Pool"
        hideLabel
        options={POOL_OPTIONS}
        value={filters.pool ?? ANY.id}
        onChange={(id) => change({ pool: id === "any" ? undefined : id })}
      />
      <ModelSelect filters={filters} change={change} />
      <Select
        label="Unit state"
        hideLabel
        options={STATE_OPTIONS}
        value={filters.state ?? ANY.id}
        onChange={(id) => change({ state: id === "any" ? undefined : id })}
      />
      <Switch isSelected={filters.review} onChange={(review) => change({ review })}>
        In review only
      </Switch>
    </search>
  );
});

function LoadingRows() {
  return (
    <Loading label="Loading nodes">
      <div className="flex flex-col gap-2 rounded-md border border-line p-3">
        {PLACEHOLDERS.map((place) => (
          <Skeleton key={place} className="h-7 w-full" />
        ))}
      </div>
    </Loading>
  );
}

function Nothing({ filters, change, mayRegister }: Pick<FiltersProps, "filters" | "change"> & FleetPageProps) {
  if (isFiltered(filters)) {
    return (
      <EmptyState
        icon={Server}
        title="No node matches these filters"
        action={<Button onPress={() => change(NO_FILTERS)}>Clear the filters</Button>}
      />
    );
  }
  return (
    <EmptyState icon={Server} title="No nodes yet" action={mayRegister && <RegisterLink />}>
      Nodes that your org owns, or on which it manages a reservation, stand here.
      {!mayRegister && " People with the permission node.write can register one."}
    </EmptyState>
  );
}

interface FleetPageProps {
  /** The person may register nodes. */
  mayRegister: boolean;
}

const RegisterLink = () => (
  <ButtonLink href="/nodes/new" variant="primary">
    Register a node
  </ButtonLink>
);

/** Every node that the caller may see, found in seconds. */
export function FleetPage({ mayRegister }: FleetPageProps) {
  const [filters, change] = useFilters();
  const fleet = useFleet(filters);
  const { rows, total, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = fleet;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <PageHeader
        title="Nodes"
        meta={fleet.data ? `${total} ${total === 1 ? "node" : "nodes"}` : undefined}
        actions={mayRegister && rows.length > 0 && <RegisterLink />}
      />
      <Filters filters={filters} change={change} isSearching={fleet.isFetching && !isFetchingNextPage} />
      {error && !fleet.data ? (
        <ErrorState
          title="The nodes could not be loaded"
          onRetry={() => void refetch()}
          isRetrying={fleet.isRefetching}
        >
          {error.message}
        </ErrorState>
      ) : fleet.isPending ? (
        <LoadingRows />
      ) : rows.length === 0 ? (
        <Nothing filters={filters} change={change} mayRegister={mayRegister} />
      ) : (
        <FleetTable
          rows={rows}
          listKey={JSON.stringify(filters)}
          total={total}
          sort={filters.sort}
          onSort={(sort) => change({ sort })}
          hasMore={hasNextPage}
          isLoadingMore={isFetchingNextPage}
          onMore={more}
        />
      )}
    </div>
  );
}

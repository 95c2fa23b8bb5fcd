"use client";

import dynamic from "next/dynamic";
import { memo, useCallback } from "react";
import { useTyped } from "@/components/fleet/use-filters";
import { reservationStatusLabel } from "@/components/patterns/reservation-status-badge";
import { SearchField } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleRow } from "@/components/ui/toggle-row";
import { RESERVATION_STATUSES } from "@/server/domain/status";
import { ENDINGS, type Ending, type ListFilters, type ListSort } from "./list-filters";
import type { PickersProps } from "./pickers";

const Pickers = dynamic(() => import("./pickers").then((module) => module.Pickers), {
  ssr: false,
  loading: () => (
    <>
      <Skeleton className="h-8 w-[calc(50%-0.25rem)] sm:w-38" />
      <Skeleton className="h-8 w-[calc(50%-0.25rem)] sm:w-38" />
    </>
  ),
});

const STATUSES = RESERVATION_STATUSES.map((id) => ({ id, label: reservationStatusLabel(id) }));
const ENDING_LABELS: Record<Ending, string> = { "24h": "24 hours", "7d": "7 days", "30d": "30 days" };
const ENDING_OPTIONS = [
  { id: "any" as const, label: "Ending any time" },
  ...ENDINGS.map((id) => ({ id, label: `Ending within ${ENDING_LABELS[id]}` })),
];

const SORT_OPTIONS: readonly { id: ListSort; label: string }[] = [
  { id: "-created", label: "Newest first" },
  { id: "created", label: "Oldest first" },
  { id: "start", label: "First to start" },
  { id: "-start", label: "Last to start" },
  { id: "end", label: "First to end" },
  { id: "-end", label: "Last to end" },
];

interface FilterBarProps extends PickersProps {
  isSearching: boolean;
}

/** Which reservations are listed; everything here stands in the page's address. Not drawn anew while pages come. */
export const FilterBar = memo(function FilterBar({ filters, change, names, isSearching }: FilterBarProps) {
  const settle = useCallback((contract: string) => change({ contract }), [change]);
  const [typed, setTyped] = useTyped(filters.contract, settle);
  const toggle = (status: ListFilters["status"][number]) =>
    change({
      status: filters.status.includes(status)
        ? filters.status.filter((each) => each !== status)
        : [...filters.status, status],
    });
  return (
    <search className="flex flex-wrap items-center gap-2">
      <div className="w-full sm:w-50">
        <SearchField
          label="Contract reference"
          placeholder="Contract or id"
          value={typed}
          onChange={setTyped}
          isSearching={isSearching && typed !== ""}
        />
      </div>
      <ToggleRow label="Status" options={STATUSES} isOn={(id) => filters.status.includes(id)} onToggle={toggle} />
      <Pickers filters={filters} change={change} names={names} />
      <Select
        label="Ending"
        hideLabel
        options={ENDING_OPTIONS}
        value={filters.ending ?? "any"}
        onChange={(id) => change({ ending: id === "any" ? undefined : id })}
      />
      {/* A wide list sorts by its heads. */}
      <div className={filters.view === "list" ? "lg:hidden" : undefined}>
        <Select
          label="Order"
          hideLabel
          options={SORT_OPTIONS}
          value={filters.sort}
          onChange={(sort) => change({ sort })}
        />
      </div>
    </search>
  );
});

"use client";

import { CalendarDays, ListFilter } from "lucide-react";
import dynamic from "next/dynamic";
import { memo, useCallback, useState } from "react";
import { useTyped } from "@/components/fleet/use-filters";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/clock";
import { cx } from "@/components/ui/cx";
import { SearchField } from "@/components/ui/search-field";
import { Select } from "@/components/ui/select";
import { ACTION_NAMES, actionName } from "./action-names";
import { rangeLabel } from "./range-label";
import { countFilters, NO_FILTERS, type TrailFilters } from "./trail-filters";

const TimeDialog = dynamic(() => import("./time-dialog").then((module) => module.TimeDialog), { ssr: false });

export interface FilterBarProps {
  filters: TrailFilters;
  change: (change: Partial<TrailFilters>) => void;
  /** The trail of one node: there is no node to filter by. */
  ofNode?: boolean;
  isSearching: boolean;
}

type TextFilter = "text" | "actor" | "node" | "reservation" | "unitId";

interface TextFilterProps extends Pick<FilterBarProps, "filters" | "change"> {
  name: TextFilter;
  label: string;
  placeholder: string;
  isSearching?: boolean;
}

function TextFilterField({ name, filters, change, ...props }: TextFilterProps) {
  const settle = useCallback((value: string) => change({ [name]: value }), [change, name]);
  const [typed, setTyped] = useTyped(filters[name], settle);
  return <SearchField {...props} value={typed} onChange={setTyped} isSearching={props.isSearching && typed !== ""} />;
}

const ANY = "any";
const SEVERAL = "several";
const OUTCOMES = [
  { id: ANY, label: "Done and refused" },
  { id: "done", label: "Done" },
  { id: "refused", label: "Refused" },
] as const;

function ActionSelect({ filters, change }: Pick<FilterBarProps, "filters" | "change">) {
  const [first, ...others] = filters.action;
  const ids = [...new Set([...Object.keys(ACTION_NAMES), ...filters.action])];
  const options = [
    { id: ANY, label: "Any action" },
    ...(others.length > 0 ? [{ id: SEVERAL, label: `${filters.action.length} actions` }] : []),
    ...ids.map((id) => ({ id, label: actionName(id) })),
  ];
  return (
    <Select
      label="Action"
      hideLabel
      options={options}
      value={others.length > 0 ? SEVERAL : (first ?? ANY)}
      onChange={(id) => id !== SEVERAL && change({ action: id === ANY ? [] : [id] })}
    />
  );
}

function TimeButton({ filters, change }: Pick<FilterBarProps, "filters" | "change">) {
  const zone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const said = rangeLabel(filters.from, filters.to, zone);
  return (
    <>
      <Button icon={CalendarDays} aria-label={`When: ${said}`} aria-haspopup="dialog" onPress={() => setOpen(true)}>
        {said}
      </Button>
      {isOpen && (
        <TimeDialog range={filters} onChange={(range) => change({ ...range })} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** What else can be asked for, beside the reason; folded away on a phone. */
function MoreFilters({ filters, change, ofNode }: FilterBarProps) {
  const shared = { filters, change };
  return (
    <>
      <div className="sm:w-40">
        <ActionSelect {...shared} />
      </div>
      <Select
        label="Outcome"
        hideLabel
        options={OUTCOMES}
        value={filters.outcome ?? ANY}
        onChange={(id) => change({ outcome: id === ANY ? undefined : id })}
      />
      <TimeButton {...shared} />
      <div className="w-full sm:w-30">
        <TextFilterField {...shared} name="actor" label="Who: name or id" placeholder="Who" />
      </div>
      {!ofNode && (
        <div className="w-full sm:w-30">
          <TextFilterField {...shared} name="node" label="Node: hostname or id" placeholder="Node" />
        </div>
      )}
      <div className="w-full sm:w-36">
        <TextFilterField
          {...shared}
          name="reservation"
          label="Reservation: contract reference or id"
          placeholder="Reservation"
        />
      </div>
      <div className="w-full sm:w-30">
        <TextFilterField {...shared} name="unitId" label="Unit: address" placeholder="Unit" />
      </div>
    </>
  );
}

/** Which entries are shown. Not drawn anew while pages come. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { filters, change, isSearching } = props;
  const [isOpen, setOpen] = useState(false);
  const count = countFilters(filters);
  return (
    <search className="flex flex-wrap items-center gap-2">
      <div className="min-w-0 flex-1 sm:w-36 sm:flex-none">
        <TextFilterField
          filters={filters}
          change={change}
          name="text"
          label="Search reasons"
          placeholder="Reason"
          isSearching={isSearching}
        />
      </div>
      <span className="contents sm:hidden">
        <Button icon={ListFilter} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {count > 0 ? `Filters, ${count}` : "Filters"}
        </Button>
      </span>
      <div className={cx("flex-wrap items-center gap-2 sm:contents", isOpen ? "flex" : "hidden")}>
        <MoreFilters {...props} />
        {count > 0 && (
          <Button variant="quiet" onPress={() => change(NO_FILTERS)}>
            Clear
          </Button>
        )}
      </div>
    </search>
  );
});

import { readDays, readInstant } from "@/components/reservation-list/list-filters";

const DEFAULT_DAYS = 7;

/** What a node's page shows, as it stands in its address. */
export interface NodeAddress {
  view: "machine" | "timeline";
  days: number;
  from: number | undefined;
  form: "bars" | "table";
}

export function readNodeAddress(params: URLSearchParams): NodeAddress {
  return {
    view: params.get("view") === "timeline" ? "timeline" : "machine",
    days: readDays(params.get("days"), DEFAULT_DAYS),
    from: readInstant(params.get("from")),
    form: params.get("form") === "table" ? "table" : "bars",
  };
}

/** Beside whatever else stands in the address: the unit that is looked at. */
export function writeNodeAddress({ view, days, from, form }: NodeAddress): string {
  const params = new URLSearchParams(window.location.search);
  const isTimeline = view === "timeline";
  const all = {
    view: isTimeline ? view : undefined,
    days: isTimeline && days !== DEFAULT_DAYS ? String(days) : undefined,
    from: isTimeline && from !== undefined ? new Date(from).toISOString() : undefined,
    form: isTimeline && form === "table" ? form : undefined,
  };
  for (const [name, value] of Object.entries(all)) {
    if (value === undefined) params.delete(name);
    else params.set(name, value);
  }
  return params.toString();
}

import type { ENDING_SPANS, RESERVATION_SORTS } from "@/server/contract/reservation-list";
import { RESERVATION_STATUSES, type ReservationStatus } from "@/server/domain/status";

export type ListSort = (typeof RESERVATION_SORTS)[number];
export type Ending = (typeof ENDING_SPANS)[number];
/** Said again here: the contract's own lists would bring its schemas and their library into the browser. */
const SORTS = ["created", "-created", "start", "-start", "end", "-end"] as const satisfies readonly ListSort[];
export const ENDINGS = ["24h", "7d", "30d"] as const satisfies readonly Ending[];
const DEFAULT_SORT: ListSort = "-created";
const DEFAULT_DAYS = 30;

/** What the list shows, as it stands in its address. */
export interface ListFilters {
  status: readonly ReservationStatus[];
  nodeId: string | undefined;
  orgId: string | undefined;
  contract: string;
  ending: Ending | undefined;
  sort: ListSort;
  view: "list" | "timeline";
  /** What the timeline shows: so many days, from an instant or around now. */
  days: number;
  from: number | undefined;
}

const one = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((each) => each === value);

/** Days as an address has them; whatever is no number of days is the default. */
export function readDays(text: string | null, otherwise: number): number {
  const days = Number(text);
  return text !== null && days > 0 && days <= 1000 ? days : otherwise;
}

export function readInstant(text: string | null): number | undefined {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** Reads the address; what it doesn't know is left out, so an old link still opens. */
export function readFilters(params: URLSearchParams): ListFilters {
  const statuses = params.getAll("status");
  return {
    status: RESERVATION_STATUSES.filter((status) => statuses.includes(status)),
    nodeId: params.get("nodeId") || undefined,
    orgId: params.get("orgId") || undefined,
    contract: params.get("contract") ?? "",
    ending: one(ENDINGS, params.get("ending")),
    sort: one(SORTS, params.get("sort")) ?? DEFAULT_SORT,
    view: params.get("view") === "timeline" ? "timeline" : "list",
    days: readDays(params.get("days"), DEFAULT_DAYS),
    from: readInstant(params.get("from")),
  };
}

function listParams(filters: ListFilters): URLSearchParams {
  const params = new URLSearchParams();
  for (const status of filters.status) params.append("status", status);
  if (filters.nodeId) params.set("nodeId", filters.nodeId);
  if (filters.orgId) params.set("orgId", filters.orgId);
  if (filters.contract) params.set("contract", filters.contract);
  if (filters.ending) params.set("ending", filters.ending);
  if (filters.sort !== DEFAULT_SORT) params.set("sort", filters.sort);
  return params;
}

export function writeFilters(filters: ListFilters): string {
  const params = listParams(filters);
  if (filters.view === "timeline") {
    params.set("view", "timeline");
    if (filters.days !== DEFAULT_DAYS) params.set("days", String(filters.days));
    if (filters.from !== undefined) params.set("from", new Date(filters.from).toISOString());
  }
  return params.toString();
}

/** Where the list as it is filtered and sorted can be had as CSV. */
export function exportHref(filters: ListFilters): string {
  const query = listParams({ ...filters, contract: filters.contract.trim() }).toString();
  return `/api/reservations/export${query && `?${query}`}`;
}

/** The same as the list's call takes it: filters that are off are left out. */
export function toQuery(filters: ListFilters) {
  const { status, nodeId, orgId, contract, ending, sort } = filters;
  return {
    ...(status.length > 0 && { status: [...status] }),
    ...(nodeId && { nodeId }),
    ...(orgId && { orgId }),
    ...(contract.trim() && { contract: contract.trim() }),
    ...(ending && { ending }),
    sort,
  };
}

export const isFiltered = ({ status, nodeId, orgId, contract, ending }: ListFilters): boolean =>
  Boolean(status.length > 0 || nodeId || orgId || contract || ending);

export const NO_FILTERS = {
  status: [],
  nodeId: undefined,
  orgId: undefined,
  contract: "",
  ending: undefined,
} as const satisfies Partial<ListFilters>;

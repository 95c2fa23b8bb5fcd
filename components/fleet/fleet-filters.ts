import type { FLEET_SORTS } from "@/server/contract/console";
import { UNIT_STATES, type UnitState } from "@/server/domain/unit-state";

/** What a node's status can be asked for by, with the part of the fleet call that asks for it. */
const STATUS_QUERIES = {
  online: { status: ["online"] },
  draining: { status: ["draining"] },
  maintenance: { status: ["maintenance"] },
  removed: { status: ["removed"] },
  "not-online": { status: ["draining", "maintenance"] },
  "no-inventory": { unreported: true },
} as const;
export type StatusFilter = keyof typeof STATUS_QUERIES;
export const STATUS_FILTERS = Object.keys(STATUS_QUERIES) as StatusFilter[];
export type FleetSort = (typeof FLEET_SORTS)[number];
/** Said again here: the contract's own list would bring its schemas and their library into the browser. */
const SORTS = ["hostname", "-hostname", "created", "-created"] as const satisfies readonly FleetSort[];

/** What the fleet page shows, as it stands in its address. */
export interface FleetFilters {
  search: string;
  status: StatusFilter | undefined;
  pool: "community" | "verified" | undefined;
  model: string | undefined;
  state: UnitState | undefined;
  review: boolean;
  sort: FleetSort;
}

const one = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((each) => each === value);

/** Reads the address; what it doesn't know is left out, so an old link still opens. */
export function readFilters(params: URLSearchParams): FleetFilters {
  return {
    search: params.get("search") ?? "",
    status: one(STATUS_FILTERS, params.get("status")),
    pool: one(["community", "verified"], params.get("pool")),
    model: params.get("model") ?? undefined,
    state: one(UNIT_STATES, params.get("state")),
    review: params.get("review") === "1",
    sort: one(SORTS, params.get("sort")) ?? "hostname",
  };
}

export function writeFilters(filters: FleetFilters): string {
  const params = new URLSearchParams();
  if (filters.search) params.set("search", filters.search);
  if (filters.status) params.set("status", filters.status);
  if (filters.pool) params.set("pool", filters.pool);
  if (filters.model) params.set("model", filters.model);
  if (filters.state) params.set("state", filters.state);
  if (filters.review) params.set("review", "1");
  if (filters.sort !== "hostname") params.set("sort", filters.sort);
  return params.toString();
}

const statusQuery = (status: StatusFilter) => {
  const query = STATUS_QUERIES[status];
  return "status" in query ? { status: [...query.status] } : query;
};

/** The same as the fleet call takes it: filters that are off are left out. */
export function toQuery(filters: FleetFilters) {
  return {
    ...(filters.search.trim() && { search: filters.search.trim() }),
    ...(filters.status && statusQuery(filters.status)),
    ...(filters.pool && { pool: filters.pool }),
    ...(filters.model && { model: filters.model }),
    ...(filters.state && { state: filters.state }),
    ...(filters.review && { review: true }),
    sort: filters.sort,
  };
}

export const isFiltered = (filters: FleetFilters): boolean =>
  Boolean(filters.search || filters.status || filters.pool || filters.model || filters.state || filters.review);

/** The fleet page with some filters set, for links. */
export function fleetHref(filters: Partial<FleetFilters>): string {
  const query = writeFilters({ ...readFilters(new URLSearchParams()), ...filters });
  return query ? `/nodes?${query}` : "/nodes";
}

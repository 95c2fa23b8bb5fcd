import type { FLEET_SORTS } from "@/server/contract/console";

export const NODE_STATUSES = ["online", "draining", "maintenance", "removed"] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];
export type FleetSort = (typeof FLEET_SORTS)[number];
/** Said again here: the contract's own list would bring its schemas and their library into the browser. */
const SORTS = ["hostname", "-hostname", "created", "-created"] as const satisfies readonly FleetSort[];

/** What the fleet page shows, as it stands in its address. */
export interface FleetFilters {
  search: string;
  status: NodeStatus | undefined;
  pool: "community" | "verified" | undefined;
  model: string | undefined;
  review: boolean;
  sort: FleetSort;
}

const one = <T extends string>(all: readonly T[], value: string | null): T | undefined =>
  all.find((each) => each === value);

/** Reads the address; what it doesn't know is left out, so an old link still opens. */
export function readFilters(params: URLSearchParams): FleetFilters {
  return {
    search: params.get("search") ?? "",
    status: one(NODE_STATUSES, params.get("status")),
    pool: one(["community", "verified"], params.get("pool")),
    model: params.get("model") ?? undefined,
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
  if (filters.review) params.set("review", "1");
  if (filters.sort !== "hostname") params.set("sort", filters.sort);
  return params.toString();
}

/** The same as the fleet call takes it: filters that are off are left out. */
export function toQuery(filters: FleetFilters) {
  return {
    ...(filters.search.trim() && { search: filters.search.trim() }),
    ...(filters.status && { status: [filters.status] }),
    ...(filters.pool && { pool: filters.pool }),
    ...(filters.model && { model: filters.model }),
    ...(filters.review && { review: true }),
    sort: filters.sort,
  };
}

export const isFiltered = (filters: FleetFilters): boolean =>
  Boolean(filters.search || filters.status || filters.pool || filters.model || filters.review);

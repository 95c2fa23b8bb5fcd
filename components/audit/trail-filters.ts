/** What the trail's page shows, as it stands in its address and in the address of an export. */
export interface TrailFilters {
  text: string;
  actor: string;
  action: readonly string[];
  outcome: "done" | "refused" | undefined;
  node: string;
  reservation: string;
  unitId: string;
  /** Instants in UTC. */
  from: string | undefined;
  to: string | undefined;
}

export const NO_FILTERS: TrailFilters = {
  text: "",
  actor: "",
  action: [],
  outcome: undefined,
  node: "",
  reservation: "",
  unitId: "",
  from: undefined,
  to: undefined,
};

const TEXTS = ["text", "actor", "node", "reservation", "unitId"] as const;
const TIMES = ["from", "to"] as const;
const MAX_TEXT = 200;

/** An instant with its offset; anything else in a link is no time. */
function readTime(value: string | null): string | undefined {
  if (value === null || !/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(value)) return undefined;
  const ms = Date.parse(value);
  return Number.isFinite(ms) ? new Date(ms).toISOString() : undefined;
}

/** Reads the address; what it doesn't know is left out, so an old link still opens. */
export function readTrailFilters(params: URLSearchParams): TrailFilters {
  const outcome = params.get("outcome");
  const texts = TEXTS.map((name) => [name, (params.get(name) ?? "").slice(0, MAX_TEXT)]);
  const times = TIMES.map((name) => [name, readTime(params.get(name))]);
  return {
    ...NO_FILTERS,
    ...Object.fromEntries(texts),
    ...Object.fromEntries(times),
    action: [...new Set(params.getAll("action"))].filter(Boolean).slice(0, 50),
    outcome: outcome === "done" || outcome === "refused" ? outcome : undefined,
  };
}

/** The same as the calls take it: filters that are off are left out. */
export function toTrailQuery(filters: TrailFilters, nodeId?: string) {
  const texts = TEXTS.map((name) => [name, filters[name].trim()] as const).filter(([, value]) => value !== "");
  const times = TIMES.flatMap((name) => (filters[name] ? [[name, filters[name]] as const] : []));
  return {
    ...(Object.fromEntries([...texts, ...times]) as Partial<Record<(typeof TEXTS | typeof TIMES)[number], string>>),
    ...(filters.action.length > 0 && { action: [...filters.action] }),
    ...(filters.outcome && { outcome: filters.outcome }),
    ...(nodeId !== undefined && { nodeId }),
  };
}

export function writeTrailFilters(filters: TrailFilters, nodeId?: string): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(toTrailQuery(filters, nodeId))) {
    for (const each of [value].flat()) params.append(name, each);
  }
  return params.toString();
}

/** How many filters are on; a span of time is one. */
export function countFilters({ from, to, ...others }: TrailFilters): number {
  const query = toTrailQuery({ ...others, from: from ?? to, to: undefined });
  return Object.keys(query).length;
}

/** The page of the trail, filtered. */
export const trailHref = (filters: Partial<TrailFilters>): string =>
  `/audit?${writeTrailFilters({ ...NO_FILTERS, ...filters })}`;

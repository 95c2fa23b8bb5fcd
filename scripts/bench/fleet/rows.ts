export interface FleetSize {
  nodes: number;
  /** Reservations that are over: half expired, half cancelled, each with its entries in the trail. */
  history: number;
  /** Reservations that are active or still to come, spread over all nodes. */
  live: number;
}

export const UNITS = 8;
/** The last unit of each node is left free of live reservations and claims: it is what measured calls reserve. */
export const FREE_UNIT = UNITS;
export const ORGS = 200;
export const PROVIDERS = 20;
export const MODELS = ["model_0", "model_1", "model_2", "model_3", "model_4"] as const;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const id = (kind: string, n: number, family = 0) => `${kind}_${family}${n.toString(16).padStart(31, "0")}`;
export const orgId = (n: number) => id("org", n);
export const nodeId = (n: number) => id("node", n);
export const unitId = (n: number) => `0000:${n.toString(16).padStart(2, "0")}:00.0`;
export const uuid = (node: number, unit: number) =>
  `GPU-${node.toString(16).padStart(8, "0")}-0000-0000-0000-${unit.toString(16).padStart(12, "0")}`;
export const model = (node: number) => MODELS[node % MODELS.length] as string;
export const allocClass = (node: number) => (node % 10 === 9 ? "device-request" : "vfio-group");
export const owner = (node: number) => orgId(1 + (node % PROVIDERS));
const isClaimed = (node: number, unit: number) => unit !== FREE_UNIT && (node * 7 + unit * 3) % 4 < 2;

export interface Booked {
  node: number;
  id: string;
  unit: number;
  startsAt: Date;
  endsAt: Date;
  cancelledAt: Date | null;
  released: boolean;
}

/** What is over: term after term of a few hours, on every unit in turn. */
function* past({ nodes, history }: FleetSize, now: number): Generator<Booked> {
  for (let n = 0; n < history; n += 1) {
    const round = Math.floor(n / nodes);
    const startsAt = new Date(now - (round + 2) * HOUR_MS);
    const endsAt = new Date(startsAt.getTime() + HOUR_MS / 2);
    const cancelledAt = n % 2 === 0 ? new Date(startsAt.getTime() + HOUR_MS / 4) : null;
    yield {
      node: n % nodes,
      id: id("res", n, 1),
      unit: 1 + (round % UNITS),
      startsAt,
      endsAt,
      cancelledAt,
      released: false,
    };
  }
}

/** What is live: first one on each unit that runs now, then more to come on the same units. */
function* live({ nodes, live: count }: FleetSize, now: number): Generator<Booked> {
  for (let n = 0; n < count; n += 1) {
    const round = Math.floor(n / nodes);
    const turn = Math.floor(round / (UNITS - 1));
    const startsAt = new Date(now - HOUR_MS + turn * 60 * DAY_MS);
    const endsAt = new Date(startsAt.getTime() + 30 * DAY_MS);
    const node = n % nodes;
    const unit = 1 + (round % (UNITS - 1));
    yield {
      node,
      id: id("res", n, 2),
      unit,
      startsAt,
      endsAt,
      cancelledAt: null,
      released: turn === 0 && (node + unit) % 8 === 0,
    };
  }
}

export function* booked(size: FleetSize, now: number): Generator<Booked> {
  yield* past(size, now);
  yield* live(size, now);
}

export function* count(n: number): Generator<number> {
  for (let each = 0; each < n; each += 1) yield each;
}

export const workloadId = (node: number, unit: number) => id("vm", node * UNITS + unit);

export function* claimed(nodes: number): Generator<{ node: number; unit: number }> {
  for (const node of count(nodes)) {
    for (let unit = 1; unit <= UNITS; unit += 1) if (isClaimed(node, unit)) yield { node, unit };
  }
}

/**
 * A slow, obvious second opinion on the contract, for tests: everything in plain arrays, every question answered by
 * looking at all of it. Written from the contract alone; it shares no rule with the product.
 */

export type Tier = "community" | "verified" | "spot";
export type AllocClass = "vfio-group" | "device-request";
export type Status = "cancelled" | "expired" | "needs-review" | "pending" | "active";

/** A card in a slot; `uuid` is empty where nobody told it. */
export interface Gpu {
  bdf: string;
  uuid: string;
  /** PCI id: `10de:2330`. */
  device: string;
}

export interface Unit {
  id: string;
  gpus: Gpu[];
  allocClass: AllocClass;
  sellable: boolean;
  model: string;
}

export interface Org {
  id: string;
  isPlatform: boolean;
}

export interface Node {
  id: string;
  owner: string;
  pool: "community" | "verified";
  status: "online" | "draining" | "maintenance" | "removed";
  gen: number;
  /** Milliseconds; null before the first report. */
  reportedAt: number | null;
  units: Unit[];
}

/** A unit in a reservation, with the cards that it had when it was reserved or re-affirmed. */
export interface Held {
  unitId: string;
  gpus: Gpu[];
  allocClass: AllocClass;
  released: boolean;
}

export interface Reservation {
  id: string;
  node: Node;
  start: number;
  end: number | null;
  cancelled: boolean;
  gen: number;
  /** The audience, completed by the platform org. */
  allowed: string[];
  managing: string[];
  units: Held[];
  /** Units that were taken out. */
  former: string[];
}

export interface Workload {
  id: string;
  kind: "vm" | "pod";
  org: string;
  tier: Tier;
  node: Node;
  units: { unitId: string; gpus: Gpu[] }[];
  running: boolean;
}

/** A preview of a reclaim that somebody took: what it showed, and the token that the product gave for it. */
export interface Preview {
  token: string;
  reservation: Reservation;
  unitIds: string[];
  /** What the plan rested on, in words. */
  basis: string;
}

export interface Model {
  now: number;
  orgs: Org[];
  nodes: Node[];
  reservations: Reservation[];
  workloads: Workload[];
  previews: Preview[];
}

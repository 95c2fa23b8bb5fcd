import type { StatusFacts } from "./status";

export type AllocClass = "vfio-group" | "device-request";
export type Tier = "community" | "verified" | "spot";
export type Pool = "community" | "verified";
export type NodeStatus = "online" | "draining" | "maintenance" | "removed";

/** GPUs by address and, at the same position, UUID and PCI id (`10de:2330`); empty where unknown. */
export interface Silicon {
  gpuBdfs: readonly string[];
  gpuUuids: readonly string[];
  gpuIds?: readonly string[];
}

/** A unit as the rules see it. */
export interface UnitFacts extends Silicon {
  id: string;
  allocClass: AllocClass;
  sellable: boolean;
  notSellableReason: string | null;
  /** 0 where not sellable. */
  sellableGpus: number;
  gpuModelId: string;
  numa: number | null;
}

/** A unit inside a reservation, with the silicon it had when it was reserved or last re-affirmed. */
export interface ReservedUnit extends Silicon {
  unitId: string;
  released: boolean;
  allocClass: AllocClass;
}

export interface ReservationFacts extends StatusFacts {
  id: string;
  /** The audience; the platform org is always in it. */
  allowedOrgIds: readonly string[];
  /** True where the creator named the platform org, and not only the rule that it is in every audience. */
  platformNamed: boolean;
  managingOrgIds: readonly string[];
  units: readonly ReservedUnit[];
}

export interface NodeFacts {
  id: string;
  organizationId: string;
  pool: Pool;
  status: NodeStatus;
  topologyGen: number;
}

/** A live claim: a running or terminating workload on a unit. */
export interface ClaimFacts extends Silicon {
  unitId: string;
  workloadId: string;
  kind: "vm" | "pod";
  organizationId: string;
  tier: Tier;
  status: "running" | "terminating";
}

/** Everything the rules need of one node at one instant: current units, live reservations, live claims. */
export interface NodeState {
  now: Date;
  node: NodeFacts;
  units: readonly UnitFacts[];
  reservations: readonly ReservationFacts[];
  claims: readonly ClaimFacts[];
}

import type { HolderView, NodeView, ReservationView, UnitView } from "@/server/contract/console";

export const NOW = "2026-11-30T07:53:00.000Z";
export const PLATFORM = { id: "org_platform", name: "Platform" };
export const ACME = { id: "org_acme", name: "Acme" };
export const QUARRY = { id: "org_quarry", name: "Quarry" };

/** `11` → `0000:11:00.0`. */
export const slot = (bus: string) => `0000:${bus}:00.0`;

export interface GpuPlan {
  numa?: number;
  pciPath?: string[];
}

/** A unit of the GPUs named, free and sellable unless told otherwise. */
export function unit(buses: string | readonly string[], plan: GpuPlan & Partial<UnitView> = {}): UnitView {
  const { numa, pciPath, ...rest } = plan;
  const bdfs = (typeof buses === "string" ? [buses] : buses).map(slot);
  return {
    id: bdfs[0] ?? "",
    state: "free",
    allocClass: "vfio-group",
    sellable: true,
    sellableGpus: bdfs.length,
    gpuModelId: "10de-2330",
    gpuModelName: "H100 SXM5 80GB",
    iommuGroup: 17,
    gpus: bdfs.map((bdf) => ({
      bdf,
      ...(numa !== undefined && { numa }),
      ...(pciPath && { pciPath: [...pciPath, bdf] }),
    })),
    groupmates: [],
    released: false,
    reservable: true,
    ...rest,
  };
}

export function holder(org: HolderView["org"], tier: HolderView["tier"], unitIds: string[]): HolderView {
  const name = `${org.name.toLowerCase()}-1`;
  return { workloadId: "vm_1", kind: "vm", name, org, tier, status: "running", since: NOW, unitIds };
}

export function reservation(patch: Partial<ReservationView> = {}): ReservationView {
  const allowed = { allowed: true };
  return {
    id: "res_1",
    nodeId: "node_1",
    status: "active",
    reservedUnitIds: [],
    releasedUnitIds: [],
    audience: [ACME, PLATFORM],
    managers: [],
    startsAt: "2026-11-01T00:00:00.000Z",
    endsAt: "2027-02-28T07:53:00.000Z",
    topologyGen: 1,
    createdAt: NOW,
    updatedAt: NOW,
    actions: { release: allowed, reclaim: allowed, cancel: allowed, change: allowed, reaffirm: allowed },
    ...patch,
  };
}

export function view(units: UnitView[], patch: Partial<NodeView> = {}): NodeView {
  return {
    node: {
      id: "node_1",
      hostname: "north-h100-01",
      owner: { id: "org_north", name: "North" },
      pool: "verified",
      status: "online",
      topologyGen: 1,
      reportedAt: NOW,
      createdAt: NOW,
      nvswitchCount: 0,
    },
    now: NOW,
    units,
    links: [],
    reservations: [],
    reserve: { allowed: true },
    operate: { allowed: true },
    repool: { allowed: true },
    platformOrgId: PLATFORM.id,
    ...patch,
  };
}

/** A link of the type between every two of these GPUs, or as a function of their places says. */
export function links(buses: readonly string[], type: string | ((a: number, b: number) => string)) {
  const of = typeof type === "string" ? () => type : type;
  return buses.flatMap((a, i) =>
    buses.slice(i + 1).map((b, j) => ({ a: slot(a), b: slot(b), type: of(i, i + 1 + j) })),
  );
}

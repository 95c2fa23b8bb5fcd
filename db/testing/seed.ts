import { sql } from "kysely";
import { v7 } from "uuid";
import type { Executor } from "../client";

/** Rises with time, as the product's own ids do. */
const seedId = (kind: string): string => `${kind}_${v7().replaceAll("-", "")}`;

/** An org by SQL; the first one of a database is usually the platform. */
export async function insertOrg(db: Executor, org: { name?: string; isPlatform?: boolean } = {}): Promise<string> {
  const id = seedId("org");
  await db
    .insertInto("orgs")
    .values({ id, name: org.name ?? id, slug: id.replaceAll("_", "-"), is_platform: org.isPlatform ?? false })
    .execute();
  return id;
}

export interface SeedUnit {
  id: string;
  /** 1 by default; 0 makes a unit that can't be sold. */
  sellableGpus?: number;
  model?: string;
  allocClass?: "vfio-group" | "device-request";
  numa?: number | null;
  /** By default addresses made from the id, one a GPU. */
  gpuBdfs?: string[];
  gpuUuids?: string[];
}

export interface SeedNode {
  organizationId: string;
  units: readonly SeedUnit[];
  pool?: "community" | "verified";
  status?: "online" | "draining" | "maintenance" | "removed";
  links?: { a: string; b: string; type: string }[];
}

export const seedBdf = (slot: number): string => `0000:${slot.toString(16).padStart(2, "0")}:00.0`;

function unitValues(nodeId: string, unit: SeedUnit) {
  const size = unit.sellableGpus ?? 1;
  const count = Math.max(1, size);
  const gpuBdfs = unit.gpuBdfs ?? Array.from({ length: count }, (_, n) => (n === 0 ? unit.id : `${unit.id}+${n}`));
  return {
    node_id: nodeId,
    id: unit.id,
    alloc_class: unit.allocClass ?? "vfio-group",
    sellable: size > 0,
    not_sellable_reason: size > 0 ? null : "a network controller is in its IOMMU group",
    sellable_gpus: size,
    gpu_model_id: unit.model ?? "10de:2330",
    numa: unit.numa ?? null,
    gpus: JSON.stringify(gpuBdfs.map((bdf) => ({ bdf }))),
    gpu_bdfs: gpuBdfs,
    gpu_uuids: unit.gpuUuids ?? gpuBdfs.map(() => ""),
  };
}

/** Replaces nothing: adds units to a node, and their models where these are new. */
export async function insertUnits(db: Executor, nodeId: string, units: readonly SeedUnit[]): Promise<void> {
  if (units.length === 0) return;
  const rows = units.map((unit) => unitValues(nodeId, unit));
  const models = [...new Set(rows.map((row) => row.gpu_model_id))].sort();
  await db
    .insertInto("gpu_models")
    .values(models.map((id) => ({ id, name: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.insertInto("units").values(rows).execute();
}

/** A node that has reported, by SQL. */
export async function insertNode(db: Executor, node: SeedNode): Promise<string> {
  const id = seedId("node");
  await db
    .insertInto("nodes")
    .values({
      id,
      organization_id: node.organizationId,
      hostname: id,
      pool: node.pool ?? "community",
      status: node.status ?? "online",
      reported_at: sql<Date>`now()`,
      links: JSON.stringify(node.links ?? []),
    })
    .execute();
  await insertUnits(db, id, node.units);
  return id;
}

export interface SeedReservation {
  nodeId: string;
  units: readonly { id: string; released?: boolean }[];
  allowedOrgIds: readonly string[];
  managingOrgIds?: readonly string[];
  platformNamed?: boolean;
  /** One hour ago by default. */
  startsAt?: Date;
  endsAt?: Date | null;
  topologyGen?: number;
  cancelled?: boolean;
}

/** A reservation by SQL, with the silicon that its units have now. It checks nothing but what the database checks. */
export async function insertReservation(db: Executor, reservation: SeedReservation): Promise<string> {
  const id = seedId("res");
  const { nodeId, startsAt = new Date(Date.now() - 3_600_000), endsAt = null } = reservation;
  await sql`
    insert into reservations (node_id, id, starts_at, ends_at, cancelled_at, topology_gen, allowed_org_ids,
      platform_named, managing_org_ids, created_at, updated_at)
    select n.id, ${id}, ${startsAt}, ${endsAt}, ${reservation.cancelled ? sql`now()` : null},
      ${reservation.topologyGen ?? sql`n.topology_gen`}, ${[...reservation.allowedOrgIds]}::text[],
      ${reservation.platformNamed ?? false}, ${[...(reservation.managingOrgIds ?? [])]}::text[], now(), now()
    from nodes n where n.id = ${nodeId}`.execute(db);
  for (const unit of reservation.units) {
    await sql`
      insert into reservation_units (node_id, reservation_id, unit_id, term, released, alloc_class, gpu_bdfs, gpu_uuids)
      select u.node_id, ${id}, u.id, ${reservation.cancelled ? sql`'empty'` : sql`tstzrange(${startsAt}, ${endsAt})`},
        ${unit.released ?? false}, u.alloc_class, u.gpu_bdfs, u.gpu_uuids
      from units u where u.node_id = ${nodeId} and u.id = ${unit.id}`.execute(db);
  }
  return id;
}

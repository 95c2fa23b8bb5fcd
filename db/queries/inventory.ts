import { type RawBuilder, sql } from "kysely";
import type { Executor, Trx } from "../client";
import { nodeAccess, type Scope } from "./scope";

/** A GPU as stored with its unit. */
export interface StoredGpu {
  bdf: string;
  vendorDevice?: string;
  name?: string;
  numa?: number;
  uuid?: string;
  pciPath?: string[];
}

export interface StoredUnit {
  id: string;
  allocClass: "vfio-group" | "device-request";
  sellable: boolean;
  notSellableReason?: string;
  sellableGpus: number;
  gpuModelId: string;
  gpuModelName?: string;
  iommuGroup?: number;
  gpus: StoredGpu[];
  groupmates: { bdf: string; pciClass: string; name?: string }[];
}

export interface StoredInventory {
  /** When the last accepted report was made; null before the first one. */
  reportedAt: Date | null;
  topologyGen: number;
  links: { a: string; b: string; type: string }[];
  units: StoredUnit[];
}

/** Current units of a node as they were reported. */
export async function readInventory(db: Executor, nodeId: string): Promise<StoredInventory | undefined> {
  const result = await sql<StoredInventory>`
    select n.reported_at as "reportedAt", n.topology_gen as "topologyGen", n.links, (
      select coalesce(json_agg(json_strip_nulls(json_build_object(
        'id', u.id, 'allocClass', u.alloc_class, 'sellable', u.sellable, 'notSellableReason', u.not_sellable_reason,
        'sellableGpus', u.sellable_gpus, 'gpuModelId', u.gpu_model_id, 'gpuModelName', m.name,
        'iommuGroup', u.iommu_group, 'gpus', u.gpus, 'groupmates', u.groupmates)) order by u.id), '[]')
      from units u join gpu_models m on m.id = u.gpu_model_id
      where u.node_id = n.id and u.gone_at is null) as units
    from nodes n where n.id = ${nodeId}`.execute(db);
  return result.rows[0];
}

/** A node whose inventory has some of these GPUs, too. */
export interface NodeWithGpus {
  id: string;
  hostname: string;
  uuids: string[];
}

/** Other nodes that the caller may import and whose present inventory has GPUs of these UUIDs. */
export async function nodesWithGpus(
  db: Executor,
  nodeId: string,
  uuids: readonly string[],
  limit: number,
  scope: Scope,
): Promise<NodeWithGpus[]> {
  if (uuids.length === 0) return [];
  const result = await sql<NodeWithGpus>`
    -- By themselves: the planner takes them for thousands, and would read all nodes beside them.
    with u as materialized (
      select node_id, gpu_uuids from units where gone_at is null and gpu_uuids && ${uuids}::text[])
    select n.id, n.hostname, array_agg(gpu.uuid) as uuids
    from u join nodes n on n.id = u.node_id, unnest(u.gpu_uuids) gpu (uuid)
    where gpu.uuid = any(${uuids}::text[]) and n.id <> ${nodeId} and n.status <> 'removed' and ${nodeAccess("operate", scope)}
    group by n.id, n.hostname order by n.hostname, n.id limit ${limit}`.execute(db);
  return result.rows;
}

/**
 * Those of these models that have no row yet, or a name at last. An upsert locks rows that it leaves as they are, and would
 * have all nodes with a model report one after the other.
 */
async function untold(trx: Trx, models: ReadonlyMap<string, string>): Promise<[string, string][]> {
  if (models.size === 0) return [];
  const rows = await trx
    .selectFrom("gpu_models")
    .select(["id", "name"])
    .where("id", "in", [...models.keys()])
    .execute();
  const known = new Map(rows.map((row) => [row.id, row.name]));
  return [...models].filter(([id, name]) => !known.has(id) || (known.get(id) === id && name !== id));
}

/** Makes sure that each model has a row; a name once known is kept unless it was only the id. */
async function upsertModels(trx: Trx, units: readonly StoredUnit[]): Promise<void> {
  const models = new Map(units.map((unit) => [unit.gpuModelId, unit.gpuModelName ?? unit.gpuModelId]));
  const told = await untold(trx, models);
  if (told.length === 0) return;
  await trx
    .insertInto("gpu_models")
    .values(told.sort().map(([id, name]) => ({ id, name })))
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ name: (eb) => eb.ref("excluded.name") })
        .where("gpu_models.name", "=", sql.ref<string>("gpu_models.id"))
        .where("excluded.name", "<>", sql.ref<string>("gpu_models.id")),
    )
    .execute();
}

const numaOf = (unit: StoredUnit): number | null => {
  const nodes = new Set(unit.gpus.map((gpu) => gpu.numa));
  const [only] = nodes;
  return nodes.size === 1 && only !== undefined ? only : null;
};

/** Replaces the current units of a node: rows that stay are rewritten, others are marked gone and kept as history. */
export async function replaceUnits(trx: Trx, nodeId: string, units: readonly StoredUnit[], now: Date): Promise<void> {
  await upsertModels(trx, units);
  await trx
    .updateTable("units")
    .set({ gone_at: now })
    .where("node_id", "=", nodeId)
    .where("gone_at", "is", null)
    .where("id", "not in", units.length > 0 ? units.map((unit) => unit.id) : [""])
    .execute();
  if (units.length === 0) return;
  await trx
    .insertInto("units")
    .values(
      units.map((unit) => ({
        node_id: nodeId,
        id: unit.id,
        alloc_class: unit.allocClass,
        sellable: unit.sellable,
        not_sellable_reason: unit.notSellableReason ?? null,
        sellable_gpus: unit.sellableGpus,
        gpu_model_id: unit.gpuModelId,
        iommu_group: unit.iommuGroup ?? null,
        numa: numaOf(unit),
        gpus: JSON.stringify(unit.gpus),
        groupmates: JSON.stringify(unit.groupmates),
        gpu_bdfs: unit.gpus.map((gpu) => gpu.bdf),
        gpu_uuids: unit.gpus.map((gpu) => gpu.uuid ?? ""),
        gpu_ids: unit.gpus.map((gpu) => gpu.vendorDevice ?? ""),
        first_seen_at: now,
        gone_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["node_id", "id"]).doUpdateSet((eb) => ({
        alloc_class: eb.ref("excluded.alloc_class"),
        sellable: eb.ref("excluded.sellable"),
        not_sellable_reason: eb.ref("excluded.not_sellable_reason"),
        sellable_gpus: eb.ref("excluded.sellable_gpus"),
        gpu_model_id: eb.ref("excluded.gpu_model_id"),
        iommu_group: eb.ref("excluded.iommu_group"),
        numa: eb.ref("excluded.numa"),
        gpus: eb.ref("excluded.gpus"),
        groupmates: eb.ref("excluded.groupmates"),
        gpu_bdfs: eb.ref("excluded.gpu_bdfs"),
        gpu_uuids: eb.ref("excluded.gpu_uuids"),
        gpu_ids: eb.ref("excluded.gpu_ids"),
        gone_at: null,
      })),
    )
    .execute();
}

/** What a report tells of a card that was known at its address before. */
export interface LearnedCard {
  bdf: string;
  /** Empty where still unknown. */
  uuid: string;
  id: string;
}

/**
 * Fills in what became known of cards, wherever they are written down without it: reservations and workloads hold
 * silicon, and must find it again by UUID when it moves.
 */
export async function learnCards(trx: Trx, nodeId: string, cards: readonly LearnedCard[]): Promise<void> {
  if (cards.length === 0) return;
  const bdfs = cards.map((card) => card.bdf);
  const filled = (had: RawBuilder<unknown>, told: readonly string[]) => sql<string[]>`array(
    select coalesce(nullif(had.value, ''), told.value, '')
    from unnest(gpu_bdfs, ${had}) with ordinality had (bdf, value, n)
      left join unnest(${bdfs}::text[], ${[...told]}::text[]) told (bdf, value) on told.bdf = had.bdf
    where had.bdf is not null order by had.n)`;
  const uuids = filled(
    sql`gpu_uuids`,
    cards.map((card) => card.uuid),
  );
  const ids = filled(
    sql`gpu_ids`,
    cards.map((card) => card.id),
  );
  await sql`update reservation_units set gpu_uuids = ${uuids}, gpu_ids = ${ids}
    where node_id = ${nodeId} and removed_at is null and gpu_bdfs && ${bdfs}::text[]`.execute(trx);
  await sql`update claims set gpu_uuids = ${uuids}
    where node_id = ${nodeId} and ended_at is null and gpu_bdfs && ${bdfs}::text[]`.execute(trx);
}

export interface ReportFacts {
  reportedAt: Date;
  topologyGen: number;
  nvswitchCount: number;
  driverVersion: string | null;
  links: readonly { a: string; b: string; type: string }[];
}

export async function recordReport(trx: Trx, nodeId: string, report: ReportFacts): Promise<void> {
  await trx
    .updateTable("nodes")
    .set({
      reported_at: report.reportedAt,
      topology_gen: report.topologyGen,
      nvswitch_count: report.nvswitchCount,
      driver_version: report.driverVersion,
      links: JSON.stringify(report.links),
    })
    .where("id", "=", nodeId)
    .execute();
}

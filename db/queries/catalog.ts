import { type RawBuilder, sql } from "kysely";
import type { Executor, Trx } from "../client";
import { clockNow } from "./node-state";

export interface GpuModelRow {
  id: string;
  name: string;
}

export function listGpuModels(db: Executor): Promise<GpuModelRow[]> {
  return db.selectFrom("gpu_models").select(["id", "name"]).orderBy("name").orderBy("id").execute();
}

export function findGpuModel(db: Executor, id: string): Promise<GpuModelRow | undefined> {
  return db.selectFrom("gpu_models").select(["id", "name"]).where("id", "=", id).executeTakeFirst();
}

/** For whom a placement or the catalog looks. */
export interface OfferFilter {
  orgId: string;
  isPlatform: boolean;
  tier: "community" | "verified" | "spot";
}

/** What can be asked for: a GPU model in one of its two classes. */
export interface OfferKind {
  gpuModelId: string;
  allocClass: "vfio-group" | "device-request";
}

/**
 * What is free on a node for a request, by how it may be had (server/domain/placement.ts, PREFERENCES): unit sizes and
 * how many of each, `1x3 2x1`.
 */
export interface OfferShapeRow {
  named: string;
  released: string;
  open: string;
  unnamed: string;
}

export interface OfferRow extends OfferShapeRow, OfferKind {
  /** Nodes of this shape, and their GPUs that are free for the request or claimed. */
  nodes: number;
  totalGpus: number;
}

/** Nodes whose rows a term's begin or end has overtaken, and what they offer now. */
const clockAndAfresh = sql`
  with clock as materialized (select ${clockNow} as now),
  stale as materialized (
    select array_agg(distinct s.node_id) as node_ids from (
      select o.node_id from node_offers o, clock where o.until_at <= clock.now
      union all select o.node_id from node_offers o, clock where o.from_at > clock.now) s),
  afresh as materialized (
    select array(select o from offers_at(stale.node_ids, clock.now) o) as offers
    from stale, clock where stale.node_ids is not null)`;

const isAsked = sql`o.gpu_model_id = k.gpu_model_id and o.alloc_class = k.alloc_class`;
// "is true" keeps the planner from walking the fleet by time: nearly every row is fresh.
const isFresh = sql`(o.from_at <= clock.now and o.until_at > clock.now) is true`;

/** Where it stands what reservations keep for the org on a node of `o`, and how it is come by. */
function keptFor({ orgId, isPlatform }: OfferFilter) {
  // In the audience of all of them, she has it beside the offers.
  if (isPlatform) {
    const [named, unnamed, total] = [sql`o.platform_named`, sql`o.platform_unnamed`, sql`o.platform_total`];
    return { join: sql``, named, unnamed, total };
  }
  const audience = sql`o.allowed_org_ids @> array[${orgId}]::text[]`;
  const join = sql`left join (
      select r.node_id, sum(r.total)::integer as total, string_agg(r.free, ' ' order by r.free) as named
      from (
        select o.* from reserved_offers o where ${audience} and ${isAsked} and ${isFresh}
        union all
        select o.* from afresh, lateral reserved_offers_of(afresh.offers) o where ${audience} and ${isAsked}) r
      group by r.node_id) m on m.node_id = o.node_id`;
  return { join, named: sql`coalesce(m.named, '')`, unnamed: sql`''`, total: sql`coalesce(m.total, 0)` };
}

/** For kind `k` at `clock`: offers `o` of nodes. */
const offers = sql`(
      select o.* from node_offers o where ${isAsked} and ${isFresh}
      union all
      select o.* from afresh, lateral node_offers_of(afresh.offers) o where ${isAsked}) o`;

/** Which of a node's parts a tier may use beside what is reserved for the org (contract, section 4). */
function parts(tier: OfferFilter["tier"]) {
  const pooled = (column: string, none: RawBuilder<unknown>) =>
    tier === "verified"
      ? sql`case when o.pool = 'verified' then ${sql.ref(`o.${column}`)} else ${none} end`
      : sql.ref(`o.${column}`);
  return {
    open: pooled("open_free", sql`''`),
    openTotal: pooled("open_total", sql`0`),
    spot: tier === "spot" ? sql`o.spot_free` : sql`''`,
    spotTotal: tier === "spot" ? sql`o.spot_total` : sql`0`,
  };
}

/** What nodes offer for a request, nodes alike counted together: one statement and so one snapshot. */
export async function readOffers(db: Executor, filter: OfferFilter, kinds: readonly OfferKind[]): Promise<OfferRow[]> {
  const [part, kept] = [parts(filter.tier), keptFor(filter)];
  const [models, classes] = [kinds.map((kind) => kind.gpuModelId), kinds.map((kind) => kind.allocClass)];
  const result = await sql<OfferRow>`
    ${clockAndAfresh}
    select k.gpu_model_id as "gpuModelId", k.alloc_class as "allocClass", s.*
    from unnest(${models}::text[], ${classes}::text[]) k (gpu_model_id, alloc_class) cross join clock
      cross join lateral (
        select ${kept.named} as named, ${part.spot} as released, ${part.open} as open, ${kept.unnamed} as unnamed,
          count(*)::integer as nodes, sum(${part.openTotal} + ${part.spotTotal} + ${kept.total})::integer as "totalGpus"
        from ${offers} ${kept.join}
        group by 1, 2, 3, 4) s`.execute(db);
  return result.rows;
}

export interface NodesOfShape {
  shape: OfferShapeRow;
  /** Nodes that were tried already. */
  except: readonly string[];
  limit: number;
}

/** Some nodes that offer exactly this. */
export async function nodesOfShape(
  db: Executor,
  filter: OfferFilter & OfferKind,
  { shape, except, limit }: NodesOfShape,
): Promise<string[]> {
  const [part, kept] = [parts(filter.tier), keptFor(filter)];
  const result = await sql<{ nodeId: string }>`
    ${clockAndAfresh}
    select o.node_id as "nodeId"
    from (select ${filter.gpuModelId}::text as gpu_model_id, ${filter.allocClass}::text as alloc_class) k
      cross join clock cross join lateral (select o.node_id from ${offers} ${kept.join}
        where ${part.open} = ${shape.open} and ${part.spot} = ${shape.released}
          and ${kept.named} = ${shape.named} and ${kept.unnamed} = ${shape.unnamed}
          and o.node_id <> all(${[...except]}::text[])) o
    order by o.node_id limit ${limit}`.execute(db);
  return result.rows.map((row) => row.nodeId);
}

/** How the GPUs of nodes are linked. */
export async function nodeLinks(
  db: Executor,
  nodeIds: readonly string[],
): Promise<Map<string, { a: string; b: string; type: string }[]>> {
  const result = await sql<{ id: string; links: { a: string; b: string; type: string }[] }>`
    select n.id, n.links from nodes n where n.id = any(${[...nodeIds]}::text[])`.execute(db);
  return new Map(result.rows.map((row) => [row.id, row.links]));
}

/**
 * Writes down afresh what some nodes offer whose rows a term's begin or end has overtaken. It changes no answer, it
 * only saves readers the work. Nodes that somebody else is working on are left for the next time.
 */
export async function refreshStaleOffers(trx: Trx, limit: number): Promise<number> {
  const result = await sql<{ refreshed: number }>`
    ${clockAndAfresh}, free as materialized (
      select n.id from nodes n, stale where n.id = any(stale.node_ids)
      order by n.id limit ${limit} for no key update of n skip locked)
    select count(*)::integer as refreshed, refresh_offers(array_agg(free.id)) from free having count(*) > 0`.execute(
    trx,
  );
  return result.rows[0]?.refreshed ?? 0;
}

import { sql } from "kysely";
import type { Executor, Trx } from "../client";
import { type NodeAccess, nodeAccess, type Scope } from "./scope";

export interface NodeRow {
  id: string;
  hostname: string;
  organizationId: string;
  pool: "community" | "verified";
  status: "online" | "draining" | "maintenance" | "removed";
  topologyGen: number;
  gpus: { gpuModelId: string; gpuModelName: string; quantity: number }[];
  createdAt: Date;
  reportedAt: Date | null;
  locationCity: string | null;
  locationCountry: string | null;
}

const columns = sql`n.id, n.hostname, n.organization_id as "organizationId", n.pool, n.status,
  n.topology_gen as "topologyGen", n.created_at as "createdAt", n.reported_at as "reportedAt",
  n.location_city as "locationCity", n.location_country as "locationCountry", (
    select coalesce(json_agg(json_build_object('gpuModelId', g.id, 'gpuModelName', g.name, 'quantity', g.quantity)
      order by g.id), '[]')
    from (
      select m.id, m.name, sum(cardinality(u.gpu_bdfs))::int as quantity
      from units u join gpu_models m on m.id = u.gpu_model_id
      where u.node_id = n.id and u.gone_at is null group by m.id, m.name) g) as gpus`;

export async function findNode(
  db: Executor,
  id: string,
  access: NodeAccess,
  scope: Scope,
): Promise<NodeRow | undefined> {
  const result = await sql<NodeRow>`
    select ${columns} from nodes n where n.id = ${id} and ${nodeAccess(access, scope)}`.execute(db);
  return result.rows[0];
}

/** Nodes on which an org manages a live reservation. */
export async function managedNodeIds(db: Executor, orgId: string): Promise<string[]> {
  const result = await sql<{ nodeId: string }>`
    select distinct r.node_id as "nodeId" from reservations r
    where r.managing_org_ids @> array[${orgId}]::text[]
      and r.cancelled_at is null and coalesce(r.ends_at, timestamptz 'infinity') > now()`.execute(db);
  return result.rows.map((row) => row.nodeId);
}

/** Nodes that the caller may see, oldest first. */
export async function listNodes(
  db: Executor,
  page: { after?: string | undefined; limit: number },
  scope: Scope,
): Promise<NodeRow[]> {
  const after = page.after === undefined ? sql`true` : sql`n.id > ${page.after}`;
  const result = await sql<NodeRow>`
    select ${columns} from nodes n where ${nodeAccess("see", scope)} and ${after}
    order by n.id limit ${page.limit}`.execute(db);
  return result.rows;
}

export interface NewNode {
  id: string;
  organizationId: string;
  hostname: string;
  pool: string;
  locationCity: string | null;
  locationCountry: string | null;
}

export async function insertNode(trx: Trx, node: NewNode): Promise<void> {
  await trx
    .insertInto("nodes")
    .values({
      id: node.id,
      organization_id: node.organizationId,
      hostname: node.hostname,
      pool: node.pool,
      status: "online",
      location_city: node.locationCity,
      location_country: node.locationCountry,
    })
    .execute();
}

export async function updateNode(
  trx: Trx,
  id: string,
  change: { status?: string | undefined; pool?: string | undefined },
): Promise<void> {
  await trx
    .updateTable("nodes")
    .set({ ...(change.status && { status: change.status }), ...(change.pool && { pool: change.pool }) })
    .where("id", "=", id)
    .execute();
}

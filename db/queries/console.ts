import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../client";
import type { StoredGpu } from "./inventory";
import { clockNow } from "./node-state";
import { nodeAccess, reservationAccess, type Scope } from "./scope";
import { type UnitStateRow, unitStates } from "./unit-states";

export interface NodeDetailRow {
  hostname: string;
  ownerName: string;
  reportedAt: Date | null;
  createdAt: Date;
  locationCity: string | null;
  locationCountry: string | null;
  driverVersion: string | null;
  nvswitchCount: number;
  platformOrgId: string;
  links: { a: string; b: string; type: string }[];
  units: {
    id: string;
    iommuGroup: number | null;
    gpus: StoredGpu[];
    groupmates: { bdf: string; pciClass: string; name?: string }[];
  }[];
}

/** What drawing a node needs beyond the facts that the rules decide on. */
export async function findNodeDetail(db: Executor, nodeId: string): Promise<NodeDetailRow | undefined> {
  const result = await sql<NodeDetailRow>`
    select n.hostname, o.name as "ownerName", n.reported_at as "reportedAt", n.created_at as "createdAt",
      n.location_city as "locationCity", n.location_country as "locationCountry",
      n.driver_version as "driverVersion", n.nvswitch_count as "nvswitchCount", n.links,
      coalesce((select id from orgs where is_platform), '') as "platformOrgId", (
        select coalesce(json_agg(json_build_object(
          'id', u.id, 'iommuGroup', u.iommu_group, 'gpus', u.gpus, 'groupmates', u.groupmates)), '[]')
        from units u where u.node_id = n.id and u.gone_at is null) as units
    from nodes n join orgs o on o.id = n.organization_id
    where n.id = ${nodeId}`.execute(db);
  return result.rows[0];
}

export interface WorkloadNameRow {
  id: string;
  name: string;
  createdAt: Date;
  unitIds: string[];
}

export async function workloadNames(db: Executor, ids: readonly string[]): Promise<WorkloadNameRow[]> {
  if (ids.length === 0) return [];
  const result = await sql<WorkloadNameRow>`
    select id, name, created_at as "createdAt", unit_ids as "unitIds"
    from workloads where id = any(${[...ids]}::text[])`.execute(db);
  return result.rows;
}

export async function orgNames(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("orgs")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** A pattern that finds a text anywhere, its own wildcards taken literally. */
export const likeAnywhere = (text: string): string => `%${text.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;

/** Orgs by name, slug or id. */
export async function searchOrgs(db: Executor, text: string, limit: number): Promise<{ id: string; name: string }[]> {
  const pattern = likeAnywhere(text);
  const result = await sql<{ id: string; name: string }>`
    select id, name from orgs
    where name ilike ${pattern} or slug ilike ${pattern} or id = ${text}
    order by name, id limit ${limit}`.execute(db);
  return result.rows;
}

export interface FleetFilter {
  search?: string | undefined;
  status?: readonly string[] | undefined;
  pool?: string | undefined;
  model?: string | undefined;
  ownerId?: string | undefined;
  review?: boolean | undefined;
  /** Nodes that have a unit in this state, of the model where one is given. */
  state?: UnitStateRow | undefined;
  /** Nodes that have never reported. */
  unreported?: boolean | undefined;
}

export type FleetSort = "hostname" | "-hostname" | "created" | "-created";

const inReview = sql`exists (
  select from reservations r where r.node_id = n.id and r.cancelled_at is null
    and coalesce(r.ends_at, timestamptz 'infinity') > now() and r.topology_gen <> n.topology_gen)`;

function fleetWhere(filter: FleetFilter, scope: Scope): RawBuilder<unknown> {
  const where: RawBuilder<unknown>[] = [nodeAccess("see", scope)];
  if (filter.search) {
    const pattern = likeAnywhere(filter.search);
    where.push(sql`(n.hostname ilike ${pattern} or o.name ilike ${pattern} or n.location_city ilike ${pattern}
      or n.id = ${filter.search})`);
  }
  if (filter.status?.length) where.push(sql`n.status = any(${[...filter.status]}::text[])`);
  if (filter.pool) where.push(sql`n.pool = ${filter.pool}`);
  if (filter.ownerId) where.push(sql`n.organization_id = ${filter.ownerId}`);
  if (filter.model) {
    where.push(sql`exists (select from units u where u.node_id = n.id and u.gone_at is null
      and u.gpu_model_id = ${filter.model})`);
  }
  if (filter.review) where.push(inReview);
  if (filter.unreported) where.push(sql`n.reported_at is null and n.status <> 'removed'`);
  if (filter.state) {
    const ofModel = filter.model ? sql`and s.gpu_model_id = ${filter.model}` : sql``;
    where.push(sql`n.id in (
      with ${unitStates(scope)} select s.node_id from states s where s.state = ${filter.state} ${ofModel})`);
  }
  return sql.join(where, sql` and `);
}

export interface FleetPlace {
  id: string;
  /** What the list is sorted by, as text. */
  key: string;
}

function fleetOrder(sort: FleetSort): { key: RawBuilder<string>; direction: "asc" | "desc" } {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  // Ids rise with time: the age of a node is its id.
  return { key: sort.endsWith("hostname") ? sql<string>`n.hostname collate "C"` : sql<string>`n.id`, direction };
}

/** Ids of the nodes of one page, in order, with the key that the order is by. */
export async function fleetPage(
  db: Executor,
  filter: FleetFilter,
  page: { sort: FleetSort; after: FleetPlace | undefined; limit: number },
  scope: Scope,
): Promise<FleetPlace[]> {
  const { key, direction } = fleetOrder(page.sort);
  const compare = direction === "asc" ? sql`>` : sql`<`;
  const after = page.after ? sql`(${key}, n.id) ${compare} (${page.after.key}, ${page.after.id})` : sql`true`;
  const order = direction === "asc" ? sql`asc` : sql`desc`;
  const result = await sql<FleetPlace>`
    select n.id, ${key} as key from nodes n join orgs o on o.id = n.organization_id
    where ${fleetWhere(filter, scope)} and ${after}
    order by ${key} ${order}, n.id ${order} limit ${page.limit}`.execute(db);
  return result.rows;
}

export async function fleetCount(db: Executor, filter: FleetFilter, scope: Scope): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from nodes n join orgs o on o.id = n.organization_id
    where ${fleetWhere(filter, scope)}`.execute(db);
  return result.rows[0]?.count ?? 0;
}

/** Which of these nodes the caller may see. */
export async function visibleNodes(db: Executor, ids: readonly string[], scope: Scope): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select n.id from nodes n where n.id = any(${[...ids]}::text[]) and ${nodeAccess("see", scope)}`.execute(db);
  return result.rows.map((row) => row.id);
}

export interface FleetNodeRow {
  id: string;
  hostname: string;
  ownerName: string;
  reportedAt: Date | null;
  locationCity: string | null;
  locationCountry: string | null;
}

export async function fleetNodes(db: Executor, ids: readonly string[]): Promise<FleetNodeRow[]> {
  const result = await sql<FleetNodeRow>`
    select n.id, n.hostname, o.name as "ownerName", n.reported_at as "reportedAt",
      n.location_city as "locationCity", n.location_country as "locationCountry"
    from nodes n join orgs o on o.id = n.organization_id where n.id = any(${[...ids]}::text[])`.execute(db);
  return result.rows;
}

export interface FoundReservation {
  id: string;
  nodeId: string;
  hostname: string;
  contractRef: string | null;
}

/** Reservations by id or contract reference, newest first, as far as the caller may read them. */
export async function searchReservations(
  db: Executor,
  text: string,
  limit: number,
  scope: Scope,
): Promise<FoundReservation[]> {
  const result = await sql<FoundReservation>`
    select r.id, r.node_id as "nodeId", n.hostname, r.contract_ref as "contractRef"
    from reservations r join nodes n on n.id = r.node_id cross join (select ${clockNow} as now) clock
    where ${reservationAccess("see", scope)} and (r.id = ${text} or r.contract_ref ilike ${likeAnywhere(text)})
    order by r.id desc limit ${limit}`.execute(db);
  return result.rows;
}

/** The node of a reservation that the caller may read. */
export async function nodeOfReservation(db: Executor, id: string, scope: Scope): Promise<string | undefined> {
  const result = await sql<{ nodeId: string }>`
    select r.node_id as "nodeId"
    from reservations r join nodes n on n.id = r.node_id cross join (select ${clockNow} as now) clock
    where r.id = ${id} and ${reservationAccess("see", scope)}`.execute(db);
  return result.rows[0]?.nodeId;
}

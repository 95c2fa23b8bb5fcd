import { sql } from "kysely";
import type { Executor } from "../client";

export interface GpuModelRow {
  id: string;
  name: string;
}

export function listGpuModels(db: Executor): Promise<GpuModelRow[]> {
  return db.selectFrom("gpu_models").select(["id", "name"]).orderBy("name").orderBy("id").execute();
}

/** Online nodes that have units for sale; of one model and class where these are named. */
export async function sellingNodes(db: Executor, only?: { gpuModelId: string; allocClass: string }): Promise<string[]> {
  const which = only ? sql`u.gpu_model_id = ${only.gpuModelId} and u.alloc_class = ${only.allocClass}` : sql`true`;
  const result = await sql<{ id: string }>`
    select n.id from nodes n
    where n.status = 'online' and exists (
      select from units u where u.node_id = n.id and u.gone_at is null and u.sellable and ${which})
    order by n.id`.execute(db);
  return result.rows.map((row) => row.id);
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

export function findGpuModel(db: Executor, id: string): Promise<GpuModelRow | undefined> {
  return db.selectFrom("gpu_models").select(["id", "name"]).where("id", "=", id).executeTakeFirst();
}

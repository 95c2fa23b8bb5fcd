import type { Executor } from "@/db/client";
import { nodeLinks } from "@/db/queries/catalog";
import { readNodeStates } from "@/db/queries/node-state";
import type { Scope } from "@/db/queries/scope";
import { LinkTable } from "@/server/domain/placement-links";
import { type LoadedNode, toFacts } from "./node-state";

/** The product's own eyes: what it decides by itself, whoever asks, and shows to nobody. */
export const EVERYTHING: Scope = { orgId: "", isPlatform: true };

export interface PlacementNode {
  state: LoadedNode;
  links: LinkTable;
}

/** Nodes as a placement needs them; those that are gone are left out. Links matter from two GPUs on. */
export async function loadPlacementNodes(
  db: Executor,
  nodeIds: readonly string[],
  gpuCount: number,
): Promise<PlacementNode[]> {
  const rows = await readNodeStates(db, nodeIds);
  const links = gpuCount > 1 ? await nodeLinks(db, nodeIds) : undefined;
  return rows.map((row) => ({ state: toFacts(row), links: new LinkTable(links?.get(row.id) ?? []) }));
}

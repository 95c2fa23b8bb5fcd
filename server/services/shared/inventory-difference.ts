import type { z } from "zod";
import { readInventory, type StoredInventory } from "@/db/queries/inventory";
import type { topologyDifferenceSchema } from "@/server/contract/report";
import { notFound } from "@/server/domain/errors";
import { isLive, reservationStatus } from "@/server/domain/status";
import { topologyDifference } from "@/server/domain/topology-diff";
import type { InventoryReading, InventoryUnit } from "@/server/inventory/types";
import { type Context, reader } from "./context";
import { topologyUnit, withKnownFacts } from "./inventory";
import { type LoadedNode, loadNode } from "./node-state";

/** A reading beside what is stored for a node. */
export interface Comparison {
  state: LoadedNode;
  stored: StoredInventory;
  /** The units that storing the reading would leave. */
  units: InventoryUnit[];
  difference: z.output<typeof topologyDifferenceSchema>;
}

/** How a reading differs from what is stored for a node, and which reservations storing it would put into review. */
export async function compareWithStored(ctx: Context, nodeId: string, reading: InventoryReading): Promise<Comparison> {
  const state = await loadNode(ctx, reader(ctx), nodeId, "operate");
  const stored = await readInventory(reader(ctx), nodeId);
  if (!stored) throw notFound();
  const units = withKnownFacts(reading.units, stored);
  const difference = topologyDifference(stored.units.map(topologyUnit), units.map(topologyUnit));
  const live = state.reservations.filter((r) => isLive(reservationStatus(r, state.node.topologyGen, state.now)));
  const reservationIds = difference.changed ? live.map((reservation) => reservation.id) : [];
  return { state, stored, units, difference: { ...difference, reservationIds } };
}

import type { z } from "zod";
import { readInventory } from "@/db/queries/inventory";
import type { previewInventory as operation } from "@/server/contract/nodes";
import type { InputOf } from "@/server/contract/operation";
import type { topologyDifferenceSchema } from "@/server/contract/report";
import { notFound } from "@/server/domain/errors";
import { isLive, reservationStatus } from "@/server/domain/status";
import { topologyDifference } from "@/server/domain/topology-diff";
import type { InventoryReading } from "@/server/inventory/types";
import { type Context, reader } from "./shared/context";
import { messages, readInventorySource, topologyUnit, withKnownFacts } from "./shared/inventory";
import { loadNode } from "./shared/node-state";

type Answer = z.output<typeof operation.answer.schema>;
type Difference = z.output<typeof topologyDifferenceSchema>;

/** How a reading differs from what is stored for a node, and which reservations storing it would put into review. */
async function differenceTo(ctx: Context, nodeId: string, reading: InventoryReading): Promise<Difference> {
  const state = await loadNode(ctx, reader(ctx), nodeId, "operate");
  const stored = await readInventory(reader(ctx), nodeId);
  if (!stored) throw notFound();
  const units = withKnownFacts(reading.units, stored);
  const difference = topologyDifference(stored.units.map(topologyUnit), units.map(topologyUnit));
  const live = state.reservations.filter((r) => isLive(reservationStatus(r, state.node.topologyGen, state.now)));
  return { ...difference, reservationIds: difference.changed ? live.map((reservation) => reservation.id) : [] };
}

/** Reads a report and says what it would mean; writes nothing (contract, section 6). */
export async function previewInventory(ctx: Context, input: InputOf<typeof operation>): Promise<Answer> {
  const reading = readInventorySource(input);
  const { accept, units, nvswitchCount, links, ignored } = reading;
  const difference = input.nodeId === undefined ? undefined : await differenceTo(ctx, input.nodeId, reading);
  return {
    accept,
    units,
    nvswitchCount,
    links,
    ignored,
    warnings: messages(reading.warnings),
    errors: messages(reading.errors),
    ...(difference && { difference }),
  };
}

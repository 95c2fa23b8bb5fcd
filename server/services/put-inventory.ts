import type { z } from "zod";
import { learnCards, readInventory, recordReport, replaceUnits, type StoredInventory } from "@/db/queries/inventory";
import { findNode } from "@/db/queries/nodes";
import type { putInventory as operation } from "@/server/contract/nodes";
import type { InputOf } from "@/server/contract/operation";
import { invalid, notFound } from "@/server/domain/errors";
import { generationAfter, topologyDifference } from "@/server/domain/topology-diff";
import { recordChange } from "./shared/audit";
import { type Context, mutate, reader, scopeOf } from "./shared/context";
import { gpusElsewhere } from "./shared/gpus-elsewhere";
import {
  currentLinks,
  learnedCards,
  messages,
  readInventorySource,
  refuseUnreadable,
  topologyUnit,
  withKnownFacts,
} from "./shared/inventory";
import { lockAndLoadNode } from "./shared/node-state";
import { rereadNode } from "./shared/reread-node";

type Input = InputOf<typeof operation>;
type Answer = z.output<typeof operation.answer.schema>;

/** A reporter's clock may be a little ahead; a report from the far future would shut out all that come after it. */
const CLOCK_AHEAD_MS = 5 * 60 * 1000;

/** When the report was made; refuses one older than the last one taken (contract, section 6). */
function reportTime(asked: Date | undefined, stored: StoredInventory, now: Date): Date {
  const last = stored.reportedAt;
  if (!asked) return last && last > now ? last : now;
  if (asked.getTime() > now.getTime() + CLOCK_AHEAD_MS) {
    throw invalid([{ field: "reportedAt", message: "lies in the future" }]);
  }
  if (last && asked < last) {
    throw invalid([{ field: "reportedAt", message: `is older than the last report taken, of ${last.toISOString()}` }]);
  }
  return asked;
}

/** Stores what a node reports; a different set of units starts a new topology generation (contract, section 6). */
export async function putInventory(ctx: Context, input: Input): Promise<Answer> {
  if (!(await findNode(reader(ctx), input.nodeId, "operate", scopeOf(ctx)))) throw notFound();
  const reading = readInventorySource(input);
  refuseUnreadable(reading, input.acceptPartial ?? false);

  return mutate(ctx, async (trx) => {
    const { state } = await lockAndLoadNode(ctx, trx, { nodeId: input.nodeId, access: "operate" });
    const { node, now } = state;
    const stored = await readInventory(trx, node.id);
    if (!stored) throw notFound();
    const reportedAt = reportTime(input.reportedAt, stored, now);
    const units = withKnownFacts(reading.units, stored);
    // Of a card that the node had before it was said then: reports that come every minute look nothing up.
    const elsewhere = await gpusElsewhere({ ...ctx, trx }, node.id, reading, stored);
    const isFirst = stored.reportedAt === null;
    const changed = topologyDifference(stored.units.map(topologyUnit), units.map(topologyUnit)).changed;

    await learnCards(trx, node.id, learnedCards(units, stored));
    await replaceUnits(trx, node.id, units, now);
    await recordReport(trx, node.id, {
      reportedAt,
      topologyGen: generationAfter(node.topologyGen, changed, isFirst),
      nvswitchCount: reading.nvswitchCount,
      driverVersion: reading.driverVersion ?? null,
      links: currentLinks({ ...reading, units }, stored.links),
    });
    // A node that reports the same every minute is no news: the trail holds what changed.
    if (changed) {
      await recordChange(ctx, trx, {
        action: "node.inventory",
        nodeId: node.id,
        unitIds: units.map((unit) => unit.id),
      });
    }
    const warnings = messages([...reading.warnings, ...elsewhere]);
    return { node: await rereadNode(ctx, trx, node.id), units, warnings, changed };
  });
}

import { findNodeDetail, type NodeDetailRow } from "@/db/queries/console";
import { findNode } from "@/db/queries/nodes";
import type { ReservationRow } from "@/db/queries/reservations";
import type { HolderView } from "@/server/contract/console";
import type { ImportMessage, ImportPreview } from "@/server/contract/machines";
import { notFound } from "@/server/domain/errors";
import { reservationStatus } from "@/server/domain/status";
import { generationAfter } from "@/server/domain/topology-diff";
import { linesOf } from "@/server/inventory/lines";
import { readText } from "@/server/inventory/read-text";
import type { InventoryMessage, InventoryReading, InventoryUnit } from "@/server/inventory/types";
import { type Context, scopeOf } from "../shared/context";
import { gpusElsewhere } from "../shared/gpus-elsewhere";
import { currentLinks, topologyUnit } from "../shared/inventory";
import { type Comparison, compareWithStored } from "../shared/inventory-difference";
import type { LoadedNode } from "../shared/node-state";
import { drawNode, inSnapshot, liveReservations, namesFor } from "./read-node-view";
import { holderView, type Names } from "./views";

/** More than any machine has; a page of them would not be read. */
const MOST_DEVICES = 4096;

function unitFacts(unit: InventoryUnit): LoadedNode["units"][number] {
  return {
    ...topologyUnit(unit),
    notSellableReason: unit.notSellableReason ?? null,
    sellableGpus: unit.sellableGpus,
    gpuModelId: unit.gpuModelId,
    gpuModelName: unit.gpuModelName ?? unit.gpuModelId,
    numa: unit.gpus[0]?.numa ?? null,
  };
}

/** The node's facts as they would be with the reading stored. */
function stateAfter({ state, stored, units, difference }: Comparison): LoadedNode {
  const topologyGen = generationAfter(state.node.topologyGen, difference.changed, stored.reportedAt === null);
  return { ...state, node: { ...state.node, topologyGen }, units: units.map(unitFacts) };
}

function detailAfter(detail: NodeDetailRow, reading: InventoryReading, compared: Comparison): NodeDetailRow {
  const { units, stored, state } = compared;
  return {
    ...detail,
    reportedAt: state.now,
    nvswitchCount: reading.nvswitchCount,
    driverVersion: reading.driverVersion ?? null,
    links: currentLinks({ ...reading, units }, stored.links),
    units: units.map(({ id, iommuGroup, gpus, groupmates }) => ({
      id,
      iommuGroup: iommuGroup ?? null,
      gpus,
      groupmates,
    })),
  };
}

/** Reservations with the status that the new topology would give them. */
function rowsAfter(rows: readonly ReservationRow[], after: LoadedNode): ReservationRow[] {
  const facts = new Map(after.reservations.map((each) => [each.id, each]));
  return rows.map((row) => {
    const known = facts.get(row.id);
    return known ? { ...row, status: reservationStatus(known, after.node.topologyGen, after.now) } : row;
  });
}

/** Workloads on units that would go, hold other GPUs or change what they are. */
function touchedWorkloads({ state, difference }: Comparison, names: Names): HolderView[] {
  const { gone, regrouped, altered } = difference;
  const touched = new Set([...gone, ...regrouped.map((each) => each.unitId), ...altered.map((each) => each.unitId)]);
  const claims = state.claims.filter((claim) => touched.has(claim.unitId));
  const byWorkload = new Map(claims.map((claim) => [claim.workloadId, claim]));
  return [...byWorkload.values()].map((claim) => holderView(claim, names));
}

const told = (list: readonly InventoryMessage[]): ImportMessage[] =>
  list.map((item) => ({ message: item.message, lines: linesOf(item) }));

/** Reads a pasted report for a node: what each line became, and how the node would look; writes nothing. */
export async function previewImport(ctx: Context, input: { nodeId: string; text: string }): Promise<ImportPreview> {
  if (!(await findNode(ctx.db, input.nodeId, "operate", scopeOf(ctx)))) throw notFound();
  const reading = readText(input.text);
  return inSnapshot(ctx, async (trx) => {
    const compared = await compareWithStored({ ...ctx, trx }, input.nodeId, reading);
    const detail = await findNodeDetail(trx, input.nodeId);
    if (!detail) throw notFound();
    const { state, stored, difference } = compared;
    const rows = await liveReservations(ctx, trx, input.nodeId);
    const names = await namesFor(trx, state, rows);
    const elsewhere = await gpusElsewhere({ ...ctx, trx }, input.nodeId, reading);
    const after = stateAfter(compared);
    const drawing = {
      state: after,
      detail: detailAfter(detail, reading, compared),
      rows: rowsAfter(rows, after),
      names,
    };
    const view = drawNode(ctx, drawing);
    const before = new Map(rows.map((row) => [row.id, row.status]));
    return {
      accept: reading.accept,
      errors: told(reading.errors),
      warnings: told([...reading.warnings, ...elsewhere]),
      devices: reading.devices.slice(0, MOST_DEVICES),
      moreDevices: Math.max(0, reading.devices.length - MOST_DEVICES),
      sources: reading.sources,
      after: view,
      before: stored.units.map((unit) => ({
        id: unit.id,
        gpus: unit.gpus.map((gpu) => gpu.bdf),
        gpuModelName: unit.gpuModelName ?? unit.gpuModelId,
        sellable: unit.sellable,
        allocClass: unit.allocClass,
      })),
      isFirst: stored.reportedAt === null,
      difference,
      intoReview: view.reservations.filter(
        (each) => each.status === "needs-review" && before.get(each.id) !== "needs-review",
      ),
      workloads: touchedWorkloads(compared, names),
    };
  });
}

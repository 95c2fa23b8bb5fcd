import type { Trx } from "@/db/client";
import { findNodeDetail, type NodeDetailRow, orgNames, workloadNames } from "@/db/queries/console";
import { listReservations, type ReservationRow } from "@/db/queries/reservations";
import type { NodeView } from "@/server/contract/console";
import { whyNotOperate, whyNotRepool, whyNotReserve } from "@/server/domain/access";
import { notFound } from "@/server/domain/errors";
import { type Context, scopeOf } from "../shared/context";
import { type LoadedNode, loadNode } from "../shared/node-state";
import { present, utc } from "../shared/present";
import { mayDo, type Names, named, reservationView, unitView } from "./views";

const LIVE = ["pending", "active", "needs-review"] as const;
const MOST_RESERVATIONS = 1000;

/** Names of everybody that a drawing of the node mentions. */
export async function namesFor(trx: Trx, state: LoadedNode, rows: readonly ReservationRow[]): Promise<Names> {
  const workloads = await workloadNames(trx, [...new Set(state.claims.map((claim) => claim.workloadId))]);
  const orgIds = new Set([
    state.node.organizationId,
    ...state.claims.map((claim) => claim.organizationId),
    ...rows.flatMap((row) => [...row.allowedOrgIds, ...row.managingOrgIds]),
  ]);
  return { orgs: await orgNames(trx, [...orgIds]), workloads: new Map(workloads.map((row) => [row.id, row])) };
}

function nodeFields(state: LoadedNode, detail: NodeDetailRow): NodeView["node"] {
  const { id, organizationId, pool, status, topologyGen } = state.node;
  return present({
    id,
    hostname: detail.hostname,
    owner: { id: organizationId, name: detail.ownerName },
    pool,
    status,
    topologyGen,
    reportedAt: detail.reportedAt && utc(detail.reportedAt),
    createdAt: utc(detail.createdAt),
    locationCity: detail.locationCity,
    locationCountry: detail.locationCountry,
    driverVersion: detail.driverVersion,
    nvswitchCount: detail.nvswitchCount,
  });
}

/** Live reservations of a node that the caller may read. */
export function liveReservations(ctx: Context, trx: Trx, nodeId: string): Promise<ReservationRow[]> {
  return listReservations(trx, { nodeId, status: LIVE, limit: MOST_RESERVATIONS }, scopeOf(ctx));
}

export interface Drawing {
  state: LoadedNode;
  detail: NodeDetailRow;
  rows: readonly ReservationRow[];
  names: Names;
}

/** A node as its page draws it, out of facts that are there or that might be. */
export function drawNode(ctx: Context, { state, detail, rows, names }: Drawing): NodeView {
  const details = new Map(detail.units.map((unit) => [unit.id, unit]));
  return {
    node: { ...nodeFields(state, detail), owner: named(names, state.node.organizationId) },
    now: utc(state.now),
    units: state.units.map((unit) => unitView(ctx, unit, state, details.get(unit.id), names)),
    links: detail.links,
    reservations: rows.map((row) => reservationView(ctx, row, state.node, names, state)),
    reserve: mayDo(whyNotReserve(ctx.actor, state.node)),
    operate: mayDo(whyNotOperate(ctx.actor, state.node)),
    repool: mayDo(whyNotRepool(ctx.actor)),
    platformOrgId: detail.platformOrgId,
  };
}

/** Reads in one snapshot. */
export function inSnapshot<T>(ctx: Context, read: (trx: Trx) => Promise<T>): Promise<T> {
  return ctx.db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

/** A node as its page draws it: machine, states, holders, reservations, and what the caller may do; one snapshot. */
export function readNodeView(ctx: Context, input: { nodeId: string }): Promise<NodeView> {
  return inSnapshot(ctx, async (trx) => {
    const state = await loadNode(ctx, trx, input.nodeId, "see");
    const detail = await findNodeDetail(trx, input.nodeId);
    if (!detail) throw notFound();
    const rows = await liveReservations(ctx, trx, input.nodeId);
    return drawNode(ctx, { state, detail, rows, names: await namesFor(trx, state, rows) });
  });
}

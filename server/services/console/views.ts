import type { NodeDetailRow, WorkloadNameRow } from "@/db/queries/console";
import type { ReservationRow } from "@/db/queries/reservations";
import type { HolderView, ReservationView, UnitView } from "@/server/contract/console";
import { mayNameHolder, whyNotAct } from "@/server/domain/access";
import type { ClaimFacts, ReservationFacts } from "@/server/domain/facts";
import { whyNotReservable } from "@/server/domain/reservable";
import { holderId, holds } from "@/server/domain/silicon";
import { isLive, RESERVATION_ACTIONS, type ReservationStatus, reservationStatus } from "@/server/domain/status";
import { reaffirmMismatches } from "@/server/domain/topology-diff";
import { unitSituation } from "@/server/domain/unit-state";
import type { Context } from "../shared/context";
import type { LoadedNode } from "../shared/node-state";
import { present, utc } from "../shared/present";

/** Names of what a page mentions. */
export interface Names {
  orgs: ReadonlyMap<string, string>;
  workloads: ReadonlyMap<string, WorkloadNameRow>;
}

export const named = (names: Names, id: string) => ({ id, name: names.orgs.get(id) ?? id });

export const mayDo = (why: string | undefined) => (why === undefined ? { allowed: true } : { allowed: false, why });

/** A workload as pages name it. */
export function holderView(claim: ClaimFacts, names: Names): HolderView {
  const workload = names.workloads.get(claim.workloadId);
  return {
    workloadId: claim.workloadId,
    kind: claim.kind,
    name: workload?.name ?? claim.workloadId,
    org: named(names, claim.organizationId),
    tier: claim.tier,
    status: claim.status,
    since: utc(workload?.createdAt ?? new Date(0)),
    unitIds: workload?.unitIds ?? [claim.unitId],
  };
}

/** The next live reservation to begin on a unit, other than the governing one. */
function nextReservation(
  unit: LoadedNode["units"][number],
  state: LoadedNode,
  governingId: string | undefined,
): ReservationFacts | undefined {
  return state.reservations
    .filter((each) => each.id !== governingId && each.startsAt > state.now && holds(each, unit))
    .filter((each) => isLive(reservationStatus(each, state.node.topologyGen, state.now)))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())[0];
}

export function unitView(
  ctx: Context,
  unit: LoadedNode["units"][number],
  state: LoadedNode,
  detail: NodeDetailRow["units"][number] | undefined,
  names: Names,
): UnitView {
  const situation = unitSituation(unit, state);
  const obstacle = whyNotReservable(unit, { startsAt: state.now, endsAt: null }, state);
  const governingId = situation.governing?.reservation.id;
  const { claim } = situation;
  return present({
    id: unit.id,
    state: situation.state,
    allocClass: unit.allocClass,
    sellable: unit.sellable,
    notSellableReason: unit.notSellableReason,
    sellableGpus: unit.sellableGpus,
    gpuModelId: unit.gpuModelId,
    gpuModelName: unit.gpuModelName,
    iommuGroup: detail?.iommuGroup ?? null,
    gpus: detail?.gpus ?? unit.gpuBdfs.map((bdf) => ({ bdf })),
    groupmates: detail?.groupmates ?? [],
    released: situation.governing?.released ?? false,
    reservationId: governingId ?? null,
    nextReservationId: nextReservation(unit, state, governingId)?.id ?? null,
    claimedBy: claim ? holderId(claim) : null,
    holder: claim && mayNameHolder(ctx.actor, unit, claim, state) ? holderView(claim, names) : null,
    reservable: obstacle === undefined,
    notReservableReason: obstacle?.reason ?? null,
  });
}

/** Each reserved unit as it was, beside why it can't simply be kept on the current topology. */
function review(reservationId: string, state: LoadedNode): ReservationView["review"] {
  const live = state.reservations.find((each) => each.id === reservationId);
  if (!live) return undefined;
  const mismatches = new Map(reaffirmMismatches(live, state.units).map((each) => [each.unitId, each.reason]));
  return live.units.map((unit) =>
    present({ unitId: unit.unitId, gpus: [...unit.gpuBdfs], mismatch: mismatches.get(unit.unitId) }),
  );
}

/** A reservation with the names of its orgs and what this caller may do with it. */
export function reservationView(
  ctx: Context,
  row: ReservationRow,
  node: { organizationId: string },
  names: Names,
  state?: LoadedNode,
): ReservationView {
  const status: ReservationStatus = row.status;
  const actions = RESERVATION_ACTIONS.map(
    (action) => [action, mayDo(whyNotAct(action, ctx.actor, node, row, status))] as const,
  );
  return present({
    id: row.id,
    nodeId: row.nodeId,
    status,
    reservedUnitIds: row.units.map((unit) => unit.unitId),
    releasedUnitIds: isLive(status) ? row.units.filter((unit) => unit.released).map((unit) => unit.unitId) : [],
    audience: row.allowedOrgIds.map((id) => named(names, id)),
    managers: row.managingOrgIds.map((id) => named(names, id)),
    startsAt: utc(row.startsAt),
    endsAt: row.endsAt && utc(row.endsAt),
    contractRef: row.contractRef,
    reason: row.reason,
    topologyGen: row.topologyGen,
    createdAt: utc(row.createdAt),
    updatedAt: utc(row.updatedAt),
    actions: Object.fromEntries(actions) as ReservationView["actions"],
    review: status === "needs-review" && state ? review(row.id, state) : undefined,
  });
}

import type { OperationId } from "@/server/contract/operations";
import type { Sent } from "../fixtures/api";
import type { TestNode } from "../fixtures/world";
import type { Act } from "./history";
import { reportOfShape } from "./shapes";

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

/** An act as the call that a client makes. */
export function callOf(node: TestNode, act: Act, mark: string): [OperationId, Sent] {
  const nodeId = node.id;
  const at = (res: string) => ({ params: { nodeId, reservationId: res } });
  switch (act.do) {
    case "create": {
      const { unitIds, allowed, managing, start, end } = act;
      const body = {
        unitIds,
        allowedOrgIds: allowed,
        managingOrgIds: managing,
        startsAt: iso(start),
        endsAt: iso(end),
        reason: mark,
      };
      return ["createReservation", { params: { nodeId }, body }];
    }
    case "cancel":
      return ["cancelReservation", { ...at(act.res), body: { unitIds: act.unitIds, reason: mark } }];
    case "change": {
      const endsAt = act.end === undefined ? undefined : act.end === null ? null : iso(act.end);
      return ["changeReservation", { ...at(act.res), body: { endsAt, allowedOrgIds: act.allowed } }];
    }
    case "release":
      return ["releaseUnits", { ...at(act.res), body: { unitIds: act.unitIds, reason: mark } }];
    case "reclaim": {
      const body = { unitIds: act.unitIds, dryRun: act.dryRun, expectPlan: act.plan?.token, reason: mark };
      return ["reclaimUnits", { ...at(act.res), body }];
    }
    case "reaffirm":
      return ["reaffirmReservation", { ...at(act.res), body: { reason: mark } }];
    case "place": {
      const body = { name: mark, gpuModelId: node.modelId, gpuCount: act.gpus, tier: act.tier };
      return ["createVm", { params: { orgId: act.org }, body }];
    }
    case "terminate":
      return ["terminateVm", { params: { workloadId: act.workload }, body: {} }];
    case "swap":
      return ["putInventory", { params: { nodeId }, body: { inventory: reportOfShape(act.shape, node.deviceId) } }];
    case "setStatus":
      return ["updateNode", { params: { nodeId }, body: { status: act.status } }];
    case "readUnits":
      return ["listUnits", { params: { nodeId } }];
    case "readReservation":
      return ["getReservation", at(act.res)];
    case "readWorkload":
      return ["getVm", { params: { workloadId: act.workload } }];
  }
}

import { expect } from "vitest";
import type { Command, Place } from "./commands";
import type { Model, Org, Preview, Reservation, Unit, Workload } from "./facts";
import { MODELS } from "./machines";
import { pickNewest, pickOrg, pickReservation, unitIdsIn } from "./pick";
import { expectSame, type Planned, planned, refusedWith } from "./planned";
import { isOnAnyOf, isPlaceable, mayEnd, ofKind, reachesCapacity, status, sums } from "./rules";

type Of<D extends Command["do"]> = Extract<Command, { do: D }>;

const strangers = (r: Reservation, unitIds: string[]): boolean =>
  unitIds.some((unitId) => !r.units.some((own) => own.unitId === unitId));

export function release(m: Model, c: Of<"release">, by: Org): Planned | undefined {
  const r = pickReservation(m, c.res);
  if (!r) return undefined;
  const unitIds = unitIdsIn(r, c.units);
  const input = { nodeId: r.node.id, reservationId: r.id, unitIds };
  const attempt = { by, op: "releaseUnits" as const, input, action: "reservation.release", node: r.node };
  if (!reachesCapacity(m, by, r)) return planned(m, attempt, refusedWith("not_found"));
  if (strangers(r, unitIds)) return planned(m, attempt, refusedWith("invalid_request"));
  if (!["pending", "active"].includes(status(m, r))) return planned(m, attempt, refusedWith("wrong_status"));
  const news = r.units.filter((own) => unitIds.includes(own.unitId) && !own.released);
  return planned(m, attempt, {
    changesNothing: news.length === 0,
    done: () => {
      for (const own of news) own.released = true;
    },
  });
}

/** Section 5: spot workloads on the units go, whole and once; the others run on. */
function planOf(m: Model, r: Reservation, unitIds: string[]) {
  const on = m.workloads.filter((w) => w.node === r.node && w.running && isOnAnyOf(w, r, unitIds));
  return { go: on.filter((w) => w.tier === "spot"), stay: on.filter((w) => w.tier !== "spot") };
}

/** What a preview rests on: the set of workloads and the topology. */
function basisOf(m: Model, r: Reservation, unitIds: string[]): string {
  const { go, stay } = planOf(m, r, unitIds);
  const list = (workloads: Workload[]) => workloads.map((w) => w.id).sort();
  return JSON.stringify([list(go), list(stay), r.node.gen]);
}

function reclaimOf(
  m: Model,
  by: Org,
  r: Reservation,
  unitIds: string[],
  how: { dryRun?: true; as?: Preview },
): Planned {
  const input = {
    nodeId: r.node.id,
    reservationId: r.id,
    unitIds,
    ...(how.dryRun && { dryRun: true }),
    ...(how.as && { expectPlan: how.as.token }),
  };
  const attempt = {
    by,
    op: "reclaimUnits" as const,
    input,
    action: "reservation.reclaim",
    node: r.node,
    silent: how.dryRun === true,
  };
  if (!reachesCapacity(m, by, r)) return planned(m, attempt, refusedWith("not_found"));
  if (strangers(r, unitIds)) return planned(m, attempt, refusedWith("invalid_request"));
  if (["expired", "cancelled"].includes(status(m, r))) return planned(m, attempt, refusedWith("wrong_status"));
  if (how.as && how.as.basis !== basisOf(m, r, unitIds)) return planned(m, attempt, refusedWith("plan_changed"));
  const { go, stay } = planOf(m, r, unitIds);
  const goIds = go.map((w) => w.id);
  const stayIds = stay.map((w) => w.id);
  const released = r.units.filter((own) => unitIds.includes(own.unitId) && own.released);
  return planned(m, attempt, {
    changesNothing: how.dryRun === true || (go.length === 0 && released.length === 0),
    done: (answer) => {
      expectSame(how.dryRun ? answer.wouldTerminate : answer.terminated, goIds);
      expectSame(how.dryRun ? answer.wouldSkip : answer.skipped, stayIds);
      expect([answer.terminated, answer.wouldTerminate].filter((list) => list !== undefined)).toHaveLength(1);
      expect(typeof answer.planToken).toBe(how.dryRun ? "string" : "undefined");
      if (how.dryRun) {
        const basis = basisOf(m, r, unitIds);
        m.previews.push({ token: answer.planToken ?? "", reservation: r, unitIds, basis });
        return;
      }
      for (const own of released) own.released = false;
      for (const w of go) w.running = false;
    },
  });
}

export function reclaim(m: Model, c: Of<"reclaim">, by: Org): Planned | undefined {
  const r = pickReservation(m, c.res);
  return r && reclaimOf(m, by, r, unitIdsIn(r, c.units), c.dryRun ? { dryRun: true } : {});
}

export function reclaimAsPreviewed(m: Model, c: Of<"reclaimAsPreviewed">, by: Org): Planned | undefined {
  const as = pickNewest(m.previews, c.preview);
  return as && reclaimOf(m, by, as.reservation, as.unitIds, { as });
}

export function place(m: Model, c: Place, by: Org): Planned {
  const org = c.org < 0 ? by : pickOrg(m, c.org);
  const gpuModelId = MODELS[c.model] ?? MODELS[0];
  const input = { orgId: org.id, name: "w", gpuModelId, gpuCount: c.gpus, tier: c.tier };
  const op = c.kind === "vm" ? ("createVm" as const) : ("createPod" as const);
  const attempt = { by, op, input, action: "workload.create", node: undefined };
  if (org !== by && !by.isPlatform) return planned(m, attempt, refusedWith("forbidden"));
  const allocClass = c.kind === "vm" ? ("vfio-group" as const) : ("device-request" as const);
  const fitting = m.nodes.map((node) => ({
    node,
    units: ofKind(node, gpuModelId, allocClass).filter((unit) => isPlaceable(m, node, unit, org, c.tier)),
  }));
  if (!fitting.some(({ units }) => sums(units).has(c.gpus))) return planned(m, attempt, refusedWith("no_capacity"));
  return planned(m, attempt, {
    done: (answer) => {
      const there = fitting.find(({ node }) => node.id === answer.nodeId);
      const taken = answer.unitIds.map((id) => there?.units.find((unit) => unit.id === id));
      expect(taken, "every unit was free and allowed, on one node").not.toContain(undefined);
      const units = taken as Unit[];
      expect(units.reduce((sum, unit) => sum + unit.gpus.length, 0)).toBe(c.gpus);
      expect(answer).toMatchObject({ organizationId: org.id, status: "running", tier: c.tier, gpuCount: c.gpus });
      if (!there) return;
      m.workloads.push({
        id: answer.id,
        kind: c.kind,
        org: org.id,
        tier: c.tier,
        node: there.node,
        units: units.map((unit) => ({ unitId: unit.id, gpus: unit.gpus.map((gpu) => ({ ...gpu })) })),
        running: true,
      });
    },
  });
}

export function terminate(m: Model, c: Of<"terminate">, by: Org): Planned | undefined {
  const w = pickNewest(m.workloads, c.workload);
  // What has ended is on no unit any more: whether others than its own org still find it is left open.
  if (!w || (!w.running && w.org !== by.id)) return undefined;
  const op = w.kind === "vm" ? ("terminateVm" as const) : ("terminatePod" as const);
  const attempt = { by, op, input: { workloadId: w.id }, action: "workload.terminate", node: w.node };
  if (!mayEnd(m, by, w)) return planned(m, attempt, refusedWith("not_found"));
  return planned(m, attempt, {
    changesNothing: !w.running,
    done: (answer) => {
      expect(answer).toMatchObject({ id: w.id, status: "terminated" });
      w.running = false;
    },
  });
}

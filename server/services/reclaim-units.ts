import type { z } from "zod";
import type { Trx } from "@/db/client";
import { updateReservation } from "@/db/queries/reservations";
import { setReleased } from "@/db/queries/reserved-units";
import type { InputOf } from "@/server/contract/operation";
import type { reclaimUnits as operation } from "@/server/contract/reservations";
import { Refusal } from "@/server/domain/errors";
import { planReclaim, type ReclaimPlan } from "@/server/domain/reclaim-plan";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import { planToken } from "./shared/plan-token";
import { foreignUnits, refuseProblems, refuseWrongStatus } from "./shared/refuse";
import { type LockedReservation, lockReservation, reread } from "./shared/reservation";
import { terminateWorkloads } from "./shared/terminate";

type Input = InputOf<typeof operation>;
type Answer = z.output<typeof operation.answer.schema>;

const ENDED = "Reclaimed: its capacity was taken off the spot market.";

interface Preview {
  wouldTerminate: string[];
  wouldSkip: string[];
  planToken: string;
}

function preview(input: Input, { state, row }: LockedReservation, plan: ReclaimPlan): Preview {
  const scope = { reservationId: row.id, unitIds: input.unitIds, topologyGen: state.node.topologyGen };
  return { wouldTerminate: plan.terminate, wouldSkip: plan.skip, planToken: planToken(scope, plan) };
}

/** 409 with the plan as it is now, where the caller bound the call to another one. */
function refuseChangedPlan(expected: string | undefined, now: Preview): void {
  if (expected === undefined || expected === now.planToken) return;
  throw new Refusal("plan_changed", "What the reclaim would do has changed since it was previewed.", { ...now });
}

/** Off the spot market first, then the workloads: nobody can be placed on the units in between. */
async function carryOut(trx: Trx, input: Input, { state, row }: LockedReservation, plan: ReclaimPlan): Promise<void> {
  if (plan.unrelease.length > 0) {
    await setReleased(trx, input.nodeId, row.id, plan.unrelease, false);
    await updateReservation(trx, input.nodeId, row.id, {}, state.now);
  }
  await terminateWorkloads(trx, plan.terminate, ENDED, state.now);
}

/**
 * Takes units off the spot market and ends the spot workloads on them, or shows what that would do (contract,
 * section 5).
 */
export function reclaimUnits(ctx: Context, input: Input): Promise<Answer> {
  return mutate(ctx, async (trx) => {
    const locked = await lockReservation(ctx, trx, input, "reclaim");
    const { state, row, live } = locked;
    const own = row.units.map((unit) => unit.unitId);
    refuseProblems(foreignUnits(input.unitIds, own));
    refuseWrongStatus("reclaim", row.status);

    const plan = planReclaim(state, live?.units ?? [], input.unitIds);
    const shown = preview(input, locked, plan);
    refuseChangedPlan(input.expectPlan, shown);
    if (input.dryRun) return { ...(await reread(ctx, trx, input, state.now)), ...shown };

    await carryOut(trx, input, locked, plan);
    if (plan.unrelease.length > 0 || plan.terminate.length > 0) {
      await recordChange(ctx, trx, {
        action: "reservation.reclaim",
        nodeId: input.nodeId,
        reservationId: row.id,
        unitIds: input.unitIds,
        reason: input.reason,
      });
    }
    return { ...(await reread(ctx, trx, input, state.now)), terminated: plan.terminate, skipped: plan.skip };
  });
}

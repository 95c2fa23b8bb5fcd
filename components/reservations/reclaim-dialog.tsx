"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { fieldError, type Problem, readProblem } from "@/components/patterns/problem";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { TextArea } from "@/components/ui/text-field";
import { address, idsOf, type ReservationActionProps, reservationName, said } from "./action-dialog";
import { ProblemNote } from "./problem-note";
import { PlanLists } from "./reclaim-lists";
import { planChanges, type ReclaimPlan, reclaimLists, workloadCount } from "./reclaim-plan";
import type { ReclaimResult } from "./reclaim-result";
import { useNodeMutation } from "./use-node-mutation";

interface Preview {
  plan: ReclaimPlan | undefined;
  /** The plan before this one, where the truth changed while somebody looked at it. */
  before: ReclaimPlan | undefined;
  problem: Problem | undefined;
  isPending: boolean;
  ask: () => void;
}

/** The server's own dry run; asked when the dialog opens and whenever the truth has changed. */
function usePreview(props: ReservationActionProps): Preview {
  const { reservation, units } = props;
  const trpc = useTRPC();
  const [plans, setPlans] = useState<{ now?: ReclaimPlan; before?: ReclaimPlan }>({});
  const dryRun = useMutation(
    trpc.reservations.reclaim.mutationOptions({
      onSuccess: ({ wouldTerminate = [], wouldSkip = [], planToken = "" }) =>
        setPlans(({ now }) => ({ now: { wouldTerminate, wouldSkip, planToken }, before: now })),
    }),
  );
  const { mutate } = dryRun;
  const input = { params: address(reservation), body: { unitIds: idsOf(units), dryRun: true } };
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const ask = useCallback(() => mutate(latest.current), [mutate]);
  useEffect(() => ask(), [ask]);
  return {
    plan: plans.now,
    before: plans.before,
    problem: dryRun.error ? readProblem(dryRun.error) : undefined,
    isPending: dryRun.isPending,
    ask,
  };
}

function PlanNews({ before, plan }: { before: ReclaimPlan | undefined; plan: ReclaimPlan }) {
  if (!before || before.planToken === plan.planToken) return null;
  const { added, removed } = planChanges(before, plan);
  const lines = [
    added.length > 0 && `${workloadCount(added.length)} would end that you did not see before.`,
    removed.length > 0 && `${workloadCount(removed.length)} of those shown before would no longer end.`,
    added.length + removed.length === 0 && "The workloads that would end are the same; their surroundings changed.",
  ].filter(Boolean);
  return (
    <Callout tone="warn" role="alert" title="This changed while you were looking. Nothing was reclaimed.">
      {lines.join(" ")}
    </Callout>
  );
}

type ReclaimProps = ReservationActionProps & { onResult: (result: ReclaimResult) => void };

/** The real call, bound to the plan that was shown; where that no longer holds, the preview is asked for anew. */
function useReclaim({ units, reservation, onClose, onResult }: ReclaimProps, { plan, ask }: Preview) {
  const trpc = useTRPC();
  const wayBack = useRef<HTMLButtonElement>(null);
  // As they are when it is sent: the page may hear of the end of a workload before the answer comes.
  const sentUnits = useRef(units);
  const call = useNodeMutation(trpc.reservations.reclaim.mutationOptions(), ({ terminated = [], skipped = [] }) => {
    onResult({ reservation, units: sentUnits.current, terminated, skipped });
    onClose();
  });
  const isStale = call.problem?.code === "plan_changed";
  useEffect(() => {
    if (!isStale) return;
    ask();
    // Asked anew, so the focus begins anew: the next Enter must not end what was not seen.
    wayBack.current?.focus();
  }, [isStale, ask]);
  const send = (reason: string) => {
    if (!plan) return;
    sentUnits.current = units;
    call.send({
      params: address(reservation),
      body: { unitIds: idsOf(units), expectPlan: plan.planToken, ...said(reason) },
    });
  };
  return { send, wayBack, isPending: call.isPending, problem: isStale ? undefined : call.problem };
}

/** What pressing the button does, as far as that is known. */
function reclaimLabel(plan: ReclaimPlan | undefined): string {
  if (!plan) return "Reclaim";
  const ends = plan.wouldTerminate.length;
  return ends > 0 ? `End ${workloadCount(ends)} and reclaim` : "Reclaim; nothing ends";
}

export function ReclaimDialog(props: ReclaimProps) {
  const { units, reservation, onClose } = props;
  const [reason, setReason] = useState("");
  const preview = usePreview(props);
  const reclaim = useReclaim(props, preview);
  const { plan } = preview;
  const ends = plan?.wouldTerminate.length ?? 0;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Reclaim from the spot market"
      subtitle={reservationName(reservation)}
      width="md"
      role="alertdialog"
      footer={
        <>
          <Button ref={reclaim.wayBack} onPress={onClose} autoFocus>
            Leave everything as it is
          </Button>
          <Button
            variant={ends > 0 ? "danger" : "primary"}
            onPress={() => reclaim.send(reason)}
            isDisabled={!plan || preview.isPending}
            isPending={reclaim.isPending}
            pendingLabel="Reclaiming"
          >
            {reclaimLabel(plan)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4" aria-busy={preview.isPending}>
        <p>The units leave the spot market first; then the spot workloads on them end. Others run on.</p>
        {plan && <PlanNews before={preview.before} plan={plan} />}
        {plan ? (
          <PlanLists lists={reclaimLists(plan, units)} />
        ) : (
          !preview.problem && (
            <p className="flex items-center gap-2 text-ink-muted">
              <Spinner /> Asking the server what would end
            </p>
          )
        )}
        <TextArea
          label="Reason"
          optional
          rows={2}
          value={reason}
          onChange={setReason}
          error={fieldError(reclaim.problem, "reason")}
        />
        <ProblemNote problem={preview.problem ?? reclaim.problem} />
        {preview.problem && preview.problem.code === undefined && (
          <div>
            <Button size="sm" onPress={preview.ask}>
              Ask again what would end
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

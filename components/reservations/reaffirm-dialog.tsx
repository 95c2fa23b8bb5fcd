"use client";

import { useState } from "react";
import { UnitComparison, type UnitComparisonRow } from "@/components/topology/unit-comparison";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { Checkbox } from "@/components/ui/toggles";
import type { ReservationView, UnitView } from "@/server/contract/console";
import { address, type ReservationActionProps, reservationName, said } from "./action-dialog";
import { ProblemNote } from "./problem-note";
import { useNodeMutation } from "./use-node-mutation";

/** Each reserved unit as it was, beside what is there now. */
const comparison = (reservation: ReservationView, units: readonly UnitView[]): UnitComparisonRow[] =>
  (reservation.review ?? []).map((reviewed) => {
    const now = units.find((each) => each.id === reviewed.unitId);
    return {
      key: reviewed.unitId,
      before: { id: reviewed.unitId, gpus: reviewed.gpus },
      after: now && { id: now.id, gpus: now.gpus.map((gpu) => gpu.bdf) },
      note: reviewed.mismatch ?? "As it was reserved",
      as: reviewed.mismatch === undefined ? "same" : "changed",
    };
  });

/** Units to move to, where the old ones can't simply be kept. */
function Choice({
  units,
  chosen,
  onChange,
}: {
  units: readonly UnitView[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-medium text-sm">Units from now on</legend>
      {units.map((unit) => (
        <Checkbox
          key={unit.id}
          isSelected={chosen.includes(unit.id)}
          onChange={(isOn) => onChange(isOn ? [...chosen, unit.id] : chosen.filter((id) => id !== unit.id))}
        >
          <code className="text-xs">{unit.id}</code> {`${unit.gpus.length} × ${unit.gpuModelName}`}
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** Brings a reservation in review back: what was reserved beside what is there now. */
export function ReaffirmDialog({ view, reservation, onClose }: Omit<ReservationActionProps, "units">) {
  const trpc = useTRPC();
  const [reason, setReason] = useState("");
  const review = reservation.review ?? [];
  const canKeep = review.every((unit) => unit.mismatch === undefined);
  const present = reservation.reservedUnitIds.filter((id) => view.units.some((unit) => unit.id === id));
  const [chosen, setChosen] = useState<string[]>(present);
  const reaffirm = useNodeMutation(trpc.reservations.reaffirm.mutationOptions(), () => {
    toast({ tone: "ok", title: `Re-affirmed ${reservationName(reservation)}` });
    onClose();
  });
  const submit = () =>
    reaffirm.send({
      params: address(reservation),
      body: { ...(!canKeep && { unitIds: chosen }), ...said(reason) },
    });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Re-affirm the reservation"
      subtitle={reservationName(reservation)}
      width="md"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onPress={submit}
            isPending={reaffirm.isPending}
            pendingLabel="Re-affirming"
            disabledReason={
              !canKeep && chosen.length === 0 ? "Choose the units that the reservation moves to." : undefined
            }
          >
            {canKeep
              ? "Re-affirm as it is"
              : `Re-affirm on ${chosen.length === 1 ? "1 unit" : `${chosen.length} units`}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {`The node's topology is generation ${view.node.topologyGen}; this was reserved on generation ${reservation.topologyGen}. Until it is re-affirmed it grants nothing and withholds its units from everyone.`}
        </p>
        <UnitComparison
          label="Reserved and now"
          heads={["Reserved", "Now"]}
          rows={comparison(reservation, view.units)}
          arrow="is now"
        />
        {canKeep ? (
          <Callout tone="ok">Every unit is as it was reserved. It can be kept as it is.</Callout>
        ) : (
          <Choice units={view.units} chosen={chosen} onChange={setChosen} />
        )}
        <TextArea label="Reason" optional rows={2} value={reason} onChange={setReason} />
        <ProblemNote problem={reaffirm.problem} />
      </div>
    </Dialog>
  );
}

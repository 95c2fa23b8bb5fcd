"use client";

import { useState } from "react";
import { fieldError } from "@/components/patterns/problem";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { address, type ReservationActionProps, reservationName, said } from "./action-dialog";
import { ProblemNote } from "./problem-note";
import { UnitList } from "./unit-list";
import { useNodeMutation } from "./use-node-mutation";

const some = (count: number) => (count === 1 ? "1 unit" : `${count} units`);

function consequences(isWhole: boolean, count: number, releasedCount: number): string {
  const units = count === 1 ? "its unit" : "its units";
  const what = isWhole
    ? `The reservation ends now: ${units} can be reserved and placed by others at once.`
    : `${count === 1 ? "This unit leaves" : "These units leave"} the reservation now and can be reserved and placed by others at once.`;
  const market = releasedCount > 0 ? " What is on the spot market becomes open to anyone at any tier." : "";
  return `${what} Workloads run on.${market}`;
}

interface CancelDialogProps extends ReservationActionProps {
  /** Which units leave it; undefined: the whole of it. */
  unitIds: readonly string[] | undefined;
}

/** What is asked about, by ids: a unit that has gone from the machine since must not turn some units into all. */
function chosenOf({ unitIds, reservation }: Pick<CancelDialogProps, "unitIds" | "reservation">) {
  const { reservedUnitIds, releasedUnitIds } = reservation;
  const ids = unitIds ? reservedUnitIds.filter((id) => unitIds.includes(id)) : reservedUnitIds;
  return {
    ids,
    isWhole: ids.length === reservedUnitIds.length,
    released: releasedUnitIds.filter((id) => ids.includes(id)).length,
  };
}

/** Ends a reservation, or takes units out of it. */
export function CancelDialog({ units, unitIds, reservation, onClose }: CancelDialogProps) {
  const trpc = useTRPC();
  const [reason, setReason] = useState("");
  const { ids, isWhole, released } = chosenOf({ unitIds, reservation });
  const cancel = useNodeMutation(trpc.reservations.cancel.mutationOptions(), () => {
    toast({
      tone: "ok",
      title: isWhole
        ? `Cancelled ${reservationName(reservation)}`
        : `Took ${some(ids.length)} out of ${reservationName(reservation)}`,
    });
    onClose();
  });
  const submit = () =>
    cancel.send({ params: address(reservation), body: { ...(unitIds && { unitIds: ids }), ...said(reason) } });
  const gone = ids.filter((id) => unitIds && !units.some((unit) => unit.id === id));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isWhole ? "Cancel the reservation" : "Take units out of the reservation"}
      subtitle={reservationName(reservation)}
      role="alertdialog"
      footer={
        <>
          <Button onPress={onClose} autoFocus>
            Keep it
          </Button>
          <Button
            variant="danger"
            onPress={submit}
            isPending={cancel.isPending}
            pendingLabel="Cancelling"
            disabledReason={ids.length === 0 ? "None of these units is in the reservation any more." : undefined}
          >
            {isWhole ? "End the reservation" : `Take out ${some(ids.length)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {ids.length === 0
            ? "None of these units is in the reservation any more: there is nothing left to take out."
            : consequences(isWhole, ids.length, released)}
        </p>
        {unitIds && ids.length > 0 && (
          <UnitList label="Units" units={units.filter((unit) => ids.includes(unit.id))} goneIds={gone} />
        )}
        <TextArea
          label="Reason"
          optional
          rows={2}
          value={reason}
          onChange={setReason}
          error={fieldError(cancel.problem, "reason")}
        />
        <ProblemNote problem={cancel.problem} />
      </div>
    </Dialog>
  );
}

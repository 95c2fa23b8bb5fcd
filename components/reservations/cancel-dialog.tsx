"use client";

import { useState } from "react";
import { fieldError } from "@/components/patterns/problem";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { address, idsOf, type ReservationActionProps, reservationName, said } from "./action-dialog";
import { ProblemNote } from "./problem-note";
import { UnitList } from "./unit-list";
import { useNodeMutation } from "./use-node-mutation";

function consequences(isWhole: boolean, releasedCount: number): string {
  const what = isWhole ? "The reservation ends now" : "These units leave the reservation now";
  const market = releasedCount > 0 ? " Those on the spot market become open to anyone at any tier." : "";
  return `${what} and can be reserved and placed by others at once. Workloads run on.${market}`;
}

/** Ends a reservation, or takes units out of it. No units means the whole of it. */
export function CancelDialog({ units, reservation, onClose }: ReservationActionProps) {
  const trpc = useTRPC();
  const [reason, setReason] = useState("");
  const isWhole = units.length === 0 || units.length === reservation.reservedUnitIds.length;
  const cancel = useNodeMutation(trpc.reservations.cancel.mutationOptions(), () => {
    toast({
      tone: "ok",
      title: isWhole
        ? `Cancelled ${reservationName(reservation)}`
        : `Took ${units.length} units out of ${reservationName(reservation)}`,
    });
    onClose();
  });
  const submit = () =>
    cancel.send({
      params: address(reservation),
      body: { ...(!isWhole && { unitIds: idsOf(units) }), ...said(reason) },
    });
  const label = isWhole ? "End the reservation" : `Take out ${units.length === 1 ? "1 unit" : `${units.length} units`}`;
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
          <Button variant="danger" onPress={submit} isPending={cancel.isPending} pendingLabel="Cancelling">
            {label}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{consequences(isWhole, reservation.releasedUnitIds.length)}</p>
        {units.length > 0 && <UnitList label="Units" units={units} />}
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

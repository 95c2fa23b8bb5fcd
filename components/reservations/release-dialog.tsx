"use client";

import { useState } from "react";
import { fieldError } from "@/components/patterns/problem";
import { Term } from "@/components/patterns/term";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextArea } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { address, idsOf, type ReservationActionProps, reservationName, said } from "./action-dialog";
import { ProblemNote } from "./problem-note";
import { UnitList } from "./unit-list";
import { useNodeMutation } from "./use-node-mutation";

/** Puts idle reserved units on the spot market. */
export function ReleaseDialog({ units, reservation, onClose }: ReservationActionProps) {
  const trpc = useTRPC();
  const [reason, setReason] = useState("");
  const release = useNodeMutation(trpc.reservations.release.mutationOptions(), () => {
    toast({ tone: "ok", title: `Released ${units.length} of ${reservationName(reservation)} to the spot market` });
    onClose();
  });
  const submit = () => release.send({ params: address(reservation), body: { unitIds: idsOf(units), ...said(reason) } });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Release to the spot market"
      subtitle={reservationName(reservation)}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={submit} isPending={release.isPending} pendingLabel="Releasing">
            {`Release ${units.length === 1 ? "1 unit" : `${units.length} units`}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          Anyone can be placed on these units, only at tier <Term word="tier">spot</Term>, until you{" "}
          <Term word="reclaim">reclaim</Term> them. They stay part of the reservation.
        </p>
        <UnitList label="Units" units={units} />
        <TextArea
          label="Reason"
          optional
          rows={2}
          value={reason}
          onChange={setReason}
          error={fieldError(release.problem, "reason")}
        />
        <ProblemNote problem={release.problem} />
      </div>
    </Dialog>
  );
}

"use client";

import { useIsMutating } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { TermInput } from "@/components/patterns/term-input";
import { CancelDialog } from "@/components/reservations/cancel-dialog";
import { ChangeDialog } from "@/components/reservations/change-dialog";
import { ReaffirmDialog } from "@/components/reservations/reaffirm-dialog";
import { ReclaimDialog } from "@/components/reservations/reclaim-dialog";
import type { ReclaimResult } from "@/components/reservations/reclaim-result";
import { ReleaseDialog } from "@/components/reservations/release-dialog";
import { ReserveDialog } from "@/components/reservations/reserve-dialog";
import { useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/toast";
import type { NodeView, ReservationView, UnitView } from "@/server/contract/console";

/** Which dialog is open and what it is about: by ids, so that it always shows what is true now. */
export interface OpenDialog {
  action: "reserve" | "release" | "reclaim" | "cancel" | "change" | "reaffirm";
  reservationId?: string | undefined;
  /** Undefined: the whole reservation. */
  unitIds?: readonly string[] | undefined;
  /** A term that was chosen before the form opened. */
  term?: TermInput | undefined;
}

interface NodeDialogsProps {
  view: NodeView;
  open: OpenDialog | undefined;
  onClose: () => void;
  onReclaimed: (result: ReclaimResult) => void;
}

const unitsOf = (view: NodeView, ids: readonly string[] = []): UnitView[] =>
  view.units.filter((unit) => ids.includes(unit.id));

/** The open dialog's reservation is live no more: somebody cancelled it, or its term is over. */
function Gone({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    toast({
      title: "This reservation is no longer live",
      detail: "It was cancelled or its term ended while the dialog was open. Nothing else was changed.",
      tone: "danger",
    });
    close();
  }, []);
  return null;
}

/**
 * The reservation as it is now. The page may hear of what the dialog itself has sent before the answer is there: until
 * then it is what it was, so that one's own cancelling is not told as somebody else's.
 */
function useReservation(view: NodeView, id: string | undefined): ReservationView | undefined {
  const trpc = useTRPC();
  const isSending = useIsMutating({ mutationKey: trpc.reservations.pathKey() }) > 0;
  const now = view.reservations.find((each) => each.id === id);
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  return now ?? (isSending && last?.id === id ? last : undefined);
}

/** The dialog of the action that was chosen, fed with the node as it is now. */
export function NodeDialogs({ view, open, onClose, onReclaimed }: NodeDialogsProps) {
  const reservation = useReservation(view, open?.reservationId);
  if (!open) return null;
  const units = unitsOf(view, open.unitIds);
  if (open.action === "reserve") return <ReserveDialog view={view} units={units} term={open.term} onClose={onClose} />;
  if (!reservation) return <Gone onClose={onClose} />;
  const props = { view, units, reservation, onClose };
  switch (open.action) {
    case "release":
      return <ReleaseDialog {...props} />;
    case "reclaim":
      return <ReclaimDialog {...props} onResult={onReclaimed} />;
    case "cancel":
      return <CancelDialog {...props} unitIds={open.unitIds} />;
    case "change":
      return <ChangeDialog {...props} />;
    case "reaffirm":
      return <ReaffirmDialog {...props} />;
  }
}

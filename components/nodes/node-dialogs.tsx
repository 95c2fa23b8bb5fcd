"use client";

import { CancelDialog } from "@/components/reservations/cancel-dialog";
import { ChangeDialog } from "@/components/reservations/change-dialog";
import { ReaffirmDialog } from "@/components/reservations/reaffirm-dialog";
import { ReclaimDialog } from "@/components/reservations/reclaim-dialog";
import type { ReclaimResult } from "@/components/reservations/reclaim-result";
import { ReleaseDialog } from "@/components/reservations/release-dialog";
import { ReserveDialog } from "@/components/reservations/reserve-dialog";
import type { NodeView, UnitView } from "@/server/contract/console";

/** Which dialog is open and what it is about: by ids, so that it always shows what is true now. */
export interface OpenDialog {
  action: "reserve" | "release" | "reclaim" | "cancel" | "change" | "reaffirm";
  reservationId?: string | undefined;
  /** Undefined: the whole reservation. */
  unitIds?: readonly string[] | undefined;
}

interface NodeDialogsProps {
  view: NodeView;
  open: OpenDialog | undefined;
  onClose: () => void;
  onReclaimed: (result: ReclaimResult) => void;
}

const unitsOf = (view: NodeView, ids: readonly string[] = []): UnitView[] =>
  view.units.filter((unit) => ids.includes(unit.id));

/** The dialog of the action that was chosen, fed with the node as it is now. */
export function NodeDialogs({ view, open, onClose, onReclaimed }: NodeDialogsProps) {
  if (!open) return null;
  const units = unitsOf(view, open.unitIds);
  const reservation = view.reservations.find((each) => each.id === open.reservationId);
  if (open.action === "reserve") return <ReserveDialog view={view} units={units} onClose={onClose} />;
  if (!reservation) return null;
  const props = { view, units, reservation, onClose };
  switch (open.action) {
    case "release":
      return <ReleaseDialog {...props} />;
    case "reclaim":
      return <ReclaimDialog {...props} onResult={onReclaimed} />;
    case "cancel":
      return <CancelDialog {...props} />;
    case "change":
      return <ChangeDialog {...props} />;
    case "reaffirm":
      return <ReaffirmDialog {...props} />;
  }
}

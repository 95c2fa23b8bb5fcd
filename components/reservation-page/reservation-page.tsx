"use client";

import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import type { OpenDialog } from "@/components/nodes/node-dialogs";
import { useDialogsAhead } from "@/components/nodes/use-dialogs-ahead";
import { type ReclaimResult, ReclaimResultPanel } from "@/components/reservations/reclaim-result";
import { Callout } from "@/components/ui/callout";
import type { ReservationPageView } from "@/server/contract/console";
import { ReservationFacts } from "./reservation-facts";
import { ReservationHeader } from "./reservation-header";
import { ReservationHistory } from "./reservation-history";
import { ReservationUnits } from "./reservation-units";
import { useReservation } from "./use-reservation";

const CurlDialog = dynamic(() => import("./curl-dialog").then((module) => module.CurlDialog), { ssr: false });

const REVIEW =
  "The machine changed under it: until it is re-affirmed or cancelled it grants nothing and withholds its units from everyone.";

/** One reservation: what it says, how its units stand, what can be done with it, and what was done. */
export function ReservationPage({ initial }: { initial: ReservationPageView }) {
  const { view, own, reservation, isLive, error } = useReservation(initial);
  const NodeDialogs = useDialogsAhead();
  const [focusedId, setFocused] = useState<string>();
  const [selectedIds, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog>();
  const [result, setResult] = useState<ReclaimResult>();
  const [isCurlOpen, setCurlOpen] = useState(false);
  const select = useCallback((ids: ReadonlySet<string>) => setSelected(ids), []);
  const { id } = reservation;
  return (
    <div className="flex flex-col gap-5">
      <ReservationHeader
        reservation={reservation}
        onAction={(action) => setDialog({ action, reservationId: id })}
        onCurl={() => setCurlOpen(true)}
      />
      {error && (
        <Callout tone="danger" role="alert" title="What you see may be old">
          {error.message}
        </Callout>
      )}
      {reservation.status === "needs-review" && <Callout tone="warn">{REVIEW}</Callout>}
      {result && <ReclaimResultPanel result={result} onClose={() => setResult(undefined)} />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6 max-lg:order-2">
          <ReservationUnits
            own={own}
            reservation={reservation}
            isLive={isLive}
            focusedId={focusedId}
            onFocus={setFocused}
            selectedIds={selectedIds}
            onSelect={select}
            onAction={(action, units) =>
              setDialog({ action, reservationId: id, unitIds: units.map((unit) => unit.id) })
            }
          />
          <ReservationHistory reservationId={id} />
        </div>
        <aside aria-label="Facts" className="rounded-md border border-line bg-surface p-4">
          <ReservationFacts own={own} reservation={reservation} />
        </aside>
      </div>
      {dialog && <NodeDialogs view={view} open={dialog} onClose={() => setDialog(undefined)} onReclaimed={setResult} />}
      {isCurlOpen && (
        <CurlDialog reservation={reservation} chosen={[...selectedIds]} onClose={() => setCurlOpen(false)} />
      )}
    </div>
  );
}

"use client";

import { reservationName } from "@/components/reservations/action-dialog";
import { Code } from "@/components/ui/copy";
import { Drawer } from "@/components/ui/dialog";
import type { ReservationView } from "@/server/contract/console";
import { curlCalls } from "./curl";

interface CurlDialogProps {
  reservation: ReservationView;
  chosen: readonly string[];
  onClose: () => void;
}

/** What can be done here, as commands for a script or a ticket. */
export function CurlDialog({ reservation, chosen, onClose }: CurlDialogProps) {
  return (
    <Drawer
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Copy as curl"
      subtitle={reservationName(reservation)}
      width="md"
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-muted text-sm">
          {chosen.length > 0 ? "For the units that are chosen on the page. " : "For all units of the reservation. "}
          Set <Code>HOLDFAST_KEY</Code> to an API key first; the key itself is in none of these commands.
        </p>
        {curlCalls(window.location.origin, reservation, chosen).map(({ id, name, note, command }) => (
          <section key={id} aria-label={name} className="flex min-w-0 flex-col gap-1.5">
            <h3 className="font-medium text-sm">{name}</h3>
            {note && <p className="text-ink-muted text-xs">{note}</p>}
            <Code block copyLabel={`Copy: ${name}`}>
              {command}
            </Code>
          </section>
        ))}
      </div>
    </Drawer>
  );
}

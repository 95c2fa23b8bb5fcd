import { PageHeader } from "@/components/patterns/page-header";
import { ReservationStatusBadge } from "@/components/patterns/reservation-status-badge";
import { reservationName } from "@/components/reservations/action-dialog";
import { Button } from "@/components/ui/button";
import type { ReservationView } from "@/server/contract/console";

export type WholeAction = "reaffirm" | "change" | "cancel";

interface ReservationHeaderProps {
  reservation: ReservationView;
  onAction: (action: WholeAction) => void;
  onCurl: () => void;
}

/** What it is called, how it stands, and what can be done with the whole of it. */
export function ReservationHeader({ reservation, onAction, onCurl }: ReservationHeaderProps) {
  const why = (action: WholeAction) => {
    const may = reservation.actions[action];
    return may.allowed ? undefined : (may.why ?? "You can't do that now.");
  };
  const name = reservationName(reservation);
  return (
    <PageHeader
      title={<span className={reservation.contractRef === undefined ? "break-all font-mono text-lg" : ""}>{name}</span>}
      crumbs={[{ label: "Reservations", href: "/reservations" }, { label: name }]}
      meta={<ReservationStatusBadge status={reservation.status} />}
      actions={
        <>
          <Button variant="quiet" onPress={onCurl} aria-haspopup="dialog">
            Copy as curl
          </Button>
          <Button disabledReason={why("change")} onPress={() => onAction("change")}>
            Change
          </Button>
          <Button disabledReason={why("cancel")} onPress={() => onAction("cancel")}>
            Cancel the reservation
          </Button>
          {reservation.status === "needs-review" && (
            <Button variant="primary" disabledReason={why("reaffirm")} onPress={() => onAction("reaffirm")}>
              Re-affirm
            </Button>
          )}
        </>
      }
    />
  );
}

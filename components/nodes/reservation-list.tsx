"use client";

import { CalendarClock } from "lucide-react";
import { ReservationStatusBadge } from "@/components/patterns/reservation-status-badge";
import { Term } from "@/components/patterns/term";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { EmptyState } from "@/components/ui/states";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import type { NodeView, ReservationView } from "@/server/contract/console";

export type ReservationDialog = "change" | "cancel" | "reaffirm";

interface ReservationListProps {
  view: NodeView;
  onSelectUnits: (reservation: ReservationView) => void;
  onAction: (action: ReservationDialog, reservation: ReservationView) => void;
}

function Span({ reservation }: { reservation: ReservationView }) {
  return (
    <>
      <RelativeTime time={reservation.startsAt} />
      {" → "}
      {reservation.endsAt ? <RelativeTime time={reservation.endsAt} /> : "open-ended"}
    </>
  );
}

function Actions({ reservation, onAction }: Pick<ReservationListProps, "onAction"> & { reservation: ReservationView }) {
  const offered: [ReservationDialog, string][] = [
    ["reaffirm", "Re-affirm"],
    ["change", "Change"],
    ["cancel", "Cancel"],
  ];
  const name = reservation.contractRef ?? reservation.id;
  const shown = offered.filter(([action]) => action !== "reaffirm" || reservation.status === "needs-review");
  return (
    <div className="flex justify-end gap-1">
      {shown.map(([action, label]) => (
        <Button
          key={action}
          size="sm"
          variant="quiet"
          aria-label={`${label} ${name}`}
          disabledReason={reservation.actions[action].allowed ? undefined : reservation.actions[action].why}
          onPress={() => onAction(action, reservation)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

function Orgs({ reservation, platformOrgId }: { reservation: ReservationView; platformOrgId: string }) {
  const others = reservation.audience.filter((org) => org.id !== platformOrgId);
  const names = (others.length > 0 ? others : reservation.audience).map((org) => org.name).join(", ");
  const managers = reservation.managers.map((org) => org.name).join(", ");
  return (
    <>
      {names}
      {managers && <span className="block text-ink-muted text-xs">{`managed by ${managers}`}</span>}
    </>
  );
}

/** Live reservations of the node that the caller may read, with what can be done to each. */
export function ReservationList({ view, onSelectUnits, onAction }: ReservationListProps) {
  return (
    <section aria-labelledby="live-reservations" className="flex flex-col gap-2">
      <h2 id="live-reservations" className="font-semibold text-lg">
        Reservations
      </h2>
      {view.reservations.length === 0 ? (
        <EmptyState icon={CalendarClock} title="No live reservations">
          Select units above and choose Reserve to keep them for an org.
        </EmptyState>
      ) : (
        <Table label="Live reservations">
          <thead>
            <tr>
              <Th>Reservation</Th>
              <Th>Status</Th>
              <Th>
                <Term word="audience">For</Term>
              </Th>
              <Th>
                <Term word="term" />
              </Th>
              <Th>Units</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {view.reservations.map((reservation) => (
              <Tr key={reservation.id}>
                <Td>
                  <span
                    className="-m-1 block max-w-44 truncate p-1 font-medium"
                    title={reservation.contractRef ?? reservation.id}
                  >
                    <Link look="plain" href={`/reservations/${encodeURIComponent(reservation.id)}`} prefetch={false}>
                      {reservation.contractRef ?? <code>{reservation.id}</code>}
                    </Link>
                  </span>
                  {reservation.reason && <span className="block text-ink-muted text-xs">{reservation.reason}</span>}
                </Td>
                <Td>
                  <ReservationStatusBadge status={reservation.status} explained />
                </Td>
                <Td>
                  <Orgs reservation={reservation} platformOrgId={view.platformOrgId} />
                </Td>
                <Td>
                  <Span reservation={reservation} />
                </Td>
                <Td>
                  <span className="-ml-2 inline-block">
                    <Button size="sm" variant="quiet" onPress={() => onSelectUnits(reservation)}>
                      {`Select ${reservation.reservedUnitIds.length}${reservation.releasedUnitIds.length > 0 ? `, ${reservation.releasedUnitIds.length} released` : ""}`}
                    </Button>
                  </span>
                </Td>
                <Td>
                  <Actions reservation={reservation} onAction={onAction} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

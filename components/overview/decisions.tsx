"use client";

import type { ReactNode } from "react";
import { fleetHref } from "@/components/fleet/fleet-filters";
import { NodeStatusBadge } from "@/components/patterns/node-status-badge";
import { Term } from "@/components/patterns/term";
import { count } from "@/components/topology/address";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { FleetOverview, Line } from "@/server/contract/overview";
import { Panel } from "./panel";

interface GroupProps {
  title: ReactNode;
  /** For the link to the whole list. */
  name: string;
  all: string;
  of: number;
  children: ReactNode[];
}

/** What waits for one kind of decision: how many, the first few, and the way to the rest. */
function Group({ title, name, all, of, children }: GroupProps) {
  if (of === 0) return null;
  return (
    <section aria-label={name} className="flex flex-col gap-1 border-line border-t pt-3 first:border-t-0 first:pt-0">
      <h3 className="flex items-baseline gap-2 font-medium text-sm">
        <span className="min-w-0 flex-1">{title}</span>
        <span>{of.toLocaleString("en-GB")}</span>
        <Link href={all} prefetch={false} aria-label={`All: ${name}`}>
          All
        </Link>
      </h3>
      <ul className="flex flex-col text-sm">{children}</ul>
    </section>
  );
}

/** A reservation on its node, by the name that people gave it. */
function ReservationLine({ line, children }: { line: Line; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 py-0.5">
      <Link look="plain" href={`/nodes/${encodeURIComponent(line.nodeId)}`} prefetch={false}>
        {line.hostname}
      </Link>
      <span className="-m-1 min-w-0 flex-1 truncate p-1">
        <Link look="plain" href={`/reservations/${encodeURIComponent(line.reservationId)}`} prefetch={false}>
          {line.contractRef ?? line.reservationId}
        </Link>
      </span>
      <span className="text-ink-muted">{children}</span>
    </li>
  );
}

function Nodes({ rows }: { rows: FleetOverview["offline"]["items"] }) {
  return rows.map((row) => (
    <li key={row.nodeId} className="flex items-center justify-between gap-2 py-0.5">
      <Link look="plain" href={`/nodes/${encodeURIComponent(row.nodeId)}`} prefetch={false}>
        {row.hostname}
      </Link>
      <NodeStatusBadge status={row.status} />
    </li>
  ));
}

const waiting = (fleet: FleetOverview): number =>
  [fleet.review, fleet.ending, fleet.holdovers, fleet.idle, fleet.offline, fleet.unreported].reduce(
    (sum, { count: each }) => sum + each,
    0,
  );

/** What somebody should look at today. */
export function Decisions({ fleet }: { fleet: FleetOverview }) {
  const { review, ending, holdovers, idle, offline, unreported } = fleet;
  return (
    <Panel title="Needs a decision">
      {waiting(fleet) === 0 && (
        <p className="text-ink-muted text-sm">
          Nothing waits. Reservations in review or about to end, outsiders on reserved units, units that are kept and
          unused for a week, and nodes that are not online or never reported would stand here.
        </p>
      )}
      <div className="flex flex-col gap-3">
        <Group
          title={<Term word="needsReview">Reservations in review</Term>}
          name="Reservations in review"
          all="/reservations?status=needs-review"
          of={review.count}
        >
          {review.items.map((line) => (
            <ReservationLine key={line.reservationId} line={line} />
          ))}
        </Group>
        <Group
          title="Ending within 7 days"
          name="Ending within 7 days"
          all="/reservations?ending=7d&sort=end"
          of={ending.count}
        >
          {ending.items.map((line) => (
            <ReservationLine key={line.reservationId} line={line}>
              {line.endsAt && <RelativeTime time={line.endsAt} />}
            </ReservationLine>
          ))}
        </Group>
        <Group
          title={<Term word="holdover">Outsiders on reserved units</Term>}
          name="Outsiders on reserved units"
          all={fleetHref({ state: "holdover" })}
          of={holdovers.count}
        >
          {holdovers.items.map((line) => (
            <ReservationLine key={line.reservationId} line={line}>
              {count(line.units, "unit")}
            </ReservationLine>
          ))}
        </Group>
        <Group
          title="Reserved and idle for 7 days"
          name="Reserved and idle for 7 days"
          all={fleetHref({ state: "reserved" })}
          of={idle.count}
        >
          {idle.items.map((line) => (
            <ReservationLine key={line.reservationId} line={line}>
              {`${count(line.units, "unit")}, since `}
              <RelativeTime time={line.since} />
            </ReservationLine>
          ))}
        </Group>
        <Group
          title={<Term word="nodeStatus">Nodes not online</Term>}
          name="Nodes not online"
          all={fleetHref({ status: "not-online" })}
          of={offline.count}
        >
          {Nodes({ rows: offline.items })}
        </Group>
        <Group
          title={<Term word="inventory">Nodes without inventory</Term>}
          name="Nodes without inventory"
          all={fleetHref({ status: "no-inventory" })}
          of={unreported.count}
        >
          {Nodes({ rows: unreported.items })}
        </Group>
      </div>
    </Panel>
  );
}

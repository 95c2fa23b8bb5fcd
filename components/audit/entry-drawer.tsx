"use client";

import type { ReactNode } from "react";
import { Fact, Facts } from "@/components/topology/facts";
import { CopyButton } from "@/components/ui/copy";
import { Drawer } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { TrailRow } from "@/server/contract/trail";
import { actionName } from "./action-names";
import { Refused, unitHref } from "./trail-row";

const ACTORS = { user: "person", key: "API key", system: "system" };

function Id({ id, what }: { id: string; what: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 break-all text-xs">{id}</code>
      <CopyButton text={id} label={`Copy ${what}`} />
    </span>
  );
}

function Thing({ href, id, what, name }: { href: string | undefined; id: string; what: string; name: string }) {
  return (
    <>
      {href ? <Link href={href}>{name}</Link> : name !== id && name}
      <Id id={id} what={what} />
    </>
  );
}

function Where({ row }: { row: TrailRow }) {
  const { nodeId, reservationId, reservation, unitIds = [] } = row;
  return (
    <>
      {nodeId !== undefined && (
        <Fact name="Node">
          <Thing
            href={`/nodes/${encodeURIComponent(nodeId)}`}
            id={nodeId}
            what="the node's id"
            name={row.hostname ?? nodeId}
          />
        </Fact>
      )}
      {reservationId !== undefined && (
        <Fact name="Reservation">
          <Thing
            href={reservation && `/reservations/${encodeURIComponent(reservation.id)}`}
            id={reservationId}
            what="the reservation's id"
            name={reservation?.contractRef ?? reservationId}
          />
        </Fact>
      )}
      {nodeId !== undefined && unitIds.length > 0 && (
        <Fact name="Units">
          <ul className="flex flex-wrap gap-x-3">
            {unitIds.map((unitId) => (
              <li key={unitId}>
                <Link href={unitHref(nodeId, unitId)}>
                  <span className="font-mono text-xs">{unitId}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => <span className="text-ink-muted">{children}</span>;

/** Everything that is known of one entry. */
export function EntryDrawer({ row, onClose }: { row: TrailRow; onClose: () => void }) {
  const { actor } = row;
  return (
    <Drawer isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} title={actionName(row.action)}>
      <Facts>
        <Fact name="Outcome">
          {row.outcome === "refused" ? (
            <>
              Refused <Refused code={row.code} />
            </>
          ) : (
            "Done"
          )}
        </Fact>
        <Fact name="When">
          <RelativeTime time={row.at} as="instant" />{" "}
          <Quiet>
            (<RelativeTime time={row.at} />)
          </Quiet>
        </Fact>
        <Fact name="Who">
          {actor.name} <Quiet>{ACTORS[actor.type]}</Quiet>
          <Id id={actor.id} what="the actor's id" />
        </Fact>
        <Fact name="For">
          {row.orgName}
          <Id id={row.orgId} what="the org's id" />
        </Fact>
        <Fact name="From">{row.source ?? <Quiet>not recorded</Quiet>}</Fact>
        <Where row={row} />
        <Fact name="Reason">
          {row.reason === undefined ? <Quiet>none given</Quiet> : <p className="whitespace-pre-wrap">{row.reason}</p>}
        </Fact>
        <Fact name="Action">
          <code className="text-xs">{row.action}</code>
        </Fact>
        <Fact name="Request">
          <Id id={row.requestId} what="the request's id" />
        </Fact>
        <Fact name="Entry">
          <Id id={row.id} what="the entry's id" />
        </Fact>
      </Facts>
    </Drawer>
  );
}

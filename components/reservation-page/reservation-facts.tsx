import { Fact, Facts } from "@/components/topology/facts";
import { CopyButton } from "@/components/ui/copy";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { NodeView, ReservationView } from "@/server/contract/console";

function Instant({ time }: { time: string }) {
  return (
    <>
      <RelativeTime time={time} as="instant" />{" "}
      <span className="whitespace-nowrap text-ink-muted">
        (<RelativeTime time={time} />)
      </span>
    </>
  );
}

const Quiet = ({ children }: { children: string }) => <span className="text-ink-muted">{children}</span>;

function Orgs({ orgs, always, none }: { orgs: ReservationView["audience"]; always?: string; none: string }) {
  if (orgs.length === 0) return <Quiet>{none}</Quiet>;
  return (
    <ul>
      {orgs.map((org) => (
        <li key={org.id}>
          {org.name}
          {org.id === always && <Quiet> (always)</Quiet>}
        </li>
      ))}
    </ul>
  );
}

function unitsText({ units }: NodeView, { reservedUnitIds, releasedUnitIds }: ReservationView): string {
  const gpus = units.reduce((sum, unit) => sum + unit.gpus.length, 0);
  const gone = reservedUnitIds.length - units.length;
  const parts = [
    `${reservedUnitIds.length} ${reservedUnitIds.length === 1 ? "unit" : "units"}`,
    gone > 0 ? `${gone} not in the last report` : `${gpus} ${gpus === 1 ? "GPU" : "GPUs"}`,
    ...(releasedUnitIds.length > 0 ? [`${releasedUnitIds.length} released`] : []),
  ];
  return parts.join(", ");
}

interface ReservationFactsProps {
  /** The node with this reservation's units alone. */
  own: NodeView;
  reservation: ReservationView;
}

/** All that is stored of a reservation. */
export function ReservationFacts({ own, reservation }: ReservationFactsProps) {
  const { node, platformOrgId } = own;
  const isOld = reservation.topologyGen !== node.topologyGen;
  return (
    <Facts>
      <Fact name="Node">
        <Link href={`/nodes/${encodeURIComponent(node.id)}`}>{node.hostname}</Link> <Quiet>{node.owner.name}</Quiet>
      </Fact>
      <Fact name="Units">{unitsText(own, reservation)}</Fact>
      <Fact name="From">
        <Instant time={reservation.startsAt} />
      </Fact>
      <Fact name="Until">
        {reservation.endsAt === undefined ? "No end, until cancelled" : <Instant time={reservation.endsAt} />}
      </Fact>
      <Fact name="Audience">
        <Orgs orgs={reservation.audience} always={platformOrgId} none="nobody" />
      </Fact>
      <Fact name="Managed by">
        <Orgs orgs={reservation.managers} none="nobody on the owner's behalf" />
      </Fact>
      <Fact name="Contract">{reservation.contractRef ?? <Quiet>none</Quiet>}</Fact>
      <Fact name="Reason">
        {reservation.reason === undefined ? (
          <Quiet>none given</Quiet>
        ) : (
          <p className="whitespace-pre-wrap">{reservation.reason}</p>
        )}
      </Fact>
      <Fact name="Topology">
        {`generation ${reservation.topologyGen}`}
        {isOld && <span className="block text-warn-text">{`the node is at generation ${node.topologyGen} now`}</span>}
      </Fact>
      <Fact name="Created">
        <Instant time={reservation.createdAt} />
      </Fact>
      <Fact name="Updated">
        <Instant time={reservation.updatedAt} />
      </Fact>
      <Fact name="Id">
        <span className="flex items-center gap-1">
          <code className="min-w-0 break-all text-xs">{reservation.id}</code>
          <CopyButton text={reservation.id} label="Copy the reservation's id" />
        </span>
      </Fact>
    </Facts>
  );
}

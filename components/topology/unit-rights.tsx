import { ReservationStatusBadge } from "@/components/patterns/reservation-status-badge";
import { Term } from "@/components/patterns/term";
import { useTimeZone } from "@/components/ui/clock";
import { RelativeTime } from "@/components/ui/relative-time";
import { inZone, relativeLabel } from "@/components/ui/time-format";
import type { NodeView, ReservationView, UnitView } from "@/server/contract/console";
import { listOf } from "./address";
import { audienceText } from "./describe";
import { Fact, FactGroup, Facts } from "./facts";

function Instant({ iso, now }: { iso: string; now: string }) {
  return (
    <>
      <RelativeTime time={iso} as="instant" />{" "}
      <span className="whitespace-nowrap text-ink-muted">({relativeLabel(Date.parse(iso), Date.parse(now))})</span>
    </>
  );
}

interface HolderProps {
  unit: UnitView;
  now: string;
  onShowUnit?: ((id: string) => void) | undefined;
}

function HeldUnits({ unit, onShowUnit }: Pick<HolderProps, "unit" | "onShowUnit">) {
  const ids = unit.holder?.unitIds ?? [];
  const others = ids.filter((id) => id !== unit.id);
  if (others.length === 0) return "This one only";
  return (
    <ul className="flex flex-wrap gap-x-2 font-mono text-xs">
      {ids.map((id) => (
        <li key={id}>
          {onShowUnit && id !== unit.id ? (
            <button type="button" className="text-accent-text underline" onClick={() => onShowUnit(id)}>
              {id}
            </button>
          ) : (
            id
          )}
        </li>
      ))}
    </ul>
  );
}

/** The workload on a unit. */
export function UnitHolder({ unit, now, onShowUnit }: HolderProps) {
  const { holder } = unit;
  return (
    <FactGroup title="Workload">
      {holder ? (
        <Facts>
          <Fact name="Org">{holder.org.name}</Fact>
          <Fact name={holder.kind === "vm" ? "VM" : "Pod"}>
            {holder.name}
            {holder.status === "terminating" && <span className="text-warn-text"> · terminating</span>}
          </Fact>
          <Fact name={<Term word="tier" />}>{holder.tier}</Fact>
          <Fact name="Since">
            <Instant iso={holder.since} now={now} />
          </Fact>
          <Fact name="Its units">
            <HeldUnits unit={unit} onShowUnit={onShowUnit} />
          </Fact>
        </Facts>
      ) : (
        <p className="text-ink-muted text-sm">
          {unit.claimedBy ? "Something runs on it; whose it is is not visible to you." : "Nothing runs on it."}
        </p>
      )}
    </FactGroup>
  );
}

interface ReservationFactsProps {
  reservation: ReservationView;
  now: string;
  /** Whether the unit looked at is on the spot market by it. */
  released?: boolean;
  platformOrgId?: string | undefined;
}

function ReservationFacts({ reservation, now, released, platformOrgId }: ReservationFactsProps) {
  return (
    <Facts>
      <Fact name="For">{audienceText(reservation, platformOrgId)}</Fact>
      <Fact name="Status">
        <ReservationStatusBadge status={reservation.status} explained />
      </Fact>
      <Fact name="From">
        <Instant iso={reservation.startsAt} now={now} />
      </Fact>
      <Fact name="Until">
        {reservation.endsAt === undefined ? "No end" : <Instant iso={reservation.endsAt} now={now} />}
      </Fact>
      {released !== undefined && (
        <Fact name={<Term word="spotMarket" />}>{released ? "Released" : "Not released"}</Fact>
      )}
      {reservation.managers.length > 0 && (
        <Fact name={<Term word="managingOrg">Managed by</Term>}>
          {listOf(reservation.managers.map(({ name }) => name))}
        </Fact>
      )}
      {reservation.contractRef !== undefined && <Fact name="Contract">{reservation.contractRef}</Fact>}
      {reservation.reason !== undefined && <Fact name="Reason">{reservation.reason}</Fact>}
      <Fact name="Id">
        <span className="break-all font-mono text-xs">{reservation.id}</span>
      </Fact>
    </Facts>
  );
}

interface RightsProps {
  unit: UnitView;
  view: NodeView;
  platformOrgId?: string | undefined;
}

const UNREADABLE = "A reservation holds it; its particulars are not visible to you.";

/** Who has a right to a unit: the governing reservation, the next one, and whether it can be reserved now. */
export function UnitRights({ unit, view, platformOrgId }: RightsProps) {
  const find = (id: string | undefined) => view.reservations.find((reservation) => reservation.id === id);
  const [governing, next] = [find(unit.reservationId), find(unit.nextReservationId)];
  const zone = useTimeZone();
  const shared = { now: view.now, platformOrgId };
  return (
    <>
      <FactGroup title="Reservation">
        {governing && <ReservationFacts reservation={governing} released={unit.released} {...shared} />}
        {!governing && (
          <p className="text-ink-muted text-sm">{unit.reservationId === undefined ? "Not reserved." : UNREADABLE}</p>
        )}
      </FactGroup>
      {unit.nextReservationId !== undefined && (
        <FactGroup title="Next reservation">
          {next ? <ReservationFacts reservation={next} {...shared} /> : <p className="text-sm">{UNREADABLE}</p>}
        </FactGroup>
      )}
      <FactGroup title="Reservable">
        <p className="text-sm">
          {unit.reservable
            ? "Yes, from now and with no end."
            : `No. ${inZone(unit.notReservableReason ?? "No reason was given.", zone)}`}
        </p>
      </FactGroup>
    </>
  );
}

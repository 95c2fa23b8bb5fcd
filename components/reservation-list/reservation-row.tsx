import { ReservationStatusBadge } from "@/components/patterns/reservation-status-badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ReservationListRow } from "@/server/contract/reservation-list";

/** The columns of the list, shared by head and rows: what it is and how it stands stay at every width. */
export const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_8.5rem] gap-x-3 lg:grid-cols-[minmax(8rem,1.2fr)_7rem_minmax(6rem,1fr)_minmax(6rem,1fr)_5.5rem_5.5rem_7rem] xl:grid-cols-[minmax(7.5rem,1.2fr)_7rem_minmax(6.75rem,0.9fr)_minmax(6.5rem,1fr)_minmax(5.5rem,0.8fr)_5rem_5rem_6rem_5rem]";
export const WIDE = "max-lg:hidden";
export const WIDEST = "max-xl:hidden";

const names = (orgs: ReservationListRow["audience"]): string => orgs.map((org) => org.name).join(", ");

const units = (row: ReservationListRow): string =>
  row.released > 0 ? `${row.units} (${row.released} released)` : String(row.units);

/** One reservation: what it is called, how it stands, where, for whom and when. */
export function ReservationRowCells({ row }: { row: ReservationListRow }) {
  return (
    <>
      <div role="cell" className="flex min-w-0 flex-col lg:flex-row lg:items-center">
        <span className="-m-1 min-w-0 truncate p-1 font-medium">
          <Link look="plain" href={`/reservations/${row.id}`} prefetch={false}>
            {row.contractRef ?? <code className="text-xs">{row.id}</code>}
          </Link>
        </span>
        <span className="min-w-0 truncate text-ink-muted text-xs lg:hidden">
          {`${row.hostname} · ${names(row.audience)}`}
        </span>
      </div>
      <div role="cell" className="flex min-w-0 flex-col items-start gap-0.5 lg:block">
        <ReservationStatusBadge status={row.status} />
        <span className="max-w-full truncate text-ink-muted text-xs lg:hidden">
          {row.endsAt ? (
            <>
              {row.status === "expired" ? "ended " : "ends "}
              <RelativeTime time={row.endsAt} />
            </>
          ) : (
            "open-ended"
          )}
        </span>
      </div>
      <div role="cell" className={`${WIDE} truncate`}>
        <Link look="plain" href={`/nodes/${row.nodeId}`} prefetch={false}>
          {row.hostname}
        </Link>
      </div>
      <div role="cell" className={`${WIDE} truncate`} title={names(row.audience)}>
        {names(row.audience)}
      </div>
      <div role="cell" className={`${WIDEST} truncate text-ink-muted`} title={names(row.managers)}>
        {names(row.managers) || "nobody"}
      </div>
      <div role="cell" className={WIDE}>
        <RelativeTime time={row.startsAt} />
      </div>
      <div role="cell" className={WIDE}>
        {row.endsAt ? <RelativeTime time={row.endsAt} /> : "open-ended"}
      </div>
      <div role="cell" className={`${WIDE} truncate`}>
        {units(row)}
      </div>
      <div role="cell" className={`${WIDEST} text-ink-muted`}>
        <RelativeTime time={row.createdAt} />
      </div>
    </>
  );
}

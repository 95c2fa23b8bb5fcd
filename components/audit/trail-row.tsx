import { Ban } from "lucide-react";
import { splitAddress } from "@/components/topology/address";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { TrailRow } from "@/server/contract/trail";
import { actionName } from "./action-names";

/** Columns shared by head and rows; on a narrow page an entry is a card of three lines. */
export const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 lg:grid-cols-[5.25rem_minmax(6rem,0.8fr)_minmax(13rem,1.2fr)_minmax(7rem,1fr)_minmax(0,1.4fr)] xl:grid-cols-[5.25rem_minmax(6rem,0.8fr)_minmax(10rem,1.6fr)_minmax(6.5rem,0.9fr)_minmax(6rem,0.8fr)_6.25rem_minmax(8.5rem,1.4fr)_minmax(6.5rem,0.95fr)]";
export const WIDE = "max-lg:hidden";
export const WIDEST = "max-xl:hidden";

export const unitHref = (nodeId: string, unitId: string): string =>
  `/nodes/${encodeURIComponent(nodeId)}?unit=${encodeURIComponent(unitId)}`;

export function NodeLink({ row }: { row: TrailRow }) {
  if (row.nodeId === undefined) return null;
  return (
    <Link look="plain" href={`/nodes/${encodeURIComponent(row.nodeId)}`} prefetch={false}>
      {row.hostname ?? row.nodeId}
    </Link>
  );
}

/** A reservation that was named and never was has no page. */
export function ReservationLink({ row }: { row: TrailRow }) {
  const { reservation } = row;
  if (!reservation) return row.reservationId ?? null;
  return (
    <Link look="plain" href={`/reservations/${encodeURIComponent(reservation.id)}`} prefetch={false}>
      {reservation.contractRef ?? reservation.id}
    </Link>
  );
}

function Units({ row }: { row: TrailRow }) {
  const [first, ...others] = row.unitIds ?? [];
  if (first === undefined || row.nodeId === undefined) return null;
  return (
    <span className="whitespace-nowrap">
      <Link look="plain" href={unitHref(row.nodeId, first)} prefetch={false}>
        <span className="font-mono text-xs">{splitAddress(first).slot}</span>
      </Link>
      {others.length > 0 && <span className="text-ink-muted">{` + ${others.length}`}</span>}
    </span>
  );
}

export function Refused({ code }: { code: string | undefined }) {
  return (
    <Badge tone="warn" icon={Ban}>
      <span>
        <span className="sr-only">refused: </span>
        {code ?? "refused"}
      </span>
    </Badge>
  );
}

interface RowProps {
  row: TrailRow;
  onOpen: (row: TrailRow) => void;
}

/** What was done or tried; opens everything that is known of it. */
function What({ row, onOpen }: RowProps) {
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        // Beside a code that is long, what was tried stays readable: the code is whole in the entry.
        className="max-w-full shrink-0 truncate rounded-sm text-left font-medium hover:underline"
        onClick={() => onOpen(row)}
      >
        {actionName(row.action)}
      </button>
      {row.outcome === "refused" && (
        <span className="min-w-0 overflow-clip" title={row.code}>
          <Refused code={row.code} />
        </span>
      )}
    </>
  );
}

/** One entry: when, who, what, on what, why, from where. */
export function TrailRowCells({ row, onOpen }: RowProps) {
  return (
    <>
      <div role="cell" className="text-ink-muted max-lg:order-2 max-lg:text-xs">
        <RelativeTime time={row.at} />
      </div>
      <div role="cell" className="truncate max-lg:order-3 max-lg:col-span-2 max-lg:text-xs">
        {row.actor.name}
        <span className="text-ink-muted lg:hidden">
          {row.hostname && " · "}
          <NodeLink row={row} />
        </span>
      </div>
      <div role="cell" className="flex min-w-0 items-center gap-2 max-lg:order-1">
        <What row={row} onOpen={onOpen} />
      </div>
      <div role="cell" className={`${WIDE} truncate`}>
        <NodeLink row={row} />
      </div>
      <div role="cell" className={`${WIDEST} truncate`}>
        <ReservationLink row={row} />
      </div>
      <div role="cell" className={WIDEST}>
        <Units row={row} />
      </div>
      <div role="cell" className="truncate max-lg:order-4 max-lg:col-span-2 max-lg:text-ink-muted max-lg:text-xs">
        {row.reason}
      </div>
      <div role="cell" className={`${WIDEST} truncate text-ink-muted`}>
        {row.source}
      </div>
    </>
  );
}

"use client";

import { ArrowLeft, ArrowRight } from "lucide-react";
import { useCallback, useRef } from "react";
import { reservationStatusLabel } from "@/components/patterns/reservation-status-badge";
import { VirtualTable } from "@/components/patterns/virtual-table";
import { reservationName } from "@/components/reservations/action-dialog";
import { Axis, Backdrop } from "@/components/timeline/axis";
import { cutBy, StatusBar, StatusSwatch } from "@/components/timeline/bar";
import { type Span, visiblePart } from "@/components/timeline/scale";
import { TimeBar } from "@/components/timeline/time-bar";
import { type KeptSpan, useSpan } from "@/components/timeline/use-span";
import { useAxisDrag, useWheel, useWidth } from "@/components/timeline/use-wheel";
import { useTimeZone } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { instantLabel } from "@/components/ui/time-format";
import type { ReservationListRow } from "@/server/contract/reservation-list";
import { RESERVATION_STATUSES } from "@/server/domain/status";
import type { RowsProps } from "./reservation-table";

const COLUMNS = "grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 md:grid-cols-[15rem_minmax(0,1fr)]";
const ROW_PX = { narrow: 34, wide: 34 };

/** When a reservation holds, or held, its units: to its end, or to its cancelling. */
function barOf(row: ReservationListRow): Span {
  const ends = [row.endsAt, row.cancelledAt].flatMap((end) => (end ? [Date.parse(end)] : []));
  const from = Date.parse(row.startsAt);
  return { from, to: Math.max(from, Math.min(Number.POSITIVE_INFINITY, ...ends)) };
}

function termText(row: ReservationListRow, zone: string): string {
  const end = row.endsAt ? `to ${instantLabel(Date.parse(row.endsAt), zone)}` : "open-ended";
  const cancelled = row.cancelledAt ? `, cancelled ${instantLabel(Date.parse(row.cancelledAt), zone)}` : "";
  return `${reservationStatusLabel(row.status)}, from ${instantLabel(Date.parse(row.startsAt), zone)} ${end}${cancelled}`;
}

interface LaneProps {
  row: ReservationListRow;
  span: Span;
  onReveal: (bar: Span) => void;
}

/** The bar, or the way to it where it lies outside of what is shown. */
function Lane({ row, span, onReveal }: LaneProps) {
  const zone = useTimeZone();
  const bar = barOf(row);
  const text = termText(row, zone);
  const part = visiblePart(bar, span);
  if (!part) {
    const isPast = bar.to <= span.from;
    const Arrow = isPast ? ArrowLeft : ArrowRight;
    return (
      <button
        type="button"
        onClick={() => onReveal(bar)}
        aria-label={`Show the term of ${reservationName(row)}. ${text}`}
        className={`absolute inset-y-1 flex items-center gap-1 rounded-sm px-1 text-ink-muted text-xs hover:bg-hover hover:text-ink ${isPast ? "left-0" : "right-0"}`}
      >
        <Arrow className="size-3.5" aria-hidden="true" />
        {isPast ? "earlier" : "later"}
      </button>
    );
  }
  return (
    <div
      className="absolute inset-y-1 min-w-1"
      style={{ left: `${part.left * 100}%`, width: `${part.width * 100}%` }}
      title={text}
    >
      <StatusBar status={row.status} cut={cutBy(bar, span)}>
        <span className="sr-only">{text}</span>
        <span aria-hidden="true" className="truncate">
          {row.audience.map((org) => org.name).join(", ")}
        </span>
      </StatusBar>
    </div>
  );
}

function Cells({ row, span, onReveal }: LaneProps) {
  return (
    <>
      <div role="cell" className="flex min-w-0 items-baseline gap-2">
        <span className="-m-1 max-w-full shrink-0 truncate p-1 font-medium md:max-w-[70%]">
          <Link look="plain" href={`/reservations/${row.id}`} prefetch={false}>
            {reservationName(row)}
          </Link>
        </span>
        <span className="-m-1 min-w-0 truncate p-1 text-ink-muted text-xs max-md:hidden">
          <Link look="plain" href={`/nodes/${row.nodeId}`} prefetch={false}>
            {row.hostname}
          </Link>
        </span>
      </div>
      <div role="cell" className="relative h-full min-w-0">
        <Lane row={row} span={span} onReveal={onReveal} />
      </div>
    </>
  );
}

interface ReservationLanesProps extends RowsProps {
  kept: KeptSpan;
  onKeep: (kept: KeptSpan) => void;
}

/** The same reservations as bars over time, one a row. */
export function ReservationLanes({ kept, onKeep, ...rows }: ReservationLanesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const time = useSpan(kept, onKeep);
  const width = useWidth(axis);
  useWheel(frame, axis, time);
  useAxisDrag(axis, time);
  const { span, reveal } = time;
  const cells = useCallback(
    (row: ReservationListRow) => <Cells row={row} span={span} onReveal={reveal} />,
    [span, reveal],
  );
  const statuses = RESERVATION_STATUSES.filter((status) => rows.rows.some((row) => row.status === status));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that move time work wherever the focus is within.
    <div className="flex min-h-0 flex-col gap-2" onKeyDown={time.onKeyDown}>
      <TimeBar time={time} />
      <ul aria-label="Looks" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {statuses.map((status) => (
          <li key={status} className="flex items-center gap-1.5">
            <StatusSwatch status={status} />
            {reservationStatusLabel(status)}
          </li>
        ))}
      </ul>
      <VirtualTable
        {...rows}
        ref={frame}
        label="Reservations over time"
        columns={COLUMNS}
        headClass="h-13"
        rowPx={ROW_PX}
        cells={cells}
        moreLabel="Loading more reservations"
        head={
          <>
            <div role="columnheader">Reservation</div>
            <div role="columnheader" className="min-w-0">
              <span className="sr-only">Term</span>
              <Axis ref={axis} span={span} width={width} />
            </div>
          </>
        }
        backdrop={
          <div className={`${COLUMNS} absolute inset-0 px-3`}>
            <span />
            <div className="relative">
              <Backdrop span={span} width={width} />
            </div>
          </div>
        }
      />
    </div>
  );
}

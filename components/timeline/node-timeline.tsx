"use client";

import { useCallback, useMemo, useRef, useState } from "react";
import { reservationStatusLabel } from "@/components/patterns/reservation-status-badge";
import type { TermInput } from "@/components/patterns/term-input";
import { termOf } from "@/components/patterns/term-of";
import { StateSwatch } from "@/components/topology/state";
import { Callout } from "@/components/ui/callout";
import { serverNow, useServerClock, useTimeZone } from "@/components/ui/clock";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { durationLabel, instantLabel } from "@/components/ui/time-format";
import { ToggleRow } from "@/components/ui/toggle-row";
import type { NodeView } from "@/server/contract/console";
import { RESERVATION_STATUSES } from "@/server/domain/status";
import { Axis, Backdrop } from "./axis";
import { StatusSwatch } from "./bar";
import { BarDetails } from "./bar-details";
import { firstFree } from "./drag";
import { type Lane, lanesOf, runState } from "./lanes";
import { type Span, visiblePart } from "./scale";
import { TimeBar } from "./time-bar";
import { TimelineTable } from "./timeline-table";
import { LaneBars, LaneHead } from "./unit-lane";
import { type Drawn, useDrawing } from "./use-drawing";
import { usePlaces } from "./use-places";
import { type KeptSpan, type TimeSpan, useSpan } from "./use-span";
import { useTimeline } from "./use-timeline";
import { useAxisDrag, useWheel, useWidth } from "./use-wheel";

const COLUMNS = "grid grid-cols-[7.5rem_minmax(0,1fr)] md:grid-cols-[11rem_minmax(0,1fr)]";
const MINUTE_MS = 60_000;
const FORMS = [
  { id: "bars", label: "Bars" },
  { id: "table", label: "Table" },
] as const;

export interface KeptTimeline extends KeptSpan {
  form: "bars" | "table";
}

export interface NodeTimelineProps {
  view: NodeView;
  kept: KeptTimeline;
  onKeep: (kept: Partial<KeptTimeline>) => void;
  /** Opens the form with this unit and term. */
  onReserve: (unitIds: readonly string[], term: TermInput) => void;
}

const RUN_LOOKS = {
  audience: "Workload of the audience",
  spot: "Spot workload",
  holdover: "Workload from outside the audience",
  "in-use": "Workload without a reservation",
} as const;
const RUN_STATES = Object.keys(RUN_LOOKS) as (keyof typeof RUN_LOOKS)[];

/** What the looks that occur mean. */
function Legend({ lanes, now }: { lanes: readonly Lane[]; now: number }) {
  const holds = lanes.flatMap((lane) => lane.bars.flatMap((bar) => bar.hold ?? []));
  const statuses = new Set(holds.map((hold) => hold.status));
  const states = new Set(lanes.flatMap((lane) => lane.runs.map((run) => runState(run, lane, now))));
  const isReleased = holds.some((hold) => hold.released.length > 0);
  return (
    <ul aria-label="Looks" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {RESERVATION_STATUSES.filter((status) => statuses.has(status)).map((status) => (
        <li key={status} className="flex items-center gap-1.5">
          <StatusSwatch status={status} />
          {reservationStatusLabel(status)}
        </li>
      ))}
      {isReleased && (
        <li className="flex items-center gap-1.5">
          <StateSwatch state="released" />
          On the spot market
        </li>
      )}
      {RUN_STATES.filter((state) => states.has(state)).map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <StateSwatch state={state} />
          {RUN_LOOKS[state]}
        </li>
      ))}
    </ul>
  );
}

/** The term that is being drawn, and what it is in words. */
function DrawnBox({ term, span }: { term: Drawn; span: Span }) {
  const zone = useTimeZone();
  const part = visiblePart(term, span);
  if (!part) return null;
  return (
    <div
      className="pointer-events-none absolute inset-y-1 z-20 flex items-center rounded-sm border-2 border-accent border-dashed bg-accent-soft px-1 text-accent-text text-xs"
      style={{ left: `${part.left * 100}%`, width: `${part.width * 100}%` }}
    >
      <span className="whitespace-nowrap rounded-sm bg-accent-soft px-1">
        {`${instantLabel(term.from, zone)} to ${instantLabel(term.to, zone)}, ${durationLabel(term.from, term.to)}`}
      </span>
    </div>
  );
}

/** Why a lane's free time can't be reserved by this person; undefined where it can. */
function whyNot(view: NodeView, lane: Lane): string | undefined {
  if (!view.reserve.allowed) return view.reserve.why ?? "You can't reserve units here.";
  if (!lane.unit) return "The machine no longer reports this unit.";
  return lane.unit.sellable ? undefined : `It can't be sold: ${lane.unit.notSellableReason ?? "no reason reported"}`;
}

interface LanesProps {
  view: NodeView;
  lanes: readonly Lane[];
  /** To the minute. */
  now: number;
  time: TimeSpan;
  onReserve: NodeTimelineProps["onReserve"];
}

function useReserve(lanes: readonly Lane[], onReserve: NodeTimelineProps["onReserve"]) {
  const zone = useTimeZone();
  const draw = (unitId: string, { from, to }: Drawn) =>
    onReserve([unitId], termOf(from <= serverNow() ? undefined : from, to, zone));
  const first = (unitId: string) => {
    const { from, to } = firstFree(lanes.find((lane) => lane.unitId === unitId)?.busy ?? [], serverNow());
    onReserve([unitId], termOf(from, to, zone));
  };
  return { draw, first };
}

function Lanes({ view, lanes, now, time, onReserve }: LanesProps) {
  const grid = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const width = useWidth(axis);
  const [hovered, setHovered] = useState<string>();
  const { span } = time;
  useWheel(grid, axis, time);
  useAxisDrag(axis, time);
  const places = usePlaces(grid, lanes, time);
  const reserve = useReserve(lanes, onReserve);
  const drawing = useDrawing(lanes, span, view.reserve.allowed ? reserve.draw : undefined);
  const shared = { span, now, onHover: setHovered };
  return (
    <>
      <div
        ref={grid}
        role="grid"
        aria-label="Units over time"
        className="relative overflow-hidden rounded-md border border-line bg-surface"
        onKeyDown={places.onKeyDown}
        onFocus={places.onFocus}
      >
        <div role="row" className={`${COLUMNS} border-line border-b bg-sunken font-medium text-ink-muted text-xs`}>
          <div role="columnheader" className="self-center px-3">
            Unit
          </div>
          <div role="columnheader" className="min-w-0">
            <span className="sr-only">Reservations and workloads</span>
            <Axis ref={axis} span={span} width={width} />
          </div>
        </div>
        <div role="rowgroup" className="relative">
          <div className={`${COLUMNS} pointer-events-none absolute inset-0`}>
            <span />
            <div className="relative">
              <Backdrop span={span} width={width} />
            </div>
          </div>
          {lanes.map((lane) => {
            const stop = places.here?.unitId === lane.unitId ? places.here : undefined;
            const refusal = whyNot(view, lane);
            return (
              <div key={lane.unitId} role="row" className={`${COLUMNS} h-11 border-line border-b last:border-b-0`}>
                <LaneHead lane={lane} stop={stop} whyNot={refusal} onReserve={reserve.first} />
                <div
                  className={`relative min-w-0 ${refusal === undefined ? "cursor-crosshair" : ""}`}
                  {...(refusal === undefined && drawing.handlers(lane.unitId))}
                >
                  <LaneBars {...shared} lane={lane} stop={stop} />
                  {drawing.unitId === lane.unitId && drawing.term && <DrawnBox term={drawing.term} span={span} />}
                </div>
              </div>
            );
          })}
        </div>
      </div>
      <BarDetails lanes={lanes} barId={hovered ?? places.here?.barId} />
    </>
  );
}

function LoadingLanes({ count }: { count: number }) {
  return (
    <Loading label="Loading the timeline">
      <div className="flex flex-col gap-3 rounded-md border border-line p-3">
        {Array.from({ length: Math.max(count, 1) }, (_, place) => place).map((place) => (
          <Skeleton key={place} className="h-8 w-full" />
        ))}
      </div>
    </Loading>
  );
}

/** What held each unit of a node over time, and its free time to reserve; as bars or as a table. */
export function NodeTimeline({ view, kept, onKeep, onReserve }: NodeTimelineProps) {
  const keepSpan = useCallback((next: KeptSpan) => onKeep(next), [onKeep]);
  const time = useSpan(kept, keepSpan);
  const query = useTimeline(view.node.id, time.span, view.now);
  const now = useServerClock((ms) => Math.floor(ms / MINUTE_MS) * MINUTE_MS);
  const { data } = query;
  const lanes = useMemo(() => (data ? lanesOf(view.units, data, now) : []), [view.units, data, now]);
  return (
    <section aria-label="Timeline" className="flex min-w-0 flex-col gap-3" onKeyDown={time.onKeyDown}>
      <div className="flex flex-wrap items-center gap-2">
        <TimeBar time={time} />
        <div className="ml-auto">
          <ToggleRow
            label="Form"
            options={FORMS}
            isOn={(id) => kept.form === id}
            onToggle={(form) => onKeep({ form })}
          />
        </div>
      </div>
      {data?.isCut && (
        <Callout tone="warn" role="status" title="Not everything is drawn">
          More happened in this time than can be shown; the latest is. Zoom in to see the rest.
        </Callout>
      )}
      {query.error && !data ? (
        <ErrorState
          title="The timeline could not be loaded"
          onRetry={() => void query.refetch()}
          isRetrying={query.isRefetching}
        >
          {query.error.message}
        </ErrorState>
      ) : query.isPending ? (
        <LoadingLanes count={view.units.length} />
      ) : kept.form === "table" ? (
        <TimelineTable lanes={lanes} span={time.span} now={now} />
      ) : (
        <>
          <Legend lanes={lanes} now={now} />
          <Lanes view={view} lanes={lanes} now={now} time={time} onReserve={onReserve} />
        </>
      )}
    </section>
  );
}

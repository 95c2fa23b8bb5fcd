"use client";

import NextLink from "next/link";
import { memo } from "react";
import { shortModel } from "@/components/topology/describe";
import { StateGlyph, StateSurface } from "@/components/topology/state";
import { useTimeZone } from "@/components/ui/clock";
import type { TimelineHold } from "@/server/contract/timeline";
import { cutBy, StatusBar } from "./bar";
import { type Bar, type Lane, type Place, runState, runsWithin, spanOf, spanOfRun } from "./lanes";
import { lengthOf, type Span, visiblePart } from "./scale";
import { placeKey } from "./use-places";
import { audienceText, holdName, holdText, runText, stretchText } from "./words";

const percent = (share: number): string => `${share * 100}%`;
const placed = ({ left, width }: { left: number; width: number }) => ({ left: percent(left), width: percent(width) });

/** The parts of a hold that were on the spot market, within its bar. */
function Released({ hold, shown }: { hold: TimelineHold; shown: Span }) {
  return hold.released.map((stretch) => {
    const part = visiblePart(spanOf(stretch), shown);
    return (
      part && (
        <span key={stretch.from} aria-hidden="true" className="absolute inset-y-0 flex" style={placed(part)}>
          <StateSurface state="released" className="size-full border-y-0" />
        </span>
      )
    );
  });
}

interface BarProps {
  bar: Bar;
  lane: Lane;
  span: Span;
  now: number;
  isStop: boolean;
  onHover: (barId: string | undefined) => void;
}

function HoldBar({ hold, bar, lane, span, now, isStop }: BarProps & { hold: TimelineHold }) {
  const zone = useTimeZone();
  const inside = runsWithin(lane, bar, now);
  const shown = { from: Math.max(bar.span.from, span.from), to: Math.min(bar.span.to, span.to) };
  return (
    <NextLink
      href={`/reservations/${hold.reservationId}`}
      prefetch={false}
      draggable={false}
      data-place={placeKey({ unitId: lane.unitId, barId: bar.id })}
      tabIndex={isStop ? 0 : -1}
      aria-label={holdText(hold, inside, zone)}
      className="block size-full rounded-sm text-ink no-underline"
    >
      <StatusBar status={hold.status} cut={cutBy(bar.span, span)} className="items-start! px-0!">
        <Released hold={hold} shown={shown} />
        <span className="relative truncate px-1 leading-5">
          <span className="font-medium">{holdName(hold)}</span> {audienceText(hold)}
        </span>
      </StatusBar>
    </NextLink>
  );
}

/** One bar where it is in view, and a cell of the grid. */
function BarCell(props: BarProps) {
  const { bar, lane, span, isStop, onHover } = props;
  const zone = useTimeZone();
  const part = visiblePart(bar.span, span);
  if (!part || lengthOf(bar.span) <= 0) return null;
  const hover = { onPointerEnter: () => onHover(bar.id), onPointerLeave: () => onHover(undefined) };
  if (bar.hold) {
    return (
      <div role="gridcell" className="absolute inset-y-1 min-w-1" style={placed(part)} {...hover}>
        <HoldBar {...props} hold={bar.hold} />
      </div>
    );
  }
  return (
    <div
      role="gridcell"
      data-place={placeKey({ unitId: lane.unitId, barId: bar.id })}
      tabIndex={isStop ? 0 : -1}
      aria-label={`workload ${runText(bar.run)}, ${stretchText(bar.run, zone)}`}
      className="absolute inset-y-1 min-w-1 rounded-sm"
      style={placed(part)}
      {...hover}
    />
  );
}

function RunStrips({ lane, span, now }: { lane: Lane; span: Span; now: number }) {
  return lane.runs.map((run) => {
    const part = visiblePart(spanOfRun(run, now), span);
    const state = runState(run, lane, now);
    return (
      part && (
        <span
          key={run.id}
          aria-hidden="true"
          className="pointer-events-none absolute bottom-1.5 flex h-3 min-w-4 px-px"
          style={placed(part)}
        >
          <StateSurface state={state} className="flex size-full items-center overflow-hidden rounded-sm">
            <StateGlyph state={state} className="size-2.5" />
          </StateSurface>
        </span>
      )
    );
  });
}

export interface UnitLaneProps {
  lane: Lane;
  span: Span;
  now: number;
  /** The grid's one tab stop, where it is in this lane. */
  stop: Place | undefined;
  /** Undefined: it can be reserved, beginning with the unit's head. */
  whyNot: string | undefined;
  onReserve: (unitId: string) => void;
  onHover: (barId: string | undefined) => void;
}

type HeadProps = Pick<UnitLaneProps, "lane" | "stop" | "whyNot" | "onReserve">;

/** The head of a lane: which unit, and the way to reserve its free time without a mouse. */
export const LaneHead = memo(function LaneHead({ lane, stop, whyNot, onReserve }: HeadProps) {
  const { unit, unitId } = lane;
  const refuses = whyNot !== undefined;
  return (
    <div role="rowheader" className="flex min-w-0 items-center px-2">
      <button
        type="button"
        data-place={placeKey({ unitId, barId: undefined })}
        tabIndex={stop && stop.barId === undefined ? 0 : -1}
        aria-label={refuses ? `Unit ${unitId}. ${whyNot}` : `Unit ${unitId}: reserve its next free time`}
        aria-disabled={refuses || undefined}
        title={refuses ? whyNot : "Reserve its next free time"}
        onClick={() => !refuses && onReserve(unitId)}
        className="flex min-w-0 max-w-full flex-col items-start rounded-sm px-1 text-left hover:bg-hover aria-disabled:cursor-default"
      >
        <span className="max-w-full truncate font-mono text-xs">{unitId}</span>
        <span className="max-w-full truncate text-2xs text-ink-muted">
          {unit ? shortModel(unit) : "no longer reported"}
        </span>
      </button>
    </div>
  );
});

/** The bars of a lane. */
export function LaneBars({ lane, span, now, stop, onHover }: Omit<UnitLaneProps, "whyNot" | "onReserve">) {
  return (
    <>
      {lane.bars.map((bar) => (
        <BarCell
          key={bar.id}
          bar={bar}
          lane={lane}
          span={span}
          now={now}
          isStop={stop?.barId === bar.id}
          onHover={onHover}
        />
      ))}
      <RunStrips lane={lane} span={span} now={now} />
    </>
  );
}

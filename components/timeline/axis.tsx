"use client";

import { type Ref, useMemo } from "react";
import { useServerClock, useTimeZone } from "@/components/ui/clock";
import { cx } from "@/components/ui/cx";
import { placeOf, type Span } from "./scale";
import { type Tick, ticks } from "./ticks";

const percent = (share: number): string => `${share * 100}%`;
const MINUTE_MS = 60_000;

export function useTicks(span: Span, width: number) {
  const zone = useTimeZone();
  return useMemo(() => ticks(span, zone, width), [span, zone, width]);
}

function UpperLabels({ labels, span }: { labels: readonly Tick[]; span: Span }) {
  return labels.map(({ at, label }, index) => {
    const [left, right] = [placeOf(at, span), placeOf(labels[index + 1]?.at ?? span.to, span)];
    return (
      <span
        key={at}
        className="absolute top-0 h-5 truncate border-line border-l pl-1 leading-5"
        style={{ left: percent(left), width: percent(right - left) }}
      >
        {label}
      </span>
    );
  });
}

/** Where now is; followed by the minute. */
function useNowPlace(span: Span): number {
  const now = useServerClock((ms) => Math.floor(ms / MINUTE_MS) * MINUTE_MS);
  return placeOf(now, span);
}

interface AxisProps {
  span: Span;
  width: number;
  ref?: Ref<HTMLDivElement>;
}

/** From here on the flag stands before its line, so that the edge doesn't cut it. */
const FLAG_TURNS_AT = 0.9;

/**
 * Days, months or years above; hours, days or months below; the flag of now in a row of its own, where it hides no
 * label. Drawn for the eye: every bar says its term in words.
 */
export function Axis({ span, width, ref }: AxisProps) {
  const { upper, lower } = useTicks(span, width);
  const nowPlace = useNowPlace(span);
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className="relative h-13 cursor-grab touch-pan-y select-none overflow-hidden text-2xs text-ink-muted active:cursor-grabbing"
    >
      <UpperLabels labels={upper} span={span} />
      {lower.map(({ at, label }) => (
        <span
          key={at}
          className="absolute top-5 h-5 whitespace-nowrap border-line border-l pl-1 leading-5"
          style={{ left: percent(placeOf(at, span)) }}
        >
          {label}
        </span>
      ))}
      {nowPlace >= 0 && nowPlace <= 1 && (
        <span
          className={cx(
            "absolute bottom-0 bg-accent px-1 text-accent-fg leading-3",
            nowPlace > FLAG_TURNS_AT && "-translate-x-full",
          )}
          style={{ left: percent(nowPlace) }}
        >
          now
        </span>
      )}
    </div>
  );
}

/** Lines behind the lanes: where days begin in the person's zone, and now. */
export function Backdrop({ span, width }: { span: Span; width: number }) {
  const { days, lower } = useTicks(span, width);
  const lines = days.length > 0 ? days : lower.map((tick) => tick.at);
  const nowPlace = useNowPlace(span);
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      {lines.map((at) => (
        <span
          key={at}
          className="absolute inset-y-0 border-line border-l"
          style={{ left: percent(placeOf(at, span)) }}
        />
      ))}
      {nowPlace >= 0 && nowPlace <= 1 && (
        <span className="absolute inset-y-0 z-10 border-accent border-l-2" style={{ left: percent(nowPlace) }} />
      )}
    </div>
  );
}

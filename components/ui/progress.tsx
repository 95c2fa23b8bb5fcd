"use client";

import { ProgressBar as AriaProgressBar } from "react-aria-components/ProgressBar";

interface ProgressProps {
  label: string;
  /** 0 to `max`. */
  value: number;
  max?: number;
  /** `12 of 40 entries`; percents otherwise. */
  valueLabel?: string;
}

const WIDTH = 1000;

/** How far something is, where that is known; else Spinner. */
export function Progress({ label, value, max = 100, valueLabel }: ProgressProps) {
  return (
    <AriaProgressBar
      value={value}
      maxValue={max}
      valueLabel={valueLabel}
      aria-label={label}
      className="flex flex-col gap-1"
    >
      {({ percentage = 0, valueText }) => (
        <>
          <span className="flex justify-between text-sm">
            <span>{label}</span>
            <span className="text-ink-muted">{valueText}</span>
          </span>
          <svg
            viewBox={`0 0 ${WIDTH} 4`}
            preserveAspectRatio="none"
            className="h-1 w-full rounded-sm bg-line"
            aria-hidden="true"
          >
            <rect
              width={(percentage / 100) * WIDTH}
              height="4"
              className="fill-accent forced-colors:fill-[Highlight]"
            />
          </svg>
        </>
      )}
    </AriaProgressBar>
  );
}

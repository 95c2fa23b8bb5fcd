"use client";

import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components/Tooltip";
import { useServerClock, useTimeZone } from "./clock";
import { dateLabel, offsetLabel, relativeLabel, timeLabel, utcLabel } from "./time-format";

const LINGERS_MS = 120;

/** Open by hover or focus, closed by leaving or Escape; staying on the bubble keeps it open. */
function useReveal() {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = () => {
    clearTimeout(timer.current);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const closeSoon = () => {
    timer.current = setTimeout(close, LINGERS_MS);
  };
  return { isOpen, open, close, closeSoon };
}

interface ExactProps {
  ms: number;
  id: string;
  target: RefObject<HTMLElement | null>;
  reveal: ReturnType<typeof useReveal>;
}

/** One is made only while it shows: a table holds hundreds of times. */
function Exact({ ms, id, target, reveal }: ExactProps) {
  const zone = useTimeZone();
  const state = {
    isOpen: true,
    shouldSkipAnimation: true,
    open: reveal.open,
    close: (atOnce?: boolean) => (atOnce ? reveal.close() : reveal.closeSoon()),
  };
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        triggerRef={target}
        placement="top"
        offset={6}
        className="z-50 rounded-md border border-line-strong bg-raised px-2 py-1 text-ink text-xs"
      >
        <span id={id} className="flex flex-col">
          <span>
            {dateLabel(ms, zone)} {timeLabel(ms, zone, true)} {zone}
            {zone !== "UTC" && ` (${offsetLabel(ms, zone)})`}
          </span>
          <span className="font-mono text-ink-muted">{utcLabel(ms)}</span>
        </span>
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}

export interface RelativeTimeProps {
  /** RFC 3339. */
  time: string;
  /** Counts from this instant in place of the server's running clock. */
  now?: Date;
  /** Shown in place of the relative time; the exact one stays on hover and focus. */
  as?: "relative" | "date" | "instant";
}

/** A time as people think of it; the exact instant, its zone and UTC on hover and on focus. */
export function RelativeTime({ time, now, as = "relative" }: RelativeTimeProps) {
  const ms = Date.parse(time);
  const zone = useTimeZone();
  const relative = useServerClock((running) => (as === "relative" ? relativeLabel(ms, now?.getTime() ?? running) : ""));
  const ref = useRef<HTMLTimeElement>(null);
  const reveal = useReveal();
  const id = useId();
  // Written out only where it shows: a table of relative times is scrolled.
  const exact = () => (as === "date" ? dateLabel(ms, zone) : `${dateLabel(ms, zone)} ${timeLabel(ms, zone)}`);
  return (
    <>
      <time
        ref={ref}
        dateTime={time}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact instant has to be had without a mouse.
        tabIndex={0}
        aria-describedby={reveal.isOpen ? id : undefined}
        onPointerEnter={reveal.open}
        onPointerLeave={reveal.closeSoon}
        onFocus={reveal.open}
        onBlur={reveal.close}
        onKeyDown={(event) => {
          if (event.key === "Escape" && reveal.isOpen) reveal.close();
        }}
        className="rounded-sm"
      >
        <span className="whitespace-nowrap">{as === "relative" ? relative : exact()}</span>
        {as === "instant" && ` ${zone}`}
      </time>
      {reveal.isOpen && <Exact ms={ms} id={id} target={ref} reveal={reveal} />}
    </>
  );
}

"use client";

import { useServerClock, useTimeZone } from "./clock";
import { cx } from "./cx";
import { RevealBubble, useReveal } from "./reveal";
import { dateLabel, offsetLabel, relativeLabel, timeLabel, utcLabel } from "./time-format";

/** One is made only while it shows: a table holds hundreds of times. */
function Exact({ ms }: { ms: number }) {
  const zone = useTimeZone();
  return (
    <span className="flex flex-col">
      <span>
        {dateLabel(ms, zone)} {timeLabel(ms, zone, true)} {zone}
        {zone !== "UTC" && ` (${offsetLabel(ms, zone)})`}
      </span>
      <span className="font-mono text-ink-muted">{utcLabel(ms)}</span>
    </span>
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
  const reveal = useReveal<HTMLTimeElement>();
  // Written out only where it shows: a table of relative times is scrolled.
  const exact = () => (as === "date" ? dateLabel(ms, zone) : `${dateLabel(ms, zone)} ${timeLabel(ms, zone)}`);
  return (
    <>
      <time {...reveal.target} dateTime={time} className={cx("rounded-sm", as !== "instant" && "whitespace-nowrap")}>
        {as === "relative" && relative}
        {as === "date" && exact()}
        {as === "instant" && (
          <>
            <span className="whitespace-nowrap">{exact()}</span> {zone}
          </>
        )}
      </time>
      <RevealBubble reveal={reveal}>
        <Exact ms={ms} />
      </RevealBubble>
    </>
  );
}

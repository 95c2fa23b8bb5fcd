"use client";

import { CloudOff } from "lucide-react";
import { useTimeZone } from "../ui/clock";
import { Spinner } from "../ui/spinner";
import { timeLabel } from "../ui/time-format";

interface StaleBannerProps {
  /** The server's clock when what is shown was read; undefined while all is well. */
  since: string | undefined;
  isReconnecting?: boolean;
}

/** Says that the page no longer follows the server, and how old what it shows is. Its live region is always there. */
export function StaleBanner({ since, isReconnecting = true }: StaleBannerProps) {
  const zone = useTimeZone();
  return (
    <div role="status">
      {since && (
        <p className="flex items-center gap-2 border-line border-b bg-warn-soft px-4 py-1.5 text-sm text-warn-text">
          {isReconnecting ? (
            <Spinner className="size-3.5 shrink-0" />
          ) : (
            <CloudOff className="size-3.5 shrink-0" aria-hidden="true" />
          )}
          <span>
            Connection lost, showing data of <time dateTime={since}>{timeLabel(Date.parse(since), zone, true)}</time>{" "}
            {zone}
            {isReconnecting ? " — reconnecting…" : "."}
          </span>
        </p>
      )}
    </div>
  );
}

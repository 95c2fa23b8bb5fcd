import type { ReactNode } from "react";
import { StateGlyph, StateSurface } from "@/components/topology/state";
import type { DrawnState } from "@/components/topology/state-look";
import { cx } from "@/components/ui/cx";
import type { ReservationStatus } from "@/server/domain/status";
import type { Span } from "./scale";

/** How a reservation's bar looks: the units' own states where one says the same, outlines where nothing is held yet. */
const LOOKS: Record<ReservationStatus, { state: DrawnState; className?: string }> = {
  active: { state: "reserved" },
  pending: { state: "reserved", className: "border-dashed! bg-surface! text-ink!" },
  "needs-review": { state: "needs-review" },
  expired: { state: "not-sellable" },
  cancelled: { state: "not-reported", className: "line-through" },
};

interface StatusBarProps {
  status: ReservationStatus;
  /** Goes on beyond an edge of what is shown. */
  cut?: { start: boolean; end: boolean };
  className?: string;
  children?: ReactNode;
}

/** A reservation over time, filling whatever holds it. */
export function StatusBar({ status, cut, className, children }: StatusBarProps) {
  const look = LOOKS[status];
  return (
    <StateSurface
      state={look.state}
      className={cx(
        "flex size-full min-w-0 items-center gap-1 whitespace-nowrap rounded-sm px-1 text-xs",
        cut?.start && "rounded-l-none border-l-0!",
        cut?.end && "rounded-r-none border-r-0!",
        look.className,
        className,
      )}
    >
      {status === "needs-review" && <StateGlyph state="needs-review" className="size-3" />}
      {children}
    </StateSurface>
  );
}

export const cutBy = (bar: Span, span: Span) => ({ start: bar.from < span.from, end: bar.to > span.to });

/** A small sample of a status, beside its name. */
export function StatusSwatch({ status }: { status: ReservationStatus }) {
  return (
    <span className="inline-block h-4 w-6 shrink-0">
      <StatusBar status={status} />
    </span>
  );
}

"use client";

import { useEffect, useEffectEvent } from "react";
import { serverNow } from "@/components/ui/clock";

/** Timers hold 2^31 ms at most; and many terms that end together are one refresh. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;
const SHORTEST_WAIT_MS = 250;

interface Row {
  id: string;
  /** When a term that the row tells of begins or ends next. */
  nextBoundary?: string | undefined;
}

/** Rows whose terms begin or end by the clock alone are asked for when that is due: nobody announces it. */
export function useDue(rows: readonly Row[], refresh: (ids: readonly string[]) => void): void {
  const onDue = useEffectEvent(refresh);
  useEffect(() => {
    const due = rows.flatMap(({ id, nextBoundary }) => (nextBoundary ? [{ id, at: Date.parse(nextBoundary) }] : []));
    if (due.length === 0) return undefined;
    const first = due.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = Math.min(Math.max(first - serverNow() + 50, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
      timer = setTimeout(() => {
        const now = serverNow();
        const ids = due.filter(({ at }) => at <= now).map(({ id }) => id);
        // Too early, where the wait was the longest that there is, or the clock was set back meanwhile.
        if (ids.length === 0) wait();
        else onDue(ids);
      }, left);
    };
    wait();
    return () => clearTimeout(timer);
  }, [rows]);
}

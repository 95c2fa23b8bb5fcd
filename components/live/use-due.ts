"use client";

import { useEffect, useEffectEvent } from "react";
import { serverNow } from "@/components/ui/clock";

/** Timers hold 2^31 ms at most; and many terms that end together are one refresh. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;
const SHORTEST_WAIT_MS = 250;

interface Row {
  id: string;
  /** When a term that the row tells of begins or ends next: RFC 3339 in UTC to the millisecond, so that text orders as time. */
  nextBoundary?: string | undefined;
}

/** The earliest one. Goes over every row of a long list with each page that comes to it, so it reads no dates. */
export function nextBoundaryOf(rows: readonly Row[]): string | undefined {
  let first: string | undefined;
  for (const { nextBoundary } of rows) {
    if (nextBoundary !== undefined && (first === undefined || nextBoundary < first)) first = nextBoundary;
  }
  return first;
}

export const dueAt = (rows: readonly Row[], now: number): string[] =>
  rows.flatMap(({ id, nextBoundary }) => (nextBoundary !== undefined && Date.parse(nextBoundary) <= now ? [id] : []));

/** Rows whose terms begin or end by the clock alone are asked for when that is due: nobody announces it. */
export function useDue(rows: readonly Row[], refresh: (ids: readonly string[]) => void): void {
  const onDue = useEffectEvent(refresh);
  useEffect(() => {
    const boundary = nextBoundaryOf(rows);
    if (boundary === undefined) return undefined;
    const first = Date.parse(boundary);
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = Math.min(Math.max(first - serverNow() + 50, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
      timer = setTimeout(() => {
        const ids = dueAt(rows, serverNow());
        // Too early, where the wait was the longest that there is, or the clock was set back meanwhile.
        if (ids.length === 0) wait();
        else onDue(ids);
      }, left);
    };
    wait();
    return () => clearTimeout(timer);
  }, [rows]);
}

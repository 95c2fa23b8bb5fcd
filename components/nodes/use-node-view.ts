"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useChanges } from "@/components/live/live";
import { useTRPC } from "@/components/trpc/client";
import { serverNow, syncServerClock } from "@/components/ui/clock";
import type { NodeView, UnitView } from "@/server/contract/console";

/** Timers hold 2^31 ms at most; a boundary further off is looked at again before then. */
const LONGEST_TIMER_MS = 24 * 60 * 60 * 1000;

/** The next instant at which a status follows from the clock alone: nobody announces a term that begins or ends. */
function nextBoundary(view: NodeView): number | undefined {
  const now = Date.parse(view.now);
  const times = view.reservations.flatMap((each) => [each.startsAt, ...(each.endsAt ? [each.endsAt] : [])]);
  const coming = times.map((time) => Date.parse(time)).filter((time) => time > now);
  return coming.length > 0 ? Math.min(...coming) : undefined;
}

/** A node as it is now: read anew when anybody changes something there, and when a term begins or ends. */
export function useNodeView(nodeId: string, initial: NodeView) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.console.node.queryOptions({ nodeId }, { initialData: initial });
  const query = useQuery(options);
  const view = query.data;
  const { queryKey } = options;

  useChanges((changes) => {
    if (changes.some((change) => change.nodeId === nodeId)) {
      void queryClient.invalidateQueries({ queryKey });
      // What an open form says about its units, and the history beside the grid, follow as well.
      void queryClient.invalidateQueries({ queryKey: trpc.reservations.units.queryKey() });
      void queryClient.invalidateQueries({ queryKey: trpc.console.unitHistory.queryKey() });
    }
  });
  useEffect(() => {
    syncServerClock(view.now);
    const boundary = nextBoundary(view);
    if (boundary === undefined) return undefined;
    const wait = Math.min(Math.max(boundary - serverNow() + 50, 250), LONGEST_TIMER_MS);
    const timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey }), wait);
    return () => clearTimeout(timer);
  }, [view, queryClient, queryKey]);
  return { view, error: query.error, refetch: query.refetch };
}

const facts = (unit: UnitView): string =>
  [unit.state, unit.reservationId, unit.released, unit.holder?.workloadId].join(" ");

/** Selected units that somebody else changed since they were selected: marked until the selection changes. */
export function useChangedUnderSelection(view: NodeView, selectedIds: ReadonlySet<string>): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const current = new Map(view.units.map((unit) => [unit.id, facts(unit)]));
  const key = [...selectedIds].sort().join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was selected is taken down when the selection changes, not when the view does.
  useEffect(() => {
    setSeen(new Map([...selectedIds].map((id) => [id, current.get(id) ?? ""])));
  }, [key]);
  return new Set([...selectedIds].filter((id) => seen.has(id) && seen.get(id) !== current.get(id)));
}

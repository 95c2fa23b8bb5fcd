"use client";

import { useIsMutating, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useChanges } from "@/components/live/live";
import { useTRPC } from "@/components/trpc/client";
import { browserTimeOf, serverNow, useSyncServerClock } from "@/components/ui/clock";
import type { NodeView, UnitView } from "@/server/contract/console";
import { nextBoundary } from "@/server/domain/status";

/** Timers hold 2^31 ms at most; a boundary further off is looked at again before then. */
const LONGEST_TIMER_MS = 24 * 60 * 60 * 1000;

const boundaryOf = (view: NodeView): number | undefined =>
  nextBoundary(
    view.reservations.map(({ startsAt, endsAt }) => ({
      startsAt: new Date(startsAt),
      endsAt: endsAt === undefined ? null : new Date(endsAt),
    })),
    new Date(view.now),
  )?.getTime();

/** A node as it is now: read anew when anybody changes something there, and when a term begins or ends. */
export function useNodeView(nodeId: string, initial: NodeView) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.console.node.queryOptions(
    { nodeId },
    {
      initialData: initial,
      // The page may have lain in the browser's history for long.
      initialDataUpdatedAt: () => browserTimeOf(initial.now),
    },
  );
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
  useSyncServerClock(view.now);
  useEffect(() => {
    const boundary = boundaryOf(view);
    if (boundary === undefined) return undefined;
    const wait = Math.min(Math.max(boundary - serverNow() + 50, 250), LONGEST_TIMER_MS);
    const timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey }), wait);
    return () => clearTimeout(timer);
  }, [view, queryClient, queryKey]);
  return { view, error: query.error, refetch: query.refetch };
}

const facts = (unit: UnitView): string => [unit.state, unit.reservationId, unit.released, unit.claimedBy].join(" ");

/** When this page last changed something itself with success, by the browser's clock; the answer is drawn by then. */
function useOwnChange(): number {
  const times = useMutationState({ filters: { status: "success" }, select: ({ state }) => state.submittedAt });
  const latest = Math.max(0, ...times);
  const [last, setLast] = useState(latest);
  // What is forgotten after a while must not count as a new change.
  if (latest > last) setLast(latest);
  return Math.max(latest, last);
}

/** Selected units that somebody else changed since they were selected, or since the last change made here. */
export function useChangedUnderSelection(view: NodeView, selectedIds: ReadonlySet<string>): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const isChanging = useIsMutating() > 0;
  const ownChange = useOwnChange();
  const current = new Map(view.units.map((unit) => [unit.id, facts(unit)]));
  const key = [...selectedIds].sort().join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was selected is taken down when the selection changes, not when the view does.
  useEffect(() => {
    setSeen(new Map([...selectedIds].map((id) => [id, current.get(id) ?? ""])));
  }, [key, ownChange]);
  const changed = [...selectedIds].filter((id) => seen.has(id) && seen.get(id) !== current.get(id)).sort();
  // While a change of one's own is on its way, nobody can tell whose change it is that arrives.
  const [marked, setMarked] = useState<readonly string[]>([]);
  if (!isChanging && marked.join(" ") !== changed.join(" ")) setMarked(changed);
  return new Set(isChanging ? marked : changed);
}

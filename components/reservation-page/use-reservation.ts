"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useChanges } from "@/components/live/live";
import { useNodeView } from "@/components/nodes/use-node-view";
import { useTRPC } from "@/components/trpc/client";
import { browserTimeOf } from "@/components/ui/clock";
import type { NodeView, ReservationPageView } from "@/server/contract/console";

/** The node as far as it is this reservation's: its units alone, and of other reservations what is said on those. */
function ownPart(view: NodeView, unitIds: readonly string[], reservationId: string): NodeView {
  const isOwn = (id: string) => unitIds.includes(id);
  return {
    ...view,
    units: view.units.filter((unit) => isOwn(unit.id)),
    reservations: view.reservations.map((each) =>
      each.id === reservationId ? each : { ...each, reservedUnitIds: each.reservedUnitIds.filter(isOwn) },
    ),
  };
}

/** A reservation as it is now, whatever becomes of it while somebody looks, and its part of the node. */
export function useReservation(initial: ReservationPageView) {
  const { id, nodeId } = initial.reservation;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { view, error } = useNodeView(nodeId, initial.view);
  const live = view.reservations.find((each) => each.id === id);
  const options = trpc.console.reservation.queryOptions(
    { nodeId, reservationId: id },
    { initialData: initial.reservation, initialDataUpdatedAt: () => browserTimeOf(initial.view.now) },
  );
  // Of what is over the node's view knows nothing; of what is live it knows everything, in one snapshot.
  const single = useQuery({ ...options, enabled: live === undefined });
  const { queryKey } = options;
  useChanges((changes) => {
    if (changes.some((change) => change.nodeId === nodeId)) void queryClient.invalidateQueries({ queryKey });
  });
  const reservation = live ?? single.data;
  const own = useMemo(() => ownPart(view, reservation.reservedUnitIds, id), [view, reservation.reservedUnitIds, id]);
  return {
    view,
    own,
    reservation,
    isLive: live !== undefined,
    error: error ?? (live === undefined ? single.error : null),
  };
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/trpc/client";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Loading, Skeleton } from "@/components/ui/skeleton";

const ACTIONS: Record<string, string> = {
  "reservation.create": "reserved",
  "reservation.change": "reservation changed",
  "reservation.cancel": "reservation cancelled",
  "reservation.reaffirm": "re-affirmed",
  "reservation.release": "released to spot",
  "reservation.reclaim": "reclaimed",
  "node.inventory": "topology reported",
  "workload.create": "workload placed",
  "workload.terminate": "workload ended",
};

/** What happened to a unit lately, from the trail. */
export function UnitHistory({ nodeId, unitId, version }: { nodeId: string; unitId: string; version: string }) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.console.unitHistory.queryOptions({ nodeId, unitId }, { meta: { version }, staleTime: 0 }),
  );
  return (
    <>
      {query.isPending && (
        <Loading label="Loading the unit's history">
          <Skeleton className="h-16 w-full" />
        </Loading>
      )}
      {query.error && <p className="text-ink-muted text-sm">{query.error.message}</p>}
      {query.data?.length === 0 && <p className="text-ink-muted text-sm">Nothing has been done with this unit yet.</p>}
      <ol className="flex flex-col gap-1.5 text-sm">
        {query.data?.map((entry) => (
          <li key={entry.id} className="flex flex-col">
            <span>
              {ACTIONS[entry.action] ?? entry.action}
              {entry.outcome === "refused" && (
                <span className="text-danger-text">{` — refused (${entry.code ?? ""})`}</span>
              )}
            </span>
            <span className="text-ink-muted text-xs">
              <RelativeTime time={entry.at} /> {`by ${entry.actor.name}`}
              {entry.reason && <span className="block">{entry.reason}</span>}
            </span>
          </li>
        ))}
      </ol>
      <p className="pt-1 text-sm">
        <Link href={`/nodes/${encodeURIComponent(nodeId)}/audit?unitId=${encodeURIComponent(unitId)}`} prefetch={false}>
          Open in the audit trail
        </Link>
      </p>
    </>
  );
}

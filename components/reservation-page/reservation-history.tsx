"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { actionName } from "@/components/audit/action-names";
import { trailHref } from "@/components/audit/trail-filters";
import { Refused } from "@/components/audit/trail-row";
import { useChanges } from "@/components/live/live";
import { readProblem } from "@/components/patterns/problem";
import { useTRPC } from "@/components/trpc/client";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import type { TrailRow } from "@/server/contract/trail";

const SHOWN = 30;
/** Refused attempts are announced by nobody. */
const ASK_AGAIN_MS = 15_000;

function Entry({ row }: { row: TrailRow }) {
  return (
    <li className="flex flex-col gap-0.5 border-line border-b px-3 py-2 last:border-b-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{actionName(row.action)}</span>
        {row.outcome === "refused" && <Refused code={row.code} />}
        <span className="text-ink-muted">{`by ${row.actor.name} for ${row.orgName}`}</span>
        <span className="ml-auto text-ink-muted">
          <RelativeTime time={row.at} />
        </span>
      </span>
      {row.reason && <span className="whitespace-pre-wrap">{row.reason}</span>}
      {row.unitIds && row.unitIds.length > 0 && (
        <span className="font-mono text-ink-muted text-xs">{row.unitIds.join(" ")}</span>
      )}
    </li>
  );
}

/** What was done with a reservation, and tried, from the trail. */
export function ReservationHistory({ reservationId }: { reservationId: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.trail.page.queryOptions({ reservationId, limit: SHOWN });
  const { data, error, isFetching, refetch } = useQuery({ ...options, refetchInterval: ASK_AGAIN_MS });
  useChanges((changes) => {
    if (!changes.some((change) => change.reservationId === reservationId)) return;
    void queryClient.invalidateQueries({ queryKey: options.queryKey });
  });
  return (
    <section aria-labelledby="history" className="flex flex-col gap-2">
      <h2 id="history" className="font-semibold text-lg">
        History
      </h2>
      {!data && error && (
        <ErrorState title="The history could not be loaded" onRetry={() => void refetch()} isRetrying={isFetching}>
          {readProblem(error).message}
        </ErrorState>
      )}
      {!data && !error && (
        <Loading label="Loading the history">
          <Skeleton className="h-32 w-full" />
        </Loading>
      )}
      {data?.items.length === 0 && <p className="text-ink-muted text-sm">Nothing is recorded of it yet.</p>}
      {data && data.items.length > 0 && (
        <ol aria-label="History" className="rounded-md border border-line bg-surface text-sm">
          {data.items.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </ol>
      )}
      {data && (
        <p className="text-sm">
          <Link href={trailHref({ reservation: reservationId })}>Open in the audit trail</Link>
        </p>
      )}
    </section>
  );
}

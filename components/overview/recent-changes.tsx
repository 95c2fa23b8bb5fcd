"use client";

import { useQuery } from "@tanstack/react-query";
import { actionName } from "@/components/audit/action-names";
import { Term } from "@/components/patterns/term";
import { useTRPC } from "@/components/trpc/client";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import type { TrailRow } from "@/server/contract/trail";
import { Panel } from "./panel";

const SHOWN = 8;

function Entry({ row }: { row: TrailRow }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 py-1 text-sm">
      <span className="font-medium">{actionName(row.action)}</span>
      {row.outcome === "refused" && <Badge tone="warn">{`refused: ${row.code ?? ""}`}</Badge>}
      {row.nodeId !== undefined && (
        <Link look="plain" href={`/nodes/${encodeURIComponent(row.nodeId)}`} prefetch={false}>
          {row.hostname ?? row.nodeId}
        </Link>
      )}
      <span className="flex-1 text-right text-ink-muted">
        <RelativeTime time={row.at} />
      </span>
      <span className="w-full truncate text-ink-muted text-xs">
        {row.actor.name}
        {row.reason && `: ${row.reason}`}
      </span>
    </li>
  );
}

/** The newest entries of the trail, as they come. */
export function RecentChanges() {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.trail.page.queryOptions({ limit: SHOWN }));
  return (
    <Panel title={<Term word="audit">Recent changes</Term>} aside={<Link href="/audit">Audit trail</Link>}>
      {!data && !error && (
        <Loading label="Loading recent changes">
          <Skeleton className="h-64 w-full" />
        </Loading>
      )}
      {!data && error && <p className="text-ink-muted text-sm">{`The trail could not be read. ${error.message}`}</p>}
      {data?.items.length === 0 && (
        <p className="text-ink-muted text-sm">
          Nothing has been changed yet. Reservations, releases, reclaims and refused attempts stand here as they happen.
        </p>
      )}
      {data && data.items.length > 0 && (
        <ol aria-label="Recent changes" className="-my-1 flex flex-col divide-y divide-line">
          {data.items.map((row) => (
            <Entry key={row.id} row={row} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

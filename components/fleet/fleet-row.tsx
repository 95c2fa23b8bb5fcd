import { TriangleAlert } from "lucide-react";
import { NodeStatusBadge } from "@/components/patterns/node-status-badge";
import { Miniature } from "@/components/topology/miniature";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { FleetRow } from "@/server/contract/console";

/** The columns of the fleet, shared by head and rows; the machine and its name stay when the page is narrow. */
export const COLUMNS =
  "grid grid-cols-[minmax(9rem,1.2fr)_minmax(8rem,auto)] gap-x-4 md:grid-cols-[minmax(11rem,1.1fr)_minmax(9rem,1.3fr)_minmax(11rem,1.2fr)_minmax(15rem,1.8fr)_5.5rem_7rem_5.5rem]";
const WIDE = "max-md:hidden";

function Counts({ row }: { row: FleetRow }) {
  const gpus = (states: readonly string[]) =>
    row.units.filter((unit) => states.includes(unit.state)).reduce((sum, unit) => sum + unit.gpus, 0);
  const parts: [string, number][] = [
    ["free", gpus(["free"])],
    ["reserved", gpus(["reserved", "audience", "holdover"])],
    ["spot", gpus(["released", "spot"])],
  ];
  const shown = parts.filter(([, count]) => count > 0);
  return (
    <span className="whitespace-nowrap text-ink-muted text-xs">
      {shown.map(([name, count]) => `${count} ${name}`).join(" · ")}
    </span>
  );
}

const place = (row: FleetRow) => [row.locationCity, row.locationCountry].filter(Boolean).join(", ");

/** One node: what it is, who owns it, what its units are up to. */
export function FleetRowCells({ row, now }: { row: FleetRow; now?: Date }) {
  return (
    <>
      <div role="cell" className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <Link look="plain" href={`/nodes/${row.id}`} prefetch={false}>
            <span className="truncate font-medium">{row.hostname}</span>
          </Link>
          {row.inReview > 0 && <Badge tone="warn" icon={TriangleAlert}>{`${row.inReview} in review`}</Badge>}
        </span>
        <span className="block truncate text-ink-muted text-xs md:hidden">{row.owner.name}</span>
      </div>
      <div role="cell" className={`${WIDE} truncate`}>
        {row.owner.name}
        {place(row) && <span className="text-ink-muted">{` · ${place(row)}`}</span>}
      </div>
      <div role="cell" className={`${WIDE} truncate`}>
        {row.models.map((model) => `${model.gpus} × ${model.name}`).join(", ") || "—"}
      </div>
      <div
        role="cell"
        className="flex min-w-0 items-center gap-3 overflow-hidden max-md:flex-col max-md:items-start max-md:gap-0.5"
      >
        <Miniature units={row.units} />
        <Counts row={row} />
      </div>
      <div role="cell" className={WIDE}>
        {row.pool}
      </div>
      <div role="cell" className={WIDE}>
        <NodeStatusBadge status={row.status} />
      </div>
      <div role="cell" className={`${WIDE} text-ink-muted`}>
        {row.reportedAt ? <RelativeTime time={row.reportedAt} now={now} /> : "never"}
      </div>
    </>
  );
}

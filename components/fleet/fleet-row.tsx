import { TriangleAlert } from "lucide-react";
import { NodeStatusInList } from "@/components/patterns/node-status-badge";
import { shortModel } from "@/components/topology/describe";
import { Miniature } from "@/components/topology/miniature";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { FleetRow } from "@/server/contract/console";

/**
 * The columns of the fleet, shared by head and rows. The machine, its name and its counts stay whole at every width; the
 * rest comes with the room for it.
 */
export const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_9.5rem] gap-x-2 lg:gap-x-3 lg:grid-cols-[minmax(11rem,1.2fr)_minmax(6rem,1fr)_17.5rem_6.5rem] min-[88rem]:grid-cols-[minmax(12.5rem,1.1fr)_minmax(11.75rem,1fr)_minmax(8.75rem,0.9fr)_17.5rem_4.75rem_6.5rem_4.25rem]";
const WIDE = "max-lg:hidden";
export const WIDEST = "max-[88rem]:hidden";

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
    <span className="min-w-0 max-w-full truncate-clip text-ink-muted text-xs">
      {shown.map(([name, count]) => `${count} ${name}`).join(" · ")}
    </span>
  );
}

const shortName = ({ id, name }: FleetRow["models"][number]) => shortModel({ gpuModelId: id, gpuModelName: name });
const place = (row: FleetRow) => [row.locationCity, row.locationCountry].filter(Boolean).join(", ");

/** One node: what it is, who owns it, what its units are up to. */
export function FleetRowCells({ row, isWide, now }: { row: FleetRow; isWide: boolean; now?: Date }) {
  return (
    <>
      <div role="cell" className="flex min-w-0 flex-wrap items-center gap-x-2 lg:flex-nowrap">
        <span className="-m-1 min-w-0 truncate-clip p-1 font-medium max-lg:basis-[calc(100%+0.5rem)]">
          <Link look="plain" href={`/nodes/${row.id}`} prefetch={false}>
            {row.hostname}
          </Link>
        </span>
        {!isWide && <span className="min-w-0 flex-1 truncate-clip text-ink-muted text-xs">{row.owner.name}</span>}
        {row.inReview > 0 && <Badge tone="warn" icon={TriangleAlert}>{`${row.inReview} in review`}</Badge>}
      </div>
      <div
        role="cell"
        className={`${WIDE} truncate-clip`}
        title={[row.owner.name, place(row)].filter(Boolean).join(", ")}
      >
        {row.owner.name}
        {row.locationCity && <span className="text-ink-muted">{` · ${row.locationCity}`}</span>}
      </div>
      <div role="cell" className={`${WIDEST} truncate-clip`}>
        {row.models.map((model) => `${model.gpus} × ${shortName(model)}`).join(", ") || "—"}
      </div>
      <div
        role="cell"
        className="flex min-w-0 items-center gap-3 overflow-clip max-lg:flex-col max-lg:items-start max-lg:gap-0.5"
      >
        <Miniature units={row.units} />
        <Counts row={row} />
      </div>
      <div role="cell" className={WIDEST}>
        {row.pool}
      </div>
      <div role="cell" className={`${WIDE} text-ink-muted`}>
        <NodeStatusInList status={row.status} />
      </div>
      <div role="cell" className={`${WIDEST} text-ink-muted`}>
        {row.reportedAt ? <RelativeTime time={row.reportedAt} now={now} /> : "never"}
      </div>
    </>
  );
}

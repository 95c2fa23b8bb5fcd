"use client";

import { useQuery } from "@tanstack/react-query";
import { Cpu } from "lucide-react";
import { fleetHref } from "@/components/fleet/fleet-filters";
import { statesText } from "@/components/overview/capacity";
import { useOverview } from "@/components/overview/use-overview";
import { type Column, DataTable } from "@/components/patterns/data-table";
import { PageHeader } from "@/components/patterns/page-header";
import { StateBar } from "@/components/topology/state-bar";
import type { DrawnState } from "@/components/topology/state-look";
import { useTRPC } from "@/components/trpc/client";
import { Link } from "@/components/ui/link";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { ModelTally } from "@/server/contract/overview";
import type { UnitState } from "@/server/domain/unit-state";
import { modelFacts } from "./model-facts";

interface ModelRow {
  id: string;
  name: string;
  /** What the caller sees of it; undefined where that is nothing. */
  tally: ModelTally | undefined;
}

function States({ tally }: { tally: ModelTally }) {
  const href = (state: DrawnState) => fleetHref({ model: tally.id, state: state as UnitState });
  return (
    <span className="flex min-w-40 flex-col gap-0.5 py-1">
      <StateBar shares={tally.states} href={href} size="sm" />
      <span className="text-ink-muted text-xs">{statesText(tally.states)}</span>
    </span>
  );
}

/** Its name leads to its nodes; where there is no room for the column of states they stand below. */
function Name({ id, name, tally }: ModelRow) {
  if (!tally) return name;
  return (
    <>
      <Link look="plain" href={fleetHref({ model: id })} prefetch={false}>
        {name}
      </Link>
      <span className="block md:hidden">
        <States tally={tally} />
      </span>
    </>
  );
}

const number = (value: number | undefined) => value?.toLocaleString("en-GB") ?? "0";

const COLUMNS: readonly Column<
  ModelRow,
  "name" | "id" | "vendor" | "memory" | "nodes" | "units" | "gpus" | "states"
>[] = [
  {
    id: "name",
    label: "Model",
    cell: (row) => <Name {...row} />,
  },
  { id: "id", label: "Id", cell: ({ id }) => id, mono: true, hideBelow: "md" },
  { id: "vendor", label: "Vendor", cell: (row) => modelFacts(row).vendor ?? "unknown", hideBelow: "lg" },
  { id: "memory", label: "Memory", cell: (row) => modelFacts(row).memory ?? "unknown", numeric: true, hideBelow: "lg" },
  { id: "nodes", label: "Nodes", cell: ({ tally }) => number(tally?.nodes), numeric: true, hideBelow: "md" },
  { id: "units", label: "Units", cell: ({ tally }) => number(tally?.units), numeric: true, hideBelow: "lg" },
  { id: "gpus", label: "GPUs", cell: ({ tally }) => number(tally?.gpus), numeric: true },
  { id: "states", label: "GPUs by state", cell: ({ tally }) => tally && <States tally={tally} />, hideBelow: "md" },
];

/** Every GPU model known here, with what the caller sees of it. */
export function ModelsPage() {
  const trpc = useTRPC();
  const models = useQuery(trpc.catalog.models.queryOptions({}));
  const overview = useOverview();
  const error = models.error ?? overview.error;
  const tallies = new Map(overview.data?.fleet?.models.map((model) => [model.id, model]));
  const rows = models.data && overview.data && models.data.map((model) => ({ ...model, tally: tallies.get(model.id) }));
  const retry = () => {
    void models.refetch();
    void overview.refetch();
  };
  return (
    <div className="flex flex-col">
      <PageHeader
        title="GPU models"
        meta={rows ? `${rows.length} ${rows.length === 1 ? "model" : "models"}` : undefined}
        description={
          <>
            Numbers are of nodes that you can see. What can be bought stands in the <Link href="/catalog">catalog</Link>
            .
          </>
        }
      />
      <DataTable
        label="GPU models"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={Cpu} title="No GPU models yet">
            A model stands here once a node with such a GPU has sent its inventory.
          </EmptyState>
        }
        error={
          error && (
            <ErrorState
              title="The models could not be loaded"
              onRetry={retry}
              isRetrying={models.isRefetching || overview.isRefetching}
            >
              {error.message}
            </ErrorState>
          )
        }
      />
    </div>
  );
}

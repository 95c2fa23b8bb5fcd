"use client";

import { Server } from "lucide-react";
import { PageHeader } from "@/components/patterns/page-header";
import { readProblem } from "@/components/patterns/problem";
import { count } from "@/components/topology/address";
import { Callout } from "@/components/ui/callout";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { FleetOverview, Overview } from "@/server/contract/overview";
import { Capacity, CapacityByModel } from "./capacity";
import { Decisions } from "./decisions";
import { CanBuy, Grants, Workloads } from "./own";
import { Panel } from "./panel";
import { RecentChanges } from "./recent-changes";
import { useOverview } from "./use-overview";

const COLUMNS = "grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]";
const COLUMN = "flex min-w-0 flex-col gap-4";

function LoadingPage() {
  return (
    <Loading label="Loading the overview">
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <Skeleton className="h-96 w-full" />
          <Skeleton className="h-48 w-full" />
        </div>
        <div className={COLUMN}>
          <Skeleton className="h-64 w-full" />
          <Skeleton className="h-72 w-full" />
        </div>
      </div>
    </Loading>
  );
}

function Machines({ fleet }: { fleet: FleetOverview }) {
  if (fleet.models.length > 0) {
    return (
      <>
        <Capacity models={fleet.models} />
        <CapacityByModel models={fleet.models} />
      </>
    );
  }
  return (
    <Panel title="Capacity">
      <EmptyState icon={Server} title="No GPUs yet">
        Once a node has sent its inventory, its GPUs stand here by state and by model.
      </EmptyState>
    </Panel>
  );
}

function Parts({ overview, orgName }: { overview: Overview; orgName: string }) {
  const { fleet, own } = overview;
  return (
    <div className={COLUMNS}>
      <div className={COLUMN}>
        {fleet && <Machines fleet={fleet} />}
        {own && <Grants grants={own.grants} orgName={orgName} />}
        {own && <Workloads workloads={own.workloads} orgName={orgName} />}
      </div>
      <div className={COLUMN}>
        {fleet && <Decisions fleet={fleet} />}
        {own && <CanBuy />}
        <RecentChanges />
      </div>
    </div>
  );
}

/** What stands where at one glance, and what waits for somebody. */
export function OverviewPage({ orgName }: { orgName: string }) {
  const { data, error, isRefetching, refetch } = useOverview();
  const gpus = data?.fleet?.models.reduce((sum, model) => sum + model.gpus, 0) ?? 0;
  const meta = data?.fleet && `${count(data.fleet.nodes, "node")}, ${count(gpus, "GPU")}`;
  return (
    <div className="flex flex-col">
      <PageHeader title="Overview" meta={meta} />
      {data && error && (
        <div className="pb-4">
          <Callout tone="warn" role="alert" title="What you see may be old">
            {error.message}
          </Callout>
        </div>
      )}
      {data ? (
        <Parts overview={data} orgName={orgName} />
      ) : error ? (
        <ErrorState
          title="The overview could not be loaded"
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
          requestId={readProblem(error).requestId}
        >
          {error.message}
        </ErrorState>
      ) : (
        <LoadingPage />
      )}
    </div>
  );
}

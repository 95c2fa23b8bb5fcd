"use client";

import { useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { PageHeader } from "@/components/patterns/page-header";
import { readProblem } from "@/components/patterns/problem";
import { Term } from "@/components/patterns/term";
import { writeAddress } from "@/components/patterns/use-address";
import { useTRPC } from "@/components/trpc/client";
import { Callout } from "@/components/ui/callout";
import type { Option } from "@/components/ui/list-look";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { CatalogView } from "@/server/contract/overview";
import { CatalogTable } from "./catalog-table";

const ASKS_AGAIN_MS = 30_000;

function chooseOrg(id: string | undefined): void {
  writeAddress(id === undefined ? "" : `${new URLSearchParams({ org: id })}`);
}

/** The picker is a third of the page's script, and most people have none: it comes after the numbers. */
const AsOrg = dynamic(() => import("./as-org").then((module) => module.AsOrg), {
  ssr: false,
  loading: () => <Skeleton className="h-24 w-96 max-w-full" />,
});

function Explanation() {
  return (
    <p className="max-w-prose text-ink-muted text-sm">
      A workload gets whole <Term word="unit">units</Term> of one node that add up to exactly the number of GPUs that it
      asks for: each count shown as <Term word="placeable">placeable</Term> can be placed right now. Free and total
      count GPUs over all nodes, so they can be higher. What is kept for others is in none of the numbers.
    </p>
  );
}

function LoadingTable() {
  return (
    <Loading label="Loading the catalog">
      <Skeleton className="h-80 w-full" />
    </Loading>
  );
}

function Answer({ data }: { data: CatalogView }) {
  if (data.models.length === 0) {
    return (
      <EmptyState icon={Tags} title="Nothing to buy yet">
        A GPU model stands here once a node that has it was registered and has sent its inventory.
      </EmptyState>
    );
  }
  return <CatalogTable catalog={data} />;
}

/** What an org can buy, at each tier, of each model; the operator may choose whose eyes to look through. */
export function CatalogPage({ own, isPlatform }: { own: Option; isPlatform: boolean }) {
  const asked = useSearchParams().get("org") ?? undefined;
  const trpc = useTRPC();
  const orgId = isPlatform ? asked : undefined;
  const input = orgId === undefined ? {} : { orgId };
  const { data, error, refetch, isRefetching } = useQuery(
    trpc.overview.catalog.queryOptions(input, { refetchInterval: ASKS_AGAIN_MS }),
  );
  const name = data?.org.name ?? (orgId === undefined ? own.label : orgId);
  return (
    <div className="flex flex-col gap-3">
      <PageHeader title="Catalog" description={`What ${name} can have right now, by GPU model and tier.`} />
      <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
        <Explanation />
        {isPlatform && (
          <AsOrg chosen={orgId === undefined ? undefined : { id: orgId, label: name }} onChoose={chooseOrg} />
        )}
      </div>
      {orgId !== undefined && data && orgId !== own.id && (
        <Callout>{`You see the catalog of ${name}. You still act for ${own.label}.`}</Callout>
      )}
      {data ? (
        <Answer data={data} />
      ) : error ? (
        <ErrorState
          title="The catalog could not be loaded"
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
          requestId={readProblem(error).requestId}
        >
          {error.message}
        </ErrorState>
      ) : (
        <LoadingTable />
      )}
    </div>
  );
}

"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Building2, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTyped } from "@/components/fleet/use-filters";
import { useChanges } from "@/components/live/live";
import { type Column, DataTable } from "@/components/patterns/data-table";
import { PageHeader } from "@/components/patterns/page-header";
import { readProblem } from "@/components/patterns/problem";
import { useQueryParam } from "@/components/patterns/use-query-param";
import { useTRPC } from "@/components/trpc/client";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { SearchField } from "@/components/ui/search-field";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { OrgRow } from "@/server/contract/people";

const OrgDialog = dynamic(() => import("./org-dialog").then((module) => module.OrgDialog), { ssr: false });

const PAGE = 50;

const at = (org: OrgRow, page: "people" | "keys") => `/orgs/${encodeURIComponent(org.id)}/${page}`;

const COLUMNS: readonly Column<OrgRow, "name" | "slug" | "people" | "keys" | "created">[] = [
  {
    id: "name",
    label: "Name",
    cell: (org) => (
      <span className="flex min-w-32 flex-wrap items-center gap-x-2">
        <span className="font-medium [overflow-wrap:anywhere]">
          <Link look="plain" href={at(org, "people")} prefetch={false}>
            {org.name}
          </Link>
        </span>
        {org.isPlatform && <Badge tone="accent">Operator</Badge>}
        {org.isProvider && <Badge>Provider</Badge>}
      </span>
    ),
  },
  { id: "slug", label: "Slug", mono: true, hideBelow: "md", cell: (org) => org.slug },
  {
    id: "people",
    label: "People",
    numeric: true,
    cell: (org) => (
      <Link href={at(org, "people")} prefetch={false} aria-label={`People of ${org.name}: ${org.people}`}>
        {org.people}
      </Link>
    ),
  },
  {
    id: "keys",
    label: "Working keys",
    numeric: true,
    cell: (org) => (
      <Link href={at(org, "keys")} prefetch={false} aria-label={`API keys of ${org.name}: ${org.keys}`}>
        {org.keys}
      </Link>
    ),
  },
  { id: "created", label: "Created", hideBelow: "md", cell: (org) => <RelativeTime time={org.createdAt} /> },
];

function useOrgs(search: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.allOrgs.list.infiniteQueryOptions(
    { limit: PAGE, ...(search.trim() && { search: search.trim() }) },
    { getNextPageParam: (page) => page.nextCursor, placeholderData: (before) => before },
  );
  useChanges((changes) => {
    if (changes.some(({ action }) => /^(org|member|apikey)\./.test(action))) {
      void queryClient.invalidateQueries({ queryKey: options.queryKey });
    }
  });
  return useInfiniteQuery(options);
}

function Nothing({ search }: { search: string }) {
  return (
    <EmptyState icon={Building2} title={search ? "No organization matches" : "No organizations yet"}>
      {search ? "Search by a part of the name or slug, or by the whole id." : "Create the first one for a customer."}
    </EmptyState>
  );
}

/** All organizations, for the operator's people. */
export function OrgsPage() {
  const [search, setSearch] = useQueryParam("search");
  const [typed, setTyped] = useTyped(search, setSearch);
  const [isMaking, setMaking] = useState(false);
  const orgs = useOrgs(search);
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title="Organizations"
        actions={
          <Button variant="primary" icon={Plus} onPress={() => setMaking(true)}>
            New organization
          </Button>
        }
      />
      <div className="w-full sm:w-64">
        <SearchField
          label="Search organizations"
          placeholder="Name, slug or id"
          value={typed}
          onChange={setTyped}
          isSearching={orgs.isFetching && typed !== ""}
        />
      </div>
      <DataTable
        label="Organizations"
        columns={COLUMNS}
        rows={orgs.data?.pages.flatMap((page) => page.items)}
        rowKey={(org) => org.id}
        empty={<Nothing search={search} />}
        error={
          orgs.error && (
            <ErrorState
              title="The organizations could not be loaded"
              onRetry={() => void orgs.refetch()}
              isRetrying={orgs.isRefetching}
            >
              {readProblem(orgs.error).message}
            </ErrorState>
          )
        }
      />
      {orgs.hasNextPage && (
        <div className="flex justify-center">
          <Button onPress={() => void orgs.fetchNextPage()} isPending={orgs.isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
      {isMaking && <OrgDialog onClose={() => setMaking(false)} />}
    </div>
  );
}

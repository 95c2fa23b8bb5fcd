"use client";

import { Download, ScrollText } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { PageHeader, type PageHeaderProps } from "@/components/patterns/page-header";
import { readProblem } from "@/components/patterns/problem";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-look";
import { Menu } from "@/components/ui/menu";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import type { TrailRow } from "@/server/contract/trail";
import { FilterBar } from "./filter-bar";
import { countFilters, NO_FILTERS, type TrailFilters, writeTrailFilters } from "./trail-filters";
import { TrailTable } from "./trail-table";
import { useExport } from "./use-export";
import { useTrail, useTrailFilters } from "./use-trail";

const EntryDrawer = dynamic(() => import("./entry-drawer").then((module) => module.EntryDrawer), { ssr: false });
const ExportProgress = dynamic(() => import("./export-progress").then((module) => module.ExportProgress), {
  ssr: false,
});

const PLACEHOLDERS = Array.from({ length: 16 }, (_, place) => place);
const number = (value: number) => value.toLocaleString("en");

interface TrailPageProps {
  /** The trail of this node alone. */
  node?: { id: string; hostname: string };
}

type Trail = ReturnType<typeof useTrail>;

function countText({ total, isMore }: Trail): string {
  if (isMore) return `more than ${number(total)} entries`;
  return `${number(total)} ${total === 1 ? "entry" : "entries"}`;
}

/** Says what came, and leaves it to the reader to look: nothing moves by itself. */
function News({ trail }: { trail: Trail }) {
  const { newCount, showNews, isRefetching } = trail;
  return (
    <span role="status">
      {newCount > 0 && (
        <Button size="sm" onPress={() => void showNews()} isPending={isRefetching}>
          {`${newCount} new ${newCount === 1 ? "entry" : "entries"}, show`}
        </Button>
      )}
    </span>
  );
}

function ExportMenu({ isDisabled, onExport }: { isDisabled: boolean; onExport: (format: "csv" | "jsonl") => void }) {
  const disabledReason = isDisabled ? "An export is on its way." : undefined;
  return (
    <Menu
      label="Export"
      className={buttonClass({})}
      placement="bottom end"
      groups={[
        {
          id: "formats",
          entries: [
            { id: "csv", label: "CSV", detail: "for spreadsheets", disabledReason, onAction: () => onExport("csv") },
            {
              id: "jsonl",
              label: "JSON Lines",
              detail: "for programs",
              disabledReason,
              onAction: () => onExport("jsonl"),
            },
          ],
        },
      ]}
    >
      <Download className="size-4" aria-hidden="true" />
      Export
    </Menu>
  );
}

function LoadingEntries() {
  return (
    <Loading label="Loading the audit trail">
      <div className="flex flex-col gap-2 rounded-md border border-line p-3">
        {PLACEHOLDERS.map((place) => (
          <Skeleton key={place} className="h-7 w-full" />
        ))}
      </div>
    </Loading>
  );
}

function Nothing({ filters, change }: { filters: TrailFilters; change: (change: Partial<TrailFilters>) => void }) {
  if (countFilters(filters) > 0) {
    return (
      <EmptyState
        icon={ScrollText}
        title="No entry matches these filters"
        action={<Button onPress={() => change(NO_FILTERS)}>Clear the filters</Button>}
      >
        Words are found by how they begin. A time that is set hides everything outside it.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ScrollText} title="No entries yet">
      Every change stands here from the moment it is made, and every refused attempt at one: on nodes that your org
      owns, on reservations that it manages, and to its own keys.
    </EmptyState>
  );
}

function Entries({
  trail,
  filters,
  change,
  listKey,
}: Parameters<typeof Nothing>[0] & { trail: Trail; listKey: string }) {
  const [open, setOpen] = useState<TrailRow>();
  const { rows, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = trail;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (error && !trail.data) {
    return (
      <ErrorState
        title="The audit trail could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={trail.isFetching}
      >
        {readProblem(error).message}
      </ErrorState>
    );
  }
  if (trail.isPending) return <LoadingEntries />;
  if (rows.length === 0) return <Nothing filters={filters} change={change} />;
  return (
    <>
      <TrailTable
        rows={rows}
        total={trail.isMore ? undefined : trail.total}
        listKey={`${listKey} ${trail.data?.pages[0]?.head}`}
        onOpen={setOpen}
        hasMore={hasNextPage && !trail.isFetchNextPageError}
        isLoadingMore={isFetchingNextPage}
        onMore={more}
      />
      {trail.isFetchNextPageError && (
        <p role="alert" className="flex items-center gap-3 text-danger-text text-sm">
          More entries could not be loaded.
          <Button size="sm" onPress={more}>
            Try again
          </Button>
        </p>
      )}
      {open && <EntryDrawer row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Who did what, when, from where, on what and why: over all that the caller may read, or on one node. */
export function TrailPage({ node }: TrailPageProps) {
  const [filters, change] = useTrailFilters();
  const trail = useTrail(filters, node?.id);
  const exporting = useExport();
  const query = writeTrailFilters(filters, node?.id);
  const header: PageHeaderProps = node
    ? {
        title: "Audit trail",
        crumbs: [
          { label: "Nodes", href: "/nodes" },
          { label: node.hostname, href: `/nodes/${encodeURIComponent(node.id)}` },
          { label: "Audit trail" },
        ],
      }
    : { title: "Audit trail" };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <PageHeader
        {...header}
        meta={
          <>
            {trail.data && <span>{countText(trail)}</span>}
            <News trail={trail} />
          </>
        }
        actions={
          <ExportMenu
            isDisabled={exporting.state !== undefined}
            onExport={(format) => void exporting.start(format, query)}
          />
        }
      />
      <FilterBar
        filters={filters}
        change={change}
        ofNode={node !== undefined}
        isSearching={trail.isFetching && !trail.isFetchingNextPage}
      />
      {exporting.state && <ExportProgress state={exporting.state} onCancel={exporting.cancel} />}
      <Entries trail={trail} filters={filters} change={change} listKey={query} />
    </div>
  );
}

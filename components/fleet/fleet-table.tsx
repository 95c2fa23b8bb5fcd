"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, useEffect, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { Spinner } from "@/components/ui/spinner";
import { useIsWide } from "@/components/ui/use-is-wide";
import type { FleetRow } from "@/server/contract/console";
import type { FleetSort } from "./fleet-filters";
import { COLUMNS, FleetRowCells } from "./fleet-row";

/** Two lines on a narrow page, one on a wide one: at 1440 × 900 more than twenty nodes are in view. */
const ROW_PX = { narrow: 48, wide: 34 };
const AHEAD = 12;

interface FleetTableProps {
  rows: readonly FleetRow[];
  total: number;
  sort: FleetSort;
  onSort: (sort: FleetSort) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

interface HeadProps {
  sort: FleetSort;
  onSort: (sort: FleetSort) => void;
}

function SortHead({ column, sort, onSort, children }: HeadProps & { column: "hostname"; children: ReactNode }) {
  const isUp = sort === column;
  const isDown = sort === `-${column}`;
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <div role="columnheader" aria-sort={isUp ? "ascending" : isDown ? "descending" : "none"}>
      <button
        type="button"
        className="flex items-center gap-1 rounded-sm hover:text-ink"
        onClick={() => onSort(isUp ? `-${column}` : column)}
      >
        {children}
        {(isUp || isDown) && <Arrow className="size-3" aria-hidden="true" />}
      </button>
    </div>
  );
}

const HEADS = [
  ["Owner", "max-lg:hidden"],
  ["GPUs", "max-xl:hidden"],
  ["Units", ""],
  ["Pool", "max-xl:hidden"],
  ["Status", "max-lg:hidden"],
  ["Reported", "max-xl:hidden"],
] as const;

function Head(props: HeadProps) {
  return (
    <div
      role="row"
      className={cx(
        COLUMNS,
        "sticky top-0 z-10 h-8 items-center border-line border-b bg-sunken px-3 font-medium text-ink-muted text-xs",
      )}
    >
      <SortHead column="hostname" {...props}>
        Node
      </SortHead>
      {HEADS.map(([head, hidden]) => (
        <div key={head} role="columnheader" className={hidden}>
          {head}
        </div>
      ))}
    </div>
  );
}

interface PlacedRowProps {
  row: FleetRow;
  index: number;
  height: number;
  top: number;
}

/** Kept while it stays in view: a step of scrolling draws only the rows that come. */
const PlacedRow = memo(function PlacedRow({ row, index, height, top }: PlacedRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={cx(
        COLUMNS,
        "absolute inset-x-0 items-center border-line border-b px-3 [contain:strict] hover:bg-hover",
      )}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <FleetRowCells row={row} />
    </div>
  );
});

/** A table of any length: only the rows in view are in the page, and the next ones are asked for in time. */
export function FleetTable({ rows, total, sort, onSort, hasMore, isLoadingMore, onMore }: FleetTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const rowPx = useIsWide() ? ROW_PX.wide : ROW_PX.narrow;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx,
    overscan: AHEAD,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the height of rows changes.
  useEffect(() => virtual.measure(), [rowPx]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= rows.length - AHEAD * 2) onMore();
  }, [hasMore, isLoadingMore, last, rows.length, onMore]);

  return (
    <div
      ref={frame}
      role="table"
      aria-label="Nodes"
      aria-rowcount={total + 1}
      className="relative min-h-0 overflow-auto rounded-md border border-line bg-surface text-sm"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
    >
      <Head sort={sort} onSort={onSort} />
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          return row && <PlacedRow key={item.key} row={row} index={item.index} height={rowPx} top={item.start} />;
        })}
      </div>
      {isLoadingMore && (
        <p className="flex items-center gap-2 p-3 text-ink-muted">
          <Spinner /> Loading more nodes
        </p>
      )}
    </div>
  );
}

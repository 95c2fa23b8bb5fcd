"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { Spinner } from "@/components/ui/spinner";
import { useIsWide } from "@/components/ui/use-is-wide";
import type { TrailRow } from "@/server/contract/trail";
import { COLUMNS, TrailRowCells, WIDE, WIDEST } from "./trail-row";

/** A card of three lines on a narrow page, one line on a wide one. */
const ROW_PX = { narrow: 72, wide: 34 };
const AHEAD = 12;

const HEADS = [
  ["When", ""],
  ["Who", ""],
  ["What", ""],
  ["Node", WIDE],
  ["Reservation", WIDEST],
  ["Units", WIDEST],
  ["Reason", ""],
  ["From", WIDEST],
] as const;

function Head() {
  return (
    <div
      role="row"
      className={cx(
        COLUMNS,
        "sticky top-0 z-10 h-8 items-center border-line border-b bg-sunken px-3 font-medium text-ink-muted text-xs max-lg:sr-only",
      )}
    >
      {HEADS.map(([head, hidden]) => (
        <div key={head} role="columnheader" className={hidden}>
          {head}
        </div>
      ))}
    </div>
  );
}

interface PlacedRowProps {
  row: TrailRow;
  index: number;
  height: number;
  top: number;
  onOpen: (row: TrailRow) => void;
}

/** Kept while it stays in view: a step of scrolling draws only the rows that come. */
const PlacedRow = memo(function PlacedRow({ row, index, height, top, onOpen }: PlacedRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={cx(
        COLUMNS,
        "absolute inset-x-0 items-center border-line border-b px-3 [contain:strict] hover:bg-hover max-lg:content-center",
      )}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <TrailRowCells row={row} onOpen={onOpen} />
    </div>
  );
});

interface TrailTableProps {
  rows: readonly TrailRow[];
  /** Undefined: more than could be counted. */
  total: number | undefined;
  /** Identity of the list: another one begins at its top. */
  listKey: string;
  onOpen: (row: TrailRow) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** The trail at any length: only the entries in view are in the page, and the next ones are asked for in time. */
export function TrailTable({ rows, total, listKey, onOpen, hasMore, isLoadingMore, onMore }: TrailTableProps) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 });
  }, [listKey]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= rows.length - AHEAD * 2) onMore();
  }, [hasMore, isLoadingMore, last, rows.length, onMore]);
  return (
    <div
      ref={frame}
      role="table"
      aria-label="Audit trail"
      aria-rowcount={total === undefined ? -1 : total + 1}
      className="relative min-h-0 overflow-auto rounded-md border border-line bg-surface text-sm"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
    >
      <Head />
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <PlacedRow key={item.key} row={row} index={item.index} height={rowPx} top={item.start} onOpen={onOpen} />
            )
          );
        })}
      </div>
      {isLoadingMore && (
        <p className="flex items-center gap-2 p-3 text-ink-muted">
          <Spinner /> Loading more entries
        </p>
      )}
    </div>
  );
}

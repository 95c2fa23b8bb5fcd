"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { Spinner } from "@/components/ui/spinner";
import { useIsWide } from "@/components/ui/use-is-wide";

const AHEAD = 12;

/** The two directions of one column: `start` and `-start`. */
export type SortOf<Column extends string> = Column | `-${Column}`;

interface SortHeadProps<Column extends string, Sort extends string> {
  column: Column;
  sort: Sort;
  onSort: (sort: SortOf<Column>) => void;
  className?: string;
  children: ReactNode;
}

/** A head that sorts by its column, and the other way round when it does already. */
export function SortHead<Column extends string, Sort extends string>({
  column,
  sort,
  onSort,
  className,
  children,
}: SortHeadProps<Column, Sort>) {
  const isUp = (sort as string) === column;
  const isDown = (sort as string) === `-${column}`;
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <div role="columnheader" aria-sort={isUp ? "ascending" : isDown ? "descending" : "none"} className={className}>
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

interface PlacedRowProps<Row> {
  row: Row;
  columns: string;
  index: number;
  height: number;
  top: number;
  cells: (row: Row) => ReactNode;
}

/** Kept while it stays in view: a step of scrolling draws only the rows that come. */
const PlacedRow = memo(function PlacedRow<Row>({ row, columns, index, height, top, cells }: PlacedRowProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={cx(
        columns,
        "absolute inset-x-0 items-center border-line border-b px-3 [contain:strict] hover:bg-hover",
      )}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {cells(row)}
    </div>
  );
}) as <Row>(props: PlacedRowProps<Row>) => ReactNode;

export interface VirtualTableProps<Row extends { id: string }> {
  label: string;
  /** The grid that head and rows share. */
  columns: string;
  /** The cells of the head. */
  head: ReactNode;
  headClass?: string;
  /** Behind the rows, as tall as all of them. */
  backdrop?: ReactNode;
  rows: readonly Row[];
  /** Draws a row's cells: the same function from drawing to drawing, or every row is drawn anew. */
  cells: (row: Row) => ReactNode;
  rowPx: { narrow: number; wide: number };
  /** Over all pages; undefined where nobody has counted. */
  total: number | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  /** `Loading more nodes`. */
  moreLabel: string;
  ref?: Ref<HTMLDivElement>;
}

/** A table of any length: only the rows in view are in the page, and the next ones are asked for in time. */
export function VirtualTable<Row extends { id: string }>(props: VirtualTableProps<Row>) {
  const { label, columns, head, headClass = "h-8", rows, cells, total, hasMore, isLoadingMore, onMore } = props;
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle(props.ref, () => frame.current as HTMLDivElement, []);
  const rowPx = useIsWide() ? props.rowPx.wide : props.rowPx.narrow;
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
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
      className="relative min-h-0 overflow-auto rounded-md border border-line bg-surface text-sm"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
    >
      <div
        role="row"
        className={cx(
          columns,
          headClass,
          "sticky top-0 z-10 items-center border-line border-b bg-sunken px-3 font-medium text-ink-muted text-xs",
        )}
      >
        {head}
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {props.backdrop}
        {items.map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <PlacedRow
                key={item.key}
                row={row}
                columns={columns}
                index={item.index}
                height={rowPx}
                top={item.start}
                cells={cells}
              />
            )
          );
        })}
      </div>
      {isLoadingMore && (
        <p className="flex items-center gap-2 p-3 text-ink-muted">
          <Spinner /> {props.moreLabel}
        </p>
      )}
    </div>
  );
}

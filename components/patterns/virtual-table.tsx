"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from "react";
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
  className: string | undefined;
}

/** Kept while it stays in view: a step of scrolling draws only the rows that come. */
const PlacedRow = memo(function PlacedRow<Row>(props: PlacedRowProps<Row>) {
  const { row, columns, index, height, top, cells, className } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={cx(
        columns,
        "absolute inset-x-0 items-center border-line border-b px-3 [contain:strict] hover:bg-hover",
        className,
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
  rowClass?: string;
  /** Behind the rows, as tall as all of them. */
  backdrop?: ReactNode;
  rows: readonly Row[];
  /** Draws a row's cells: the same function from drawing to drawing, or every row is drawn anew. */
  cells: (row: Row) => ReactNode;
  rowPx: { narrow: number; wide: number };
  /** Identity of the list: another one begins at its top. */
  listKey?: string;
  /** Over all pages; undefined where nobody has counted. */
  total: number | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  /** `Loading more nodes`. */
  moreLabel: string;
  ref?: Ref<HTMLDivElement>;
}

/** What of the rows is in view, how tall they are, and the asking for more before the end is reached. */
function useRowsInView<Row extends { id: string }>(
  props: VirtualTableProps<Row>,
  frame: RefObject<HTMLDivElement | null>,
) {
  const { rows, hasMore, isLoadingMore, onMore, listKey } = props;
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 });
  }, [listKey]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= rows.length - AHEAD * 2) onMore();
  }, [hasMore, isLoadingMore, last, rows.length, onMore]);
  return { items, height: virtual.getTotalSize(), rowPx };
}

/** A table of any length: only the rows in view are in the page, and the next ones are asked for in time. */
export function VirtualTable<Row extends { id: string }>(props: VirtualTableProps<Row>) {
  const { label, columns, head, headClass = "h-8", rows, cells, total, isLoadingMore } = props;
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle(props.ref, () => frame.current as HTMLDivElement, []);
  const { items, height, rowPx } = useRowsInView(props, frame);
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
      <div role="rowgroup" className="relative" style={{ height }}>
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
                className={props.rowClass}
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

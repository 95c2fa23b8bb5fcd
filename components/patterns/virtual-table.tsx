"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { Spinner } from "@/components/ui/spinner";
import { useIsWide } from "@/components/ui/use-is-wide";

/**
 * Rows come and go in blocks, each a layer of its own: what is placed by itself costs the browser a part of every frame, and
 * what shares a layer is drawn again when something is added to it. A browser that draws in software cuts layers into tiles
 * of this height: a block that is one pixel taller has twice as many.
 */
const TILE_PX = 256;
const BLOCKS_AHEAD = 1;
const ASKED_AHEAD = 24;

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

interface TableRowProps<Row> {
  row: Row;
  columns: string;
  index: number;
  height: number;
  isWide: boolean;
  cells: (row: Row, isWide: boolean) => ReactNode;
  className: string | undefined;
}

/** Kept while it stays in view: a step of scrolling draws only the rows that come. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, index, height, isWide, cells, className } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={cx(columns, "items-center border-line border-b px-3 hover:bg-hover", className)}
      style={{ height }}
    >
      {cells(row, isWide)}
    </div>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

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
  cells: (row: Row, isWide: boolean) => ReactNode;
  rowPx: { narrow: number; wide: number };
  /** Identity of the list: another one begins at its top. */
  listKey: string;
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
  const isWide = useIsWide();
  const rowPx = isWide ? props.rowPx.wide : props.rowPx.narrow;
  const rowsABlock = Math.floor(TILE_PX / rowPx);
  const virtual = useVirtualizer({
    count: Math.ceil(rows.length / rowsABlock),
    getScrollElement: () => frame.current,
    estimateSize: () => rowPx * rowsABlock,
    overscan: BLOCKS_AHEAD,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the height of rows changes.
  useEffect(() => virtual.measure(), [rowPx]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 });
  }, [listKey]);
  const blocks = virtual.getVirtualItems().map(({ index }) => index);
  const drawn = Math.min(((blocks.at(-1) ?? 0) + 1) * rowsABlock, rows.length);
  useEffect(() => {
    if (hasMore && !isLoadingMore && drawn > rows.length - ASKED_AHEAD) onMore();
  }, [hasMore, isLoadingMore, drawn, rows.length, onMore]);
  return { blocks, rowsABlock, rowPx, isWide, isAtEnd: drawn === rows.length, isScrolling: virtual.isScrolling };
}

/** A table of any length: only the rows in view are in the page, and the next ones are asked for in time. */
export function VirtualTable<Row extends { id: string }>(props: VirtualTableProps<Row>) {
  const { label, columns, head, headClass = "h-8", rows, cells, total, isLoadingMore } = props;
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle(props.ref, () => frame.current as HTMLDivElement, []);
  const { blocks, rowsABlock, rowPx, isWide, isAtEnd, isScrolling } = useRowsInView(props, frame);
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
      <div role="rowgroup" className="relative" style={{ height: rows.length * rowPx }}>
        {props.backdrop}
        {/* Rows that pass below a pointer at rest would each be drawn twice more, as hovered and as not. A pane before them
            costs one element; `pointer-events` on their parent is inherited, and every element in view worked out again. */}
        {isScrolling && <div aria-hidden="true" className="absolute inset-0 z-5" />}
        {blocks.map((block) => {
          const first = block * rowsABlock;
          const inBlock = rows.slice(first, first + rowsABlock);
          return (
            <div
              key={block}
              role="presentation"
              // Text is drawn as sharp as elsewhere only in a layer that shows nothing of what is behind it.
              className={cx("absolute inset-x-0 [contain:strict]", !props.backdrop && "bg-surface")}
              style={{ height: inBlock.length * rowPx, transform: `translate3d(0, ${first * rowPx}px, 0)` }}
            >
              {inBlock.map((row, place) => (
                <TableRow
                  key={row.id}
                  row={row}
                  columns={columns}
                  index={first + place}
                  height={rowPx}
                  isWide={isWide}
                  cells={cells}
                  className={props.rowClass}
                />
              ))}
            </div>
          );
        })}
      </div>
      {/* Nobody sees it before: its coming and going would have the table laid out twice for each page. */}
      {isLoadingMore && isAtEnd && (
        <p className="flex items-center gap-2 p-3 text-ink-muted">
          <Spinner /> {props.moreLabel}
        </p>
      )}
    </div>
  );
}

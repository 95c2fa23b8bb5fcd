"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../ui/cx";
import { Loading, Skeleton } from "../ui/skeleton";
import { Table, Td, Th, Tr } from "../ui/table";

export interface Column<Row, Id extends string> {
  id: Id;
  label: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  numeric?: boolean;
  mono?: boolean;
  /** Left out below this width. */
  hideBelow?: "md" | "lg" | "xl";
}

export interface Sort<Id extends string> {
  column: Id;
  direction: "ascending" | "descending";
}

export interface DataTableProps<Row, Id extends string> {
  label: string;
  columns: readonly Column<Row, Id>[];
  /** Undefined while they are on their way: the table then has the shape of what comes. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  sort?: Sort<Id>;
  onSort?: (sort: Sort<Id>) => void;
  /** Shown in place of the table when there are no rows. */
  empty: ReactNode;
  /** Shown in place of the table when they could not be had. */
  error?: ReactNode;
  /** Rows to draw while loading. */
  expected?: number;
}

const HIDE = { md: "max-md:hidden", lg: "max-lg:hidden", xl: "max-xl:hidden" };
const hide = (at: keyof typeof HIDE | undefined) => (at ? HIDE[at] : undefined);

function Head<Row, Id extends string>({
  column,
  sort,
  onSort,
}: { column: Column<Row, Id> } & Pick<DataTableProps<Row, Id>, "sort" | "onSort">) {
  const isSorted = sort?.column === column.id;
  const Arrow = sort?.direction === "descending" ? ArrowDown : ArrowUp;
  if (!column.sortable || !onSort) {
    return (
      <Th numeric={column.numeric} className={hide(column.hideBelow)}>
        {column.label}
      </Th>
    );
  }
  const next = isSorted && sort?.direction === "ascending" ? "descending" : "ascending";
  return (
    <Th numeric={column.numeric} className={hide(column.hideBelow)} aria-sort={isSorted ? sort?.direction : "none"}>
      <button
        type="button"
        onClick={() => onSort({ column: column.id, direction: next })}
        className="-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink"
      >
        {column.label}
        <Arrow className={cx("size-3", !isSorted && "invisible")} aria-hidden="true" />
      </button>
    </Th>
  );
}

function PendingRows<Row, Id extends string>({
  columns,
  expected,
}: {
  columns: readonly Column<Row, Id>[];
  expected: number;
}) {
  return Array.from({ length: expected }, (_, row) => row).map((row) => (
    <Tr key={row}>
      {columns.map((column) => (
        <Td key={column.id} className={hide(column.hideBelow)}>
          <Skeleton className={cx("h-3", row % 3 === 0 ? "w-24" : "w-16")} />
        </Td>
      ))}
    </Tr>
  ));
}

/** A list of like things. Not virtualised: for pages of up to a few hundred rows. */
export function DataTable<Row, Id extends string>(props: DataTableProps<Row, Id>) {
  const { label, columns, rows, rowKey, sort, onSort, empty, error, expected = 8 } = props;
  if (error && !rows) return error;
  if (rows?.length === 0) return <div className="rounded-md border border-line bg-surface">{empty}</div>;
  const table = (
    <Table label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows ? (
          rows.map((row) => (
            <Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Td key={column.id} numeric={column.numeric} mono={column.mono} className={hide(column.hideBelow)}>
                  {column.cell(row)}
                </Td>
              ))}
            </Tr>
          ))
        ) : (
          <PendingRows columns={columns} expected={expected} />
        )}
      </tbody>
    </Table>
  );
  return rows ? table : <Loading label={`Loading ${label.toLowerCase()}`}>{table}</Loading>;
}

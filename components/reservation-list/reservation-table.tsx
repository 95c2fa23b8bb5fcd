"use client";

import { SortHead, VirtualTable } from "@/components/patterns/virtual-table";
import type { ReservationListRow } from "@/server/contract/reservation-list";
import type { ListSort } from "./list-filters";
import { COLUMNS, ReservationRowCells, WIDE, WIDEST } from "./reservation-row";

const ROW_PX = { narrow: 50, wide: 34 };

export interface RowsProps {
  rows: readonly ReservationListRow[];
  listKey: string;
  total: number | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

interface ReservationTableProps extends RowsProps {
  sort: ListSort;
  onSort: (sort: ListSort) => void;
}

const cells = (row: ReservationListRow) => <ReservationRowCells row={row} />;

function Head({ children, className }: { children: string; className?: string }) {
  return (
    <div role="columnheader" className={className}>
      {children}
    </div>
  );
}

/** Reservations as rows. */
export function ReservationTable({ sort, onSort, ...rows }: ReservationTableProps) {
  return (
    <VirtualTable
      {...rows}
      label="Reservations"
      columns={COLUMNS}
      rowPx={ROW_PX}
      cells={cells}
      moreLabel="Loading more reservations"
      head={
        <>
          <Head>Reservation</Head>
          <Head>Status</Head>
          <Head className={WIDE}>Node</Head>
          <Head className={WIDE}>For</Head>
          <Head className={WIDEST}>Managed by</Head>
          <SortHead column="start" sort={sort} onSort={onSort} className={WIDE}>
            Starts
          </SortHead>
          <SortHead column="end" sort={sort} onSort={onSort} className={WIDE}>
            Ends
          </SortHead>
          <Head className={WIDE}>Units</Head>
          <SortHead column="created" sort={sort} onSort={onSort} className={WIDEST}>
            Created
          </SortHead>
        </>
      }
    />
  );
}

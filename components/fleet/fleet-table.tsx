"use client";

import { SortHead, VirtualTable } from "@/components/patterns/virtual-table";
import type { FleetRow } from "@/server/contract/console";
import type { FleetSort } from "./fleet-filters";
import { COLUMNS, FleetRowCells, WIDEST } from "./fleet-row";

/** Two lines on a narrow page, one on a wide one: at 1440 × 900 more than twenty nodes are in view. */
const ROW_PX = { narrow: 48, wide: 34 };

const HEADS = [
  ["Owner", "max-lg:hidden"],
  ["GPUs", WIDEST],
  ["Units", ""],
  ["Pool", WIDEST],
  ["Status", "max-lg:hidden"],
  ["Reported", WIDEST],
] as const;

interface FleetTableProps {
  rows: readonly FleetRow[];
  listKey: string;
  total: number;
  sort: FleetSort;
  onSort: (sort: FleetSort) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

const cells = (row: FleetRow, isWide: boolean) => <FleetRowCells row={row} isWide={isWide} />;

/** The nodes, each with its machine in small. */
export function FleetTable({ sort, onSort, ...rows }: FleetTableProps) {
  return (
    <VirtualTable
      {...rows}
      label="Nodes"
      columns={COLUMNS}
      rowPx={ROW_PX}
      cells={cells}
      moreLabel="Loading more nodes"
      head={
        <>
          <SortHead column="hostname" sort={sort} onSort={onSort}>
            Node
          </SortHead>
          {HEADS.map(([head, hidden]) => (
            <div key={head} role="columnheader" className={hidden}>
              {head}
            </div>
          ))}
        </>
      }
    />
  );
}

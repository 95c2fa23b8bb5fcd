"use client";

import { useCallback } from "react";
import { VirtualTable, type VirtualTableProps } from "@/components/patterns/virtual-table";
import type { TrailRow } from "@/server/contract/trail";
import { COLUMNS, TrailRowCells, WIDE, WIDEST } from "./trail-row";

/** A card of three lines on a narrow page, one line on a wide one. */
const ROW_PX = { narrow: 72, wide: 34 };

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

type Paging = "rows" | "total" | "listKey" | "hasMore" | "isLoadingMore" | "onMore";

interface TrailTableProps extends Pick<VirtualTableProps<TrailRow>, Paging> {
  onOpen: (row: TrailRow) => void;
}

/** The trail at any length; an entry opens at its side. */
export function TrailTable({ onOpen, ...paging }: TrailTableProps) {
  const cells = useCallback((row: TrailRow) => <TrailRowCells row={row} onOpen={onOpen} />, [onOpen]);
  return (
    <VirtualTable
      {...paging}
      label="Audit trail"
      columns={COLUMNS}
      head={HEADS.map(([head, hidden]) => (
        <div key={head} role="columnheader" className={hidden}>
          {head}
        </div>
      ))}
      headClass="h-8 max-lg:sr-only"
      rowClass="max-lg:content-center"
      cells={cells}
      rowPx={ROW_PX}
      moreLabel="Loading more entries"
    />
  );
}

import { memo } from "react";
import { cx } from "@/components/ui/cx";
import { GridCell } from "./grid-parts";
import { UnitTile, type UnitTileProps } from "./unit-tile";

const SPANS = [
  "",
  "",
  "col-span-2",
  "col-span-3",
  "col-span-4",
  "col-span-5",
  "col-span-6",
  "col-span-7",
  "col-span-8",
];

/** What a PCIe switch's bracket over a cell looks like: it runs on over the cells of its group. */
export interface Bracket {
  bridge: string;
  first: boolean;
  last: boolean;
}

interface UnitCellProps extends UnitTileProps {
  name: string;
  column: number;
  columns: number;
  active: boolean;
  bracket?: Bracket | undefined;
}

function BracketLine({ bracket: { first, last, bridge } }: { bracket: Bracket }) {
  return (
    <span
      className={cx(
        "relative mb-1 block h-4 border-line-strong border-t",
        first && "rounded-tl-md border-l",
        last ? "rounded-tr-md border-r" : "-mr-3",
      )}
    >
      {first && (
        <span className="absolute top-0 left-1.5 whitespace-nowrap text-2xs text-ink-muted">
          switch <span className="font-mono">{bridge}</span>
        </span>
      )}
    </span>
  );
}

/** One cell of the grid: the tile, its name, and the bracket of its switch. */
export const UnitCell = memo(function UnitCell(props: UnitCellProps) {
  const { unit, name, column, columns, active, selected, blocked, bracket } = props;
  const span = Math.min(Math.max(1, unit.gpus.length), columns);
  return (
    <GridCell
      data-unit={unit.id}
      aria-label={name}
      aria-selected={selected}
      aria-disabled={blocked !== undefined && !selected ? true : undefined}
      aria-colindex={column + 1}
      aria-colspan={span > 1 ? span : undefined}
      tabIndex={active ? 0 : -1}
      className={cx(
        "flex min-w-0 flex-col rounded-lg outline-offset-4",
        blocked === undefined ? "cursor-pointer" : "cursor-default",
        SPANS[span],
      )}
    >
      {bracket && <BracketLine bracket={bracket} />}
      <span className="min-h-0 flex-1">
        <UnitTile {...props} />
      </span>
    </GridCell>
  );
});

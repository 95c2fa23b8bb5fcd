import { type LayoutUnit, type MachineLayout, sectionUnits } from "./layout";

/** How the sections flow at the present width: cells side by side in each, and sections side by side. */
export interface Flow {
  columns: number;
  across: number;
}

/** A cell of the grid: rows and columns run over the whole machine, from 0. */
export interface Cell {
  id: string;
  row: number;
  column: number;
  span: number;
}

/** Cells of one drawn row of one section. */
export interface Row {
  section: number;
  row: number;
  cells: Cell[];
}

/** Puts units into rows the way a CSS grid does: in order, a wide unit never parted, holes stay. */
function rowsOfSection(units: readonly LayoutUnit[], columns: number): Cell[][] {
  const rows: Cell[][] = [];
  let column = columns;
  for (const { id, gpus } of units) {
    const span = Math.min(Math.max(1, gpus.length), columns);
    if (column + span > columns) {
      rows.push([]);
      column = 0;
    }
    rows.at(-1)?.push({ id, row: rows.length - 1, column, span });
    column += span;
  }
  return rows;
}

/** Every drawn row of the machine; the order is that of the sections, as in the document. */
export function gridRows(layout: MachineLayout, { columns, across }: Flow): Row[] {
  const rows: Row[] = [];
  let [top, height] = [0, 0];
  layout.sections.forEach((section, index) => {
    const beside = index % across;
    if (beside === 0) [top, height] = [top + height, 0];
    const own = rowsOfSection(sectionUnits(section), columns);
    for (const cells of own) {
      const placed = cells.map((cell) => ({
        ...cell,
        row: cell.row + top,
        column: cell.column + beside * columns,
      }));
      rows.push({ section: index, row: placed[0]?.row ?? top, cells: placed });
    }
    height = Math.max(height, own.length);
  });
  return rows;
}

export type Move = "left" | "right" | "up" | "down" | "row-start" | "row-end" | "first" | "last";

const distance = (cell: Cell, column: number) =>
  column < cell.column ? cell.column - column : Math.max(0, column - (cell.column + cell.span - 1));

function nearest(cells: readonly Cell[], column: number): Cell | undefined {
  return [...cells].sort((a, b) => distance(a, column) - distance(b, column) || a.column - b.column)[0];
}

function inRow(cells: readonly Cell[], row: number): Cell[] {
  return cells.filter((cell) => cell.row === row).sort((a, b) => a.column - b.column);
}

function vertical(cells: readonly Cell[], from: Cell, step: 1 | -1, column: number): Cell {
  const rows = cells.map((cell) => cell.row);
  const last = Math.max(...rows);
  for (let row = from.row + step; row >= 0 && row <= last; row += step) {
    const found = nearest(inRow(cells, row), column);
    if (found) return found;
  }
  return from;
}

/**
 * Where a key leads; the cell itself at an edge. `column` is the one the person has in mind: it lasts over a run of
 * moves up and down, so that passing a wide cell doesn't shift it.
 */
export function moveIn(cells: readonly Cell[], fromId: string, move: Move, column?: number): Cell | undefined {
  const from = cells.find((cell) => cell.id === fromId) ?? cells[0];
  if (!from) return undefined;
  if (move === "first") return cells[0];
  if (move === "last") return cells.at(-1);
  if (move === "up" || move === "down") return vertical(cells, from, move === "up" ? -1 : 1, column ?? from.column);
  const row = inRow(cells, from.row);
  const at = row.indexOf(from);
  const to = { left: at - 1, right: at + 1, "row-start": 0, "row-end": row.length - 1 }[move];
  return row[to] ?? from;
}

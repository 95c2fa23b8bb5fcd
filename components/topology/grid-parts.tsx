// biome-ignore-all lint/a11y/useSemanticElements: the elements of a table can't stand as sockets side by side.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid's one tab stop is on its cells.
import type { ComponentProps } from "react";

type Part = Omit<ComponentProps<"div">, "role">;

/** The parts of an ARIA grid: grid, group of rows, row, cell. */
export function GridRoot(props: Part) {
  return <div {...props} role="grid" aria-multiselectable="true" />;
}

export function GridArea(props: Part) {
  return <div {...props} role="rowgroup" />;
}

/** Rows have no box of their own: the area's grid places the cells. */
export function GridRow(props: Omit<Part, "className">) {
  return <div {...props} role="row" className="contents" />;
}

export function GridCell(props: Part & { tabIndex: number }) {
  return <div {...props} role="gridcell" />;
}

import { type KeyboardEvent, type MouseEvent, useRef } from "react";
import { type Cell, type Move, moveIn } from "./grid-moves";
import { unitAt } from "./use-grid-focus";
import type { UnitSelection } from "./use-unit-selection";

interface EventOptions {
  cells: readonly Cell[];
  activeId: string | undefined;
  focusCell: (id: string) => void;
  selection: UnitSelection;
  hasSelection: boolean;
  onOpen?: ((id: string) => void) | undefined;
}

const MOVES: Record<string, Move> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "row-start",
  End: "row-end",
};

function moveOf(event: KeyboardEvent): Move | undefined {
  const far = event.ctrlKey || event.metaKey;
  if (far && event.key === "Home") return "first";
  if (far && event.key === "End") return "last";
  return far || event.altKey ? undefined : MOVES[event.key];
}

const byTouch = (event: MouseEvent) => (event.nativeEvent as PointerEvent).pointerType === "touch";
const onMark = (event: MouseEvent) => event.target instanceof Element && event.target.closest("[data-toggle]") !== null;

/** Keys and clicks of the grid. */
export function useGridEvents({ cells, activeId, focusCell, selection, hasSelection, onOpen }: EventOptions) {
  const goal = useRef<number>(undefined);

  function go(event: KeyboardEvent, move: Move, from: string): void {
    const sideways = move !== "up" && move !== "down";
    if (sideways) goal.current = undefined;
    else goal.current ??= cells.find(({ id }) => id === from)?.column;
    const target = moveIn(cells, from, move, goal.current);
    if (!target) return;
    if (event.shiftKey) selection.extendTo(target.id, from, true);
    else selection.endRun();
    focusCell(target.id);
  }

  function act(event: KeyboardEvent, id: string): boolean {
    const withControl = event.ctrlKey || event.metaKey;
    if (event.key === " ") selection.toggle(id);
    else if (event.key === "Enter" && onOpen) onOpen(id);
    else if (withControl && event.key.toLowerCase() === "a") selection.all();
    else if (event.key === "Escape" && hasSelection) selection.clear();
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const id = unitAt(event.target) ?? activeId;
    if (id === undefined || event.defaultPrevented) return;
    const move = moveOf(event);
    if (move) go(event, move, id);
    else if (!act(event, id)) return;
    event.preventDefault();
    // Escape that cleared the selection is spent: it must not close what is around the grid as well.
    event.stopPropagation();
  }

  function onClick(event: MouseEvent): void {
    const id = unitAt(event.target);
    if (id === undefined) return;
    goal.current = undefined;
    focusCell(id);
    const withControl = event.ctrlKey || event.metaKey;
    if (event.shiftKey) selection.extendTo(id, activeId ?? id, withControl);
    else if (withControl || byTouch(event) || onMark(event)) selection.toggle(id);
    else selection.only(id);
  }

  function onDoubleClick(event: MouseEvent): void {
    const id = unitAt(event.target);
    if (id !== undefined && !onMark(event)) onOpen?.(id);
  }

  return { onKeyDown, onClick, onDoubleClick };
}

import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import { successor } from "./selection";

interface FocusOptions {
  root: RefObject<HTMLElement | null>;
  order: readonly string[];
  focusedId: string | undefined;
  onFocusChange: (id: string | undefined) => void;
}

/** The element of a unit's cell. Ids are compared as data: they may hold what a selector would read otherwise. */
export function cellOf(root: HTMLElement | null, id: string | undefined): HTMLElement | undefined {
  const cells = root?.querySelectorAll<HTMLElement>("[data-unit]") ?? [];
  return [...cells].find((cell) => cell.dataset.unit === id);
}

/** The unit that an event happened on. */
export function unitAt(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-unit]")?.dataset.unit : undefined;
}

/**
 * The roving tab stop. There is always exactly one cell that can be reached, and while focus is in the grid it stays
 * there, whatever becomes of the cell that had it; from elsewhere it is never taken.
 */
export function useGridFocus({ root, order, focusedId, onFocusChange }: FocusOptions) {
  const inside = useRef(false);
  const before = useRef(order);
  const activeId = successor(before.current, focusedId, order);

  useLayoutEffect(() => {
    before.current = order;
    if (focusedId !== undefined && activeId !== focusedId) onFocusChange(activeId);
    const lost = inside.current && !root.current?.contains(document.activeElement);
    if (lost) (cellOf(root.current, activeId) ?? root.current?.querySelector<HTMLElement>("[tabindex='0']"))?.focus();
  });

  const onFocus = useCallback(
    (event: FocusEvent) => {
      inside.current = true;
      const id = unitAt(event.target);
      if (id !== undefined && id !== focusedId) onFocusChange(id);
    },
    [focusedId, onFocusChange],
  );
  const onBlur = useCallback(
    (event: FocusEvent) => {
      // A window that loses focus keeps its active element.
      const next = event.relatedTarget ?? document.activeElement;
      inside.current = next instanceof Node && root.current?.contains(next) === true;
    },
    [root],
  );
  const focusCell = useCallback((id: string) => cellOf(root.current, id)?.focus(), [root]);
  return { activeId, onFocus, onBlur, focusCell };
}

"use client";

import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Lane, movedBy, type Place } from "./lanes";
import type { TimeSpan } from "./use-span";

export const placeKey = ({ unitId, barId }: Place): string => `${unitId} ${barId ?? "unit"}`;

/** One tab stop for the whole grid; arrow keys move it, and what it moves to comes into view. */
export function usePlaces(grid: RefObject<HTMLElement | null>, lanes: readonly Lane[], time: TimeSpan) {
  const [place, setPlace] = useState<Place>();
  const wanted = useRef<string>(undefined);
  const here: Place | undefined = lanes.some((lane) => lane.unitId === place?.unitId)
    ? place
    : lanes[0] && { unitId: lanes[0].unitId, barId: undefined };
  const find = (key: string) => grid.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(key)}"]`);

  // Drawn by now, if it was out of view before.
  useEffect(() => {
    const target = wanted.current === undefined ? undefined : find(wanted.current);
    if (!target) return;
    wanted.current = undefined;
    target.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = movedBy(event.key, here, lanes, time.span);
    if (!next) return;
    event.preventDefault();
    const bar = lanes.find((lane) => lane.unitId === next.unitId)?.bars.find((each) => each.id === next.barId);
    wanted.current = placeKey(next);
    setPlace({ ...next });
    if (bar) time.reveal(bar.span);
  };
  const onFocus = (event: FocusEvent) => {
    const key = (event.target as HTMLElement).dataset.place;
    const lane = lanes.find((each) => key?.startsWith(`${each.unitId} `));
    if (!lane || key === undefined) return;
    const barId = key.slice(lane.unitId.length + 1);
    setPlace({ unitId: lane.unitId, barId: barId === "unit" ? undefined : barId });
  };
  return { here, onKeyDown, onFocus };
}

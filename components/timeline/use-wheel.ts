"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { lengthOf } from "./scale";
import type { TimeSpan } from "./use-span";

const ZOOM_PER_PX = 0.002;

/** How wide an element is drawn, followed as it changes; 0 until it is. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/**
 * Ctrl and wheel zoom where the pointer is; a wheel turned sideways, or with Shift, pans. Anything else scrolls the page.
 * `axis` is the element that is as wide as the span.
 */
export function useWheel(
  frame: RefObject<HTMLElement | null>,
  axis: RefObject<HTMLElement | null>,
  time: TimeSpan,
): void {
  const latest = useRef(time);
  useEffect(() => {
    latest.current = time;
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      const box = axis.current?.getBoundingClientRect();
      if (!box || box.width === 0) return;
      const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const place = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
        latest.current.zoom(Math.exp(-event.deltaY * ZOOM_PER_PX), place);
      } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        latest.current.pan(sideways / box.width);
      } else return;
      event.preventDefault();
    };
    // Not through React: its listener is passive, and the page would zoom as well.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [frame, axis]);
}

/** Dragging the axis moves time with the pointer. */
export function useAxisDrag(axis: RefObject<HTMLElement | null>, time: TimeSpan): void {
  const latest = useRef(time);
  useEffect(() => {
    latest.current = time;
  });
  useEffect(() => {
    const element = axis.current;
    if (!element) return undefined;
    let last: number | undefined;
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      last = event.clientX;
      element.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (last === undefined || lengthOf(latest.current.span) === 0) return;
      latest.current.pan((last - event.clientX) / element.clientWidth);
      last = event.clientX;
    };
    const up = () => {
      last = undefined;
    };
    const all = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
    for (const [name, listener] of Object.entries(all)) element.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(all)) element.removeEventListener(name, listener as EventListener);
    };
  }, [axis]);
}

"use client";

import { type PointerEvent, useEffect, useState } from "react";
import { serverNow, useTimeZone } from "@/components/ui/clock";
import { drawnTerm, snapStep } from "./drag";
import type { Lane } from "./lanes";
import { instantAt, type Span } from "./scale";

/** Less than this is a click. */
const LEAST_PX = 5;

interface Drawing {
  unitId: string;
  anchor: number;
  at: number;
  startX: number;
  hasMoved: boolean;
}

interface Handlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

export type Drawn = { from: number; to: number };

/** Drawing a term with the mouse over a lane's free time. Undefined `onDraw`: it can't be reserved, so nothing is drawn. */
export function useDrawing(lanes: readonly Lane[], span: Span, onDraw?: (unitId: string, term: Drawn) => void) {
  const zone = useTimeZone();
  const [drawing, setDrawing] = useState<Drawing>();
  const isDrawing = drawing !== undefined;
  useEffect(() => {
    if (!isDrawing) return undefined;
    const stop = (event: KeyboardEvent) => event.key === "Escape" && setDrawing(undefined);
    window.addEventListener("keydown", stop);
    return () => window.removeEventListener("keydown", stop);
  }, [isDrawing]);

  const lane = lanes.find((each) => each.unitId === drawing?.unitId);
  const term =
    drawing?.hasMoved && lane
      ? drawnTerm({ ...drawing, busy: lane.busy, now: serverNow(), step: snapStep(span), zone })
      : undefined;
  const instantOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.round(instantAt(Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1), span));
  };
  const handlers = (unitId: string): Handlers => ({
    onPointerDown: (event) => {
      // A finger pans the page; bars are links and take their own clicks.
      if (!onDraw || event.button !== 0 || event.pointerType === "touch" || event.target !== event.currentTarget)
        return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const anchor = instantOf(event);
      setDrawing({ unitId, anchor, at: anchor, startX: event.clientX, hasMoved: false });
    },
    onPointerMove: (event) => {
      if (drawing?.unitId !== unitId) return;
      const hasMoved = drawing.hasMoved || Math.abs(event.clientX - drawing.startX) >= LEAST_PX;
      setDrawing({ ...drawing, at: instantOf(event), hasMoved });
    },
    onPointerUp: () => {
      if (drawing?.unitId !== unitId) return;
      setDrawing(undefined);
      if (term) onDraw?.(unitId, term);
    },
    onPointerCancel: () => setDrawing(undefined),
  });
  return { unitId: drawing?.unitId, term, handlers };
}

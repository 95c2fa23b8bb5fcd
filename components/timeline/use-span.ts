"use client";

import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useSettled } from "@/components/patterns/use-settled";
import { serverNow } from "@/components/ui/clock";
import { DAY_MS, lengthOf, panned, revealing, type Span, spanAround, spanFrom, zoomed } from "./scale";

/** Browsers refuse an address that changes with every step of a wheel. */
const KEEP_AFTER_MS = 300;
const STEP = 1.5;

/** What a timeline shows as an address has it: so many days, around now unless an instant is named. */
export interface KeptSpan {
  days: number;
  from: number | undefined;
}

const spanOf = ({ days, from }: KeptSpan): Span =>
  from === undefined ? spanAround(serverNow(), days) : spanFrom(from, days);
const sameKept = (a: KeptSpan, b: KeptSpan) => a.days === b.days && a.from === b.from;
const keptOf = (span: Span): KeptSpan => ({
  days: Math.round((lengthOf(span) / DAY_MS) * 1000) / 1000,
  from: span.from,
});

export interface TimeSpan {
  span: Span;
  zoom: (factor: number, place?: number) => void;
  pan: (share: number) => void;
  reveal: (bar: Span) => void;
  showDays: (days: number) => void;
  showNow: () => void;
  onKeyDown: (event: { key: string; preventDefault: () => void; ctrlKey?: boolean; metaKey?: boolean }) => void;
}

type Moves = Omit<TimeSpan, "span" | "onKeyDown">;

const KEYS: ReadonlyMap<string, (time: Moves) => void> = new Map([
  ["+", (time: Moves) => time.zoom(STEP)],
  ["=", (time: Moves) => time.zoom(STEP)],
  ["-", (time: Moves) => time.zoom(1 / STEP)],
  ["PageUp", (time: Moves) => time.pan(-0.5)],
  ["PageDown", (time: Moves) => time.pan(0.5)],
]);

/** Tells the address where the view has come to rest. */
function useKeep(kept: KeptSpan, keep: (kept: KeptSpan) => void, onOther: (kept: KeptSpan) => void) {
  const said = useRef(kept);
  const other = useEffectEvent(onOther);
  const { days, from } = kept;
  // Another link or the back button named another stretch.
  useEffect(() => {
    if (sameKept({ days, from }, said.current)) return;
    said.current = { days, from };
    other({ days, from });
  }, [days, from]);
  const [resting, setResting] = useState<KeptSpan>();
  useSettled(resting, KEEP_AFTER_MS, (rested) => {
    said.current = rested;
    keep(rested);
  });
  return setResting;
}

/** The stretch of time in view, moved by buttons, wheel and keys; `keep` is told when it has come to rest. */
export function useSpan(kept: KeptSpan, keep: (kept: KeptSpan) => void): TimeSpan {
  const [span, setSpan] = useState(() => spanOf(kept));
  const current = useRef(span);
  const say = useKeep(kept, keep, (other) => {
    current.current = spanOf(other);
    setSpan(current.current);
  });
  const moves = useMemo((): Moves => {
    const show = (next: Span, named: KeptSpan) => {
      current.current = next;
      setSpan(next);
      say(named);
    };
    const move = (next: Span) => show(next, keptOf(next));
    const showDays = (days: number) => show(spanAround(serverNow(), days), { days, from: undefined });
    return {
      zoom: (factor, place) => move(zoomed(current.current, factor, place)),
      pan: (share) => move(panned(current.current, share)),
      reveal: (bar) => move(revealing(current.current, bar)),
      showDays,
      showNow: () => showDays(keptOf(current.current).days),
    };
  }, [say]);
  const onKeyDown: TimeSpan["onKeyDown"] = (event) => {
    const act = event.ctrlKey || event.metaKey ? undefined : KEYS.get(event.key);
    if (!act) return;
    event.preventDefault();
    act(moves);
  };
  return { span, ...moves, onKeyDown };
}

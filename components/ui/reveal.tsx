"use client";

import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components/Tooltip";

const LINGERS_MS = 120;

export interface Reveal<E extends HTMLElement> {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  closeSoon: () => void;
  id: string;
  ref: RefObject<E | null>;
  /** For the text that reveals more: it becomes a tab stop, so that the bubble can be had without a mouse. */
  target: React.HTMLAttributes<E> & { ref: RefObject<E | null> };
}

/** Open by hover, tap or focus, closed by leaving or Escape; staying on the bubble keeps it open. */
export function useReveal<E extends HTMLElement>(): Reveal<E> {
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ref = useRef<E>(null);
  const id = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = () => {
    clearTimeout(timer.current);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const closeSoon = () => {
    timer.current = setTimeout(close, LINGERS_MS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) close();
  };
  const target = {
    ref,
    tabIndex: 0,
    "aria-describedby": isOpen ? id : undefined,
    onPointerEnter: open,
    onPointerLeave: closeSoon,
    onFocus: open,
    onBlur: close,
    onKeyDown,
  };
  return { isOpen, open, close, closeSoon, id, ref, target };
}

interface BubbleProps<E extends HTMLElement> {
  reveal: Reveal<E>;
  children: ReactNode;
}

/** What is revealed. One is made only while it shows: a table may have hundreds of targets. */
export function RevealBubble<E extends HTMLElement>({ reveal, children }: BubbleProps<E>) {
  if (!reveal.isOpen) return null;
  const state = {
    isOpen: true,
    shouldSkipAnimation: true,
    open: reveal.open,
    close: (atOnce?: boolean) => (atOnce ? reveal.close() : reveal.closeSoon()),
  };
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        triggerRef={reveal.ref}
        placement="top"
        offset={6}
        className="z-50 max-w-80 rounded-md border border-line-strong bg-raised px-2 py-1 text-ink text-xs"
      >
        <span id={reveal.id}>{children}</span>
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}

"use client";

import type { ReactElement, ReactNode } from "react";
import { Tooltip as AriaTooltip, Focusable, type TooltipProps, TooltipTrigger } from "react-aria-components/Tooltip";

const OPEN_AFTER_MS = 300;

/** The bubble itself; inside a `TooltipTrigger`. */
export function TooltipBubble({
  children,
  placement = "top",
}: Pick<TooltipProps, "placement"> & { children: ReactNode }) {
  return (
    <AriaTooltip
      placement={placement}
      offset={6}
      className="z-50 max-w-80 rounded-md border border-line-strong bg-raised px-2 py-1 text-xs text-ink data-entering:animate-appear"
    >
      {children}
    </AriaTooltip>
  );
}

interface TipProps extends Pick<TooltipProps, "placement"> {
  /** What the bubble says. Never the only place of a fact that is needed to act. */
  tip: ReactNode;
  /** A pressable component of ours (Button, IconButton, ButtonLink). */
  children: ReactElement;
}

/** A tooltip on a control, on hover and on focus. */
export function Tip({ tip, placement, children }: TipProps) {
  return (
    <TooltipTrigger delay={OPEN_AFTER_MS} closeDelay={80}>
      {children}
      <TooltipBubble placement={placement}>{tip}</TooltipBubble>
    </TooltipTrigger>
  );
}

interface TipTextProps extends Pick<TooltipProps, "placement"> {
  tip: ReactNode;
  /** One DOM element that is no control; it becomes a tab stop, so that the bubble can be had without a mouse. */
  children: ReactElement<React.HTMLAttributes<HTMLElement>, string>;
}

/** A tooltip on plain text: the text becomes focusable. */
export function TipText({ tip, placement, children }: TipTextProps) {
  return (
    <TooltipTrigger delay={OPEN_AFTER_MS} closeDelay={80}>
      <Focusable>{children}</Focusable>
      <TooltipBubble placement={placement}>{tip}</TooltipBubble>
    </TooltipTrigger>
  );
}

"use client";

import type { ReactElement, ReactNode } from "react";
import {
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
  Dialog,
  DialogTrigger,
} from "react-aria-components/Popover";
import { cx } from "./cx";
import { popoverClass } from "./list-look";

export interface PopoverProps extends Pick<AriaPopoverProps, "placement" | "isOpen" | "onOpenChange"> {
  label: string;
  trigger: ReactElement;
  children: ReactNode | ((close: () => void) => ReactNode);
  /** Padding off, for lists and calendars. */
  flush?: boolean;
}

/** A small panel at its button: details, a short form, a legend. Escape and a press outside close it. */
export function Popover({
  label,
  trigger,
  children,
  placement = "bottom start",
  flush,
  isOpen,
  onOpenChange,
}: PopoverProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <AriaPopover placement={placement} offset={4} className={popoverClass}>
        <Dialog aria-label={label} className={cx("overflow-y-auto outline-none", !flush && "p-3")}>
          {({ close }) => <>{typeof children === "function" ? children(close) : children}</>}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}

"use client";

import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { TooltipTrigger } from "react-aria-components/Tooltip";
import { type ButtonLook, buttonClass } from "./button-look";
import { Spinner } from "./spinner";
import { TooltipBubble } from "./tooltip";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children">, ButtonLook {
  children: ReactNode;
  icon?: LucideIcon;
  /** Set: the button can't be pressed, stays reachable, and says why in a tooltip and to screen readers. */
  disabledReason?: string;
  /** What to show while pending, in place of the label. */
  pendingLabel?: string;
}

function Content({ icon: Icon, isPending, pendingLabel, children }: Partial<ButtonProps>) {
  return (
    <>
      {isPending ? <Spinner className="shrink-0" /> : Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {isPending && pendingLabel ? pendingLabel : children}
    </>
  );
}

/** The one button. Pending keeps its focus, refuses presses and is announced. */
export function Button({ variant, size, icon, disabledReason, pendingLabel, children, ...props }: ButtonProps) {
  if (disabledReason !== undefined) {
    return (
      <RefusingButton {...props} variant={variant} size={size} icon={icon} disabledReason={disabledReason}>
        {children}
      </RefusingButton>
    );
  }
  return (
    <AriaButton {...props} className={buttonClass({ variant, size })}>
      <Content icon={icon} isPending={props.isPending} pendingLabel={pendingLabel}>
        {children}
      </Content>
    </AriaButton>
  );
}

function RefusingButton({ variant, size, icon, disabledReason, children, ...props }: ButtonProps) {
  const reasonId = useId();
  const { id, slot, ref } = props as ButtonProps & { ref?: React.Ref<HTMLButtonElement> };
  return (
    <TooltipTrigger delay={150} closeDelay={80}>
      <AriaButton
        id={id}
        slot={slot}
        ref={ref}
        aria-label={props["aria-label"]}
        aria-disabled="true"
        aria-describedby={reasonId}
        className={buttonClass({ variant, size })}
      >
        <Content icon={icon}>{children}</Content>
        <span hidden id={reasonId}>
          {disabledReason}
        </span>
      </AriaButton>
      <TooltipBubble>{disabledReason}</TooltipBubble>
    </TooltipTrigger>
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children" | "aria-label"> {
  icon: LucideIcon;
  /** Its name, for screen readers and in the tooltip. */
  label: string;
  size?: ButtonLook["size"];
  variant?: ButtonLook["variant"];
}

/** A button that is only an icon; its name shows in a tooltip. */
export function IconButton({ icon: Icon, label, size, variant = "quiet", ...props }: IconButtonProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={80}>
      <AriaButton {...props} aria-label={label} className={buttonClass({ variant, size, square: true })}>
        {props.isPending ? <Spinner /> : <Icon className="size-4" aria-hidden="true" />}
      </AriaButton>
      <TooltipBubble>{label}</TooltipBubble>
    </TooltipTrigger>
  );
}

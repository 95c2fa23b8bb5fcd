"use client";

import type { LucideIcon } from "lucide-react";
import { type ReactNode, type Ref, useId } from "react";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components/Button";
import { TooltipTrigger } from "react-aria-components/Tooltip";
import { type ButtonLook, buttonClass } from "./button-look";
import { Spinner } from "./spinner";
import { TooltipBubble } from "./tooltip";
import { useIsAsleep } from "./use-awake";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children">, ButtonLook {
  children: ReactNode;
  icon?: LucideIcon;
  /** Set: the button can't be pressed, stays reachable, and says why in a tooltip and to screen readers. */
  disabledReason?: string;
  /** What to show while pending, in place of the label. */
  pendingLabel?: string;
  ref?: Ref<HTMLButtonElement>;
}

function Content({ icon: Icon, isPending, pendingLabel, children }: Partial<ButtonProps>) {
  const label = isPending && pendingLabel ? pendingLabel : children;
  return (
    <>
      {isPending ? <Spinner className="shrink-0" /> : Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {/* A name in it may be longer than the place it is in. */}
      {typeof label === "string" ? <span className="min-w-0 truncate">{label}</span> : label}
    </>
  );
}

/** What a button that can't be pressed is for the DOM: reachable, and described by the reason. */
const refusing = (reasonId: string) => ({
  type: "button" as const,
  onPress: undefined,
  "aria-disabled": "true" as const,
  "aria-describedby": reasonId,
});

/**
 * The one button. Pending keeps its focus, refuses presses and is announced. It stays the same element when a reason
 * comes or goes, so that whoever is on it stays there.
 */
export function Button({ variant, size, icon, disabledReason, pendingLabel, children, ref, ...props }: ButtonProps) {
  const reasonId = useId();
  const refuses = disabledReason !== undefined;
  // The browser would send the form by itself, and what was typed with the address.
  const isAsleep = useIsAsleep(props.type === "submit");
  return (
    <TooltipTrigger delay={150} closeDelay={80} isDisabled={!refuses}>
      <AriaButton
        {...props}
        ref={ref}
        isDisabled={props.isDisabled || isAsleep}
        {...(refuses && refusing(reasonId))}
        className={buttonClass({ variant, size })}
      >
        <Content icon={icon} isPending={props.isPending && !refuses} pendingLabel={pendingLabel}>
          {children}
        </Content>
        {refuses && (
          <span hidden id={reasonId}>
            {disabledReason}
          </span>
        )}
      </AriaButton>
      {refuses && <TooltipBubble>{disabledReason}</TooltipBubble>}
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

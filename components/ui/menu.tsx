"use client";

import type { LucideIcon } from "lucide-react";
import dynamic from "next/dynamic";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import type { PopoverProps } from "react-aria-components/Popover";

export interface MenuEntry {
  id: string;
  label: string;
  detail?: string;
  icon?: LucideIcon;
  /** Goes there instead of calling `onAction`. */
  href?: string;
  /** Set: can't be chosen, and this is why. */
  disabledReason?: string;
  /** What ends something is drawn in red. */
  danger?: boolean;
  onAction?: () => void;
}

export interface MenuGroup {
  id: string;
  title?: string;
  entries: readonly MenuEntry[];
  /** Set: entries are radio buttons, this one is chosen. */
  selected?: string;
}

/** Fetched after the page, and before it is asked for: `Menu` itself is only its button. */
export const loadMenuList = () => import("./menu-list").then((module) => module.MenuList);
const MenuList = dynamic(loadMenuList, { ssr: false });

export interface MenuProps extends Pick<PopoverProps, "placement"> {
  /** The menu's name. */
  label: string;
  /** The name of its button, where what it shows isn't enough. */
  buttonLabel?: string;
  /** What the button shows. */
  children: ReactNode;
  className: string;
  groups: readonly MenuGroup[];
}

const OPENS: Partial<Record<string, "first" | "last">> = { ArrowDown: "first", ArrowUp: "last" };

/** A button with a menu of actions or links. */
export function Menu({ label, buttonLabel, children, className, groups, placement = "bottom start" }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [from, setFrom] = useState<"first" | "last">();
  const onKeyDown = (event: KeyboardEvent) => {
    const place = OPENS[event.key];
    if (!place) return;
    event.preventDefault();
    setFrom(place);
  };
  return (
    <span className="contents" onKeyDownCapture={onKeyDown}>
      <Button
        ref={button}
        aria-label={buttonLabel}
        aria-haspopup="menu"
        aria-expanded={from !== undefined}
        aria-controls={from && id}
        onHoverStart={() => void loadMenuList()}
        onPress={() => setFrom((open) => (open ? undefined : "first"))}
        className={className}
      >
        {children}
      </Button>
      {from && (
        <MenuList
          id={id}
          label={label}
          groups={groups}
          triggerRef={button}
          placement={placement}
          from={from}
          close={() => setFrom(undefined)}
        />
      )}
    </span>
  );
}

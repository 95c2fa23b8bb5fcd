"use client";

import { Check, type LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import {
  Menu as AriaMenu,
  Header,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  type PopoverProps,
  Separator,
} from "react-aria-components/Menu";
import { cx } from "./cx";
import { listClass, optionClass, popoverClass, sectionHeaderClass } from "./list-look";

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

function Entry({ entry }: { entry: MenuEntry }) {
  const { icon: Icon } = entry;
  return (
    <MenuItem
      id={entry.id}
      href={entry.href}
      textValue={entry.label}
      isDisabled={entry.disabledReason !== undefined}
      onAction={entry.onAction}
      className={cx(optionClass, entry.danger ? "text-danger-text" : "text-ink")}
    >
      {({ selectionMode, isSelected }) => (
        <>
          {selectionMode !== "none" && (
            <Check className={cx("size-4 shrink-0", !isSelected && "invisible")} aria-hidden="true" />
          )}
          {Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{entry.label}</span>
            {entry.disabledReason && <span className="block max-w-64 text-xs">{entry.disabledReason}</span>}
          </span>
          {entry.detail && <span className="text-ink-faint text-sm">{entry.detail}</span>}
        </>
      )}
    </MenuItem>
  );
}

function Section({ group, isFirst }: { group: MenuGroup; isFirst: boolean }) {
  const selection =
    group.selected === undefined
      ? {}
      : { selectionMode: "single" as const, selectedKeys: [group.selected], disallowEmptySelection: true };
  return (
    <>
      {!isFirst && <Separator className="-mx-1 my-1 border-line border-t" />}
      <MenuSection id={group.id} aria-label={group.title ?? group.id} {...selection}>
        {group.title && <Header className={sectionHeaderClass}>{group.title}</Header>}
        {group.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </MenuSection>
    </>
  );
}

export interface MenuProps extends Pick<PopoverProps, "placement"> {
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
  groups: readonly MenuGroup[];
}

/** A button with a menu of actions or links. */
export function Menu({ label, trigger, groups, placement = "bottom start" }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} offset={4} className={cx(popoverClass, "min-w-48")}>
        <AriaMenu aria-label={label} className={listClass}>
          {groups.map((group, index) => (
            <Section key={group.id} group={group} isFirst={index === 0} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

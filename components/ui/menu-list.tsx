"use client";

import { Check } from "lucide-react";
import type { RefObject } from "react";
import {
  Menu as AriaMenu,
  Header,
  MenuItem,
  MenuSection,
  Popover,
  type PopoverProps,
  Separator,
} from "react-aria-components/Menu";
import { cx } from "./cx";
import { listClass, optionClass, popoverClass, sectionHeaderClass } from "./list-look";
import type { MenuEntry, MenuGroup } from "./menu";

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
          {entry.detail && <span className="shrink-0 text-ink-faint text-sm">{entry.detail}</span>}
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

interface MenuListProps extends Pick<PopoverProps, "placement"> {
  id: string;
  label: string;
  groups: readonly MenuGroup[];
  triggerRef: RefObject<HTMLElement | null>;
  /** Where the focus begins: with the first entry, or the last one for who came by arrow up. */
  from: "first" | "last";
  close: () => void;
}

/** The open menu. It takes the focus, and gives it back to its button. */
export function MenuList({ id, label, groups, triggerRef, placement, from, close }: MenuListProps) {
  return (
    <Popover
      isOpen
      onOpenChange={close}
      triggerRef={triggerRef}
      placement={placement}
      offset={4}
      className={cx(popoverClass, "min-w-48 max-w-[min(24rem,calc(100vw-2rem))]")}
    >
      <AriaMenu id={id} aria-label={label} autoFocus={from} onClose={close} className={listClass}>
        {groups.map((group, index) => (
          <Section key={group.id} group={group} isFirst={index === 0} />
        ))}
      </AriaMenu>
    </Popover>
  );
}

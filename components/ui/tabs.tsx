"use client";

import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";
import { cx } from "./cx";

export interface TabItem<Id extends string> {
  id: Id;
  label: string;
  /** A number beside the label. */
  count?: number;
  /** Goes there: for tabs that are pages. */
  href?: string;
  content?: ReactNode;
}

export interface TabsProps<Id extends string> {
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onChange?: (id: Id) => void;
  /** Space inside the panels. */
  panelClass?: string;
}

/** Views of one thing, one at a time. */
export function Tabs<Id extends string>({ label, items, value, onChange, panelClass }: TabsProps<Id>) {
  const choose = (key: unknown) => {
    const item = items.find((each) => each.id === key);
    if (item) onChange?.(item.id);
  };
  return (
    <AriaTabs selectedKey={value} onSelectionChange={choose} className="flex min-h-0 min-w-0 flex-col">
      <TabList aria-label={label} className="flex gap-5 overflow-x-auto border-line border-b px-px">
        {items.map((item) => (
          <Tab
            key={item.id}
            id={item.id}
            href={item.href}
            className="-mb-px flex h-9 shrink-0 cursor-default items-center gap-1.5 border-transparent border-b-2 text-base text-ink-muted -outline-offset-2 data-selected:border-ink data-hovered:text-ink data-selected:font-medium data-selected:text-ink forced-colors:data-selected:border-[Highlight]"
          >
            {item.label}
            {item.count !== undefined && <span className="text-ink-faint text-xs">{item.count}</span>}
          </Tab>
        ))}
      </TabList>
      {items.map((item) =>
        item.content === undefined ? null : (
          <TabPanel key={item.id} id={item.id} className={cx("min-w-0 outline-offset-4", panelClass)}>
            {item.content}
          </TabPanel>
        ),
      )}
    </AriaTabs>
  );
}

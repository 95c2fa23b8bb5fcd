"use client";

import { Search } from "lucide-react";
import NextLink from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { cx } from "../ui/cx";
import { Kbd } from "../ui/kbd";
import { isCurrent, type NavItem } from "./nav-items";
import { useModKey } from "./shortcuts";

const ITEM = "flex h-8 items-center gap-2.5 rounded-md px-2.5 text-base no-underline hover:bg-hover";

/** The pages of the console. */
export function NavLinks({ items, onNavigate }: { items: readonly NavItem[]; onNavigate?: () => void }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {items.map((item) => {
          const current = isCurrent(item, pathname);
          const Tag = item.isDocument ? "a" : NextLink;
          return (
            <li key={item.href}>
              <Tag
                href={item.href}
                onClick={onNavigate}
                aria-current={current ? "page" : undefined}
                className={cx(ITEM, current ? "bg-hover font-medium text-ink" : "text-ink-muted hover:text-ink")}
              >
                <item.icon className="size-4 shrink-0" aria-hidden="true" />
                {item.label}
              </Tag>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Looks like a search box and opens the palette. */
export function PaletteButton({ onPress }: { onPress: () => void }) {
  const mod = useModKey();
  return (
    <Button
      onPress={onPress}
      className="flex h-8 w-full items-center gap-2.5 rounded-md border border-line px-2.5 text-base text-ink-muted data-hovered:bg-hover data-hovered:text-ink"
    >
      <Search className="size-4 shrink-0" aria-hidden="true" />
      <span className="flex-1 text-left">Search</span>
      <span className="max-md:hidden">
        <Kbd>{`${mod} K`}</Kbd>
      </span>
    </Button>
  );
}

interface SideNavProps {
  brand: ReactNode;
  org: ReactNode;
  search: ReactNode;
  links: ReactNode;
  account: ReactNode;
}

/** From top to bottom: who we are, who you act for, search, pages, you. */
export function SideNav({ brand, org, search, links, account }: SideNavProps) {
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-3">
      {brand}
      {org}
      {search}
      <div className="min-h-0 flex-1 overflow-y-auto">{links}</div>
      {account}
    </div>
  );
}

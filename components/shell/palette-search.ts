"use client";

import type { LucideIcon } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";

export const PALETTE_SECTIONS = ["Actions", "Pages", "Nodes", "Reservations"] as const;
export type PaletteSection = (typeof PALETTE_SECTIONS)[number];

export interface PaletteItem {
  /** Unique over all sections. */
  id: string;
  section: PaletteSection;
  label: string;
  detail?: string;
  icon?: LucideIcon;
  /** One of the two: where it leads, or what it does. */
  href?: string;
  run?: () => void;
}

export interface PaletteSearch {
  items: readonly PaletteItem[];
  isSearching: boolean;
  /** One sentence where the search failed. */
  failed?: string;
}

/** Finds things by what is typed so far; asked only while the palette is open. The shell takes one as a prop. */
export type UsePaletteSearch = (text: string) => PaletteSearch;

const NOTHING: PaletteSearch = { items: [], isSearching: false };

export const useNoSearch: UsePaletteSearch = () => NOTHING;

let offered: readonly (readonly PaletteItem[])[] = [];
let all: readonly PaletteItem[] = [];
const listeners = new Set<() => void>();

function set(next: typeof offered): void {
  offered = next;
  all = next.flat();
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const NONE: readonly PaletteItem[] = [];

/** What the page in view can do, offered in the palette while it is in view. `items` must keep its identity between renders. */
export function usePaletteActions(items: readonly PaletteItem[]): void {
  useEffect(() => {
    set([...offered, items]);
    return () => set(offered.filter((each) => each !== items));
  }, [items]);
}

export const useOfferedActions = (): readonly PaletteItem[] =>
  useSyncExternalStore(
    subscribe,
    () => all,
    () => NONE,
  );

/** Each word that was typed is in the label or in the detail, in any order. */
export function matchesPalette(item: PaletteItem, text: string): boolean {
  const words = `${item.label} ${item.detail ?? ""}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => words.includes(word));
}

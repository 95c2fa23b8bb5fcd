"use client";

import { useSyncExternalStore } from "react";
import { readTheme, type Theme } from "@/server/contract/theme";
import { applyTheme } from "./theme";

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The chosen theme, and the way to choose another. */
export function useTheme(): { theme: Theme; choose: (theme: Theme) => void } {
  const theme = useSyncExternalStore(
    subscribe,
    () => readTheme(document.documentElement.dataset.theme),
    () => "system" as const,
  );
  const choose = (next: Theme) => {
    applyTheme(next);
    for (const listener of listeners) listener();
  };
  return { theme, choose };
}

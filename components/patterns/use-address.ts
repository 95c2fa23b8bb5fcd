"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { leaving } from "./leaving";

/**
 * Writes what the page shows into its address, in place of what stood there. While the next page is on its way the router
 * must not hear of it, or it calls that page off: it takes no notice of what is written with its own state.
 */
export function writeAddress(query: string): void {
  const by = leaving();
  // Who goes back is at the other entry already; the one that she left can't be written any more.
  if (by === "traverse") return;
  const state = by ? window.history.state : null;
  window.history.replaceState(state, "", query ? `?${query}` : window.location.pathname);
}

/** What a page shows, kept in its address: a link or the back button brings the same. */
export function useAddress<T>(
  read: (params: URLSearchParams) => T,
  write: (value: T) => string,
): [T, (change: Partial<T>) => void] {
  const params = useSearchParams();
  const value = useMemo(() => read(params), [read, params]);
  const change = useCallback(
    (part: Partial<T>) => {
      // What stands there now, and not when this was drawn: two changes may come at once.
      const now = read(new URLSearchParams(window.location.search));
      writeAddress(write({ ...now, ...part }));
    },
    [read, write],
  );
  return [value, change];
}

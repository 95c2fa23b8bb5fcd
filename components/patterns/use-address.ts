"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";

/** Writes what the page shows into its address, in place of what stood there. */
export function writeAddress(query: string): void {
  window.history.replaceState(null, "", query ? `?${query}` : window.location.pathname);
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

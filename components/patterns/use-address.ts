"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** What a page shows, kept in its address: a link or the back button brings the same. */
export function useAddress<T>(
  read: (params: URLSearchParams) => T,
  write: (value: T) => string,
): [T, (change: Partial<T>) => void] {
  const params = useSearchParams();
  const change = useCallback(
    (part: Partial<T>) => {
      // What stands there now, and not when this was drawn: two changes may come at once.
      const now = read(new URLSearchParams(window.location.search));
      const query = write({ ...now, ...part });
      window.history.replaceState(null, "", query ? `?${query}` : window.location.pathname);
    },
    [read, write],
  );
  return [read(params), change];
}

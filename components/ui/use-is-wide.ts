"use client";

import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 64rem)";

/** Whether rows have room for one line (the `lg` breakpoint): virtual rows need their height in pixels. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}

"use client";

import { useEffect, useEffectEvent } from "react";

/**
 * Calls back with a value when it has stayed the same for a while. Who follows a link meanwhile is not held up: the value
 * is taken at once, since an address that is written while the next page is on its way calls that page off.
 */
export function useSettled<T>(value: T | undefined, afterMs: number, settle: (value: T) => void): void {
  const take = useEffectEvent(settle);
  useEffect(() => {
    if (value === undefined) return undefined;
    let isTaken = false;
    const now = () => {
      if (!isTaken) take(value);
      isTaken = true;
    };
    const onClick = (event: Event) => {
      if (event.target instanceof Element && event.target.closest("a[href]")) now();
    };
    const timer = setTimeout(now, afterMs);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [value, afterMs]);
}

"use client";

import { useEffect, useEffectEvent } from "react";
import { onLeave } from "./leaving";

/** Calls back with a value when it has stayed the same for a while, or at once when its page is left. */
export function useSettled<T>(value: T | undefined, afterMs: number, settle: (value: T) => void): void {
  const take = useEffectEvent(settle);
  useEffect(() => {
    if (value === undefined) return undefined;
    let isTaken = false;
    const now = () => {
      if (!isTaken) take(value);
      isTaken = true;
    };
    const timer = setTimeout(now, afterMs);
    const stop = onLeave(now);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [value, afterMs]);
}

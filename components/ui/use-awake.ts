"use client";

import { useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from "react";

const never = () => () => {};
const no = () => false;
const yes = () => true;

/** True in what the server drew until its script runs: nothing that is pressed there is heard. Callers may not mind. */
export const useIsAsleep = (matters = true): boolean => useSyncExternalStore(never, no, matters ? yes : no);

/**
 * For a field that the server drew: what was typed into it, or filled in by the browser, before the page was awake. Nobody
 * heard of that, and the next drawing would wipe it out.
 */
export function useTypedEarly<E extends HTMLInputElement | HTMLTextAreaElement>(
  value: string | undefined,
  onChange: ((value: string) => void) | undefined,
) {
  const field = useRef<E>(null);
  const wasAsleep = useRef(useIsAsleep());
  const take = useEffectEvent(() => {
    const typed = field.current?.value;
    if (value !== undefined && typed !== undefined && typed !== value) onChange?.(typed);
  });
  useLayoutEffect(() => {
    if (wasAsleep.current) take();
  }, []);
  return field;
}

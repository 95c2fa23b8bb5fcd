"use client";

import { useEffect, useLayoutEffect, useOptimistic } from "react";

/** How a page is left for another one: by a link or a call, or by the browser's back and forward buttons. */
export type Leaving = "push" | "replace" | "traverse";

let under: Leaving | undefined;
let begin: ((by: Leaving) => void) | undefined;
const listeners = new Set<() => void>();

/** The router says so before it asks for a page: see instrumentation-client.ts. */
export function startLeaving(by: Leaving): void {
  if (!begin) return;
  under = by;
  begin(by);
  if (by !== "traverse") for (const listener of listeners) listener();
}

/** How the page that is shown is being left, while the next one is on its way. */
export const leaving = (): Leaving | undefined => under;

/** Calls back when somebody follows a link or is led on, before the next page is asked for. */
export function onLeave(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Once, around all pages: an optimistic state lasts as long as the router's own transition, however that ends. */
export function LeavingWatch() {
  const [by, setBy] = useOptimistic<Leaving | undefined>(undefined);
  useLayoutEffect(() => {
    under = by;
  }, [by]);
  useEffect(() => {
    begin = setBy;
    return () => {
      begin = undefined;
      under = undefined;
    };
  }, [setBy]);
  return null;
}

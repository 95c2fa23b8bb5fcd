"use client";

import { useEffect, useState } from "react";

const listeners = new Set<(text: string) => void>();
const PAUSE_MS = 400;

/** Has screen readers say something when they are free. Bursts come out as their last sentence. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

/** Where `announce` speaks; once, in the shell. */
export function LiveRegion() {
  const [text, setText] = useState("");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener = (next: string) => {
      clearTimeout(timer);
      // Emptied first: a sentence said twice in a row must be heard twice.
      setText("");
      timer = setTimeout(() => setText(next), PAUSE_MS);
    };
    listeners.add(listener);
    return () => {
      clearTimeout(timer);
      listeners.delete(listener);
    };
  }, []);
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}

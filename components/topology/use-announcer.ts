import { useCallback, useEffect, useRef, useState } from "react";

/** What to say when its turn comes; a function is asked only then, so that it can tell the latest. */
export type Saying = string | (() => string | undefined);

export interface Pace {
  /** Waits this long for more of the same before it speaks. */
  delay: number;
  /** Never speaks twice within this time. */
  gap: number;
}

/**
 * Text for a polite live region. Sayings with the same key replace each other until they are said; all that are due are
 * said at once.
 */
export function useAnnouncer({ delay, gap }: Pace): [string, (key: string, saying: Saying) => void] {
  const [text, setText] = useState("");
  const waiting = useRef(new Map<string, Saying>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);

  const say = useCallback(
    (key: string, saying: Saying) => {
      waiting.current.delete(key);
      waiting.current.set(key, saying);
      if (timer.current !== undefined) return;
      const wait = Math.max(delay, lastAt.current + gap - performance.now());
      timer.current = setTimeout(() => {
        timer.current = undefined;
        lastAt.current = performance.now();
        const said = [...waiting.current.values()].map((due) => (typeof due === "string" ? due : due()));
        waiting.current.clear();
        const sentence = said.filter((part) => part !== undefined && part !== "").join(" ");
        // The same words again are spoken only where the text differs.
        if (sentence !== "") setText((old) => (old === sentence ? `${sentence}\u00a0` : sentence));
      }, wait);
    },
    [delay, gap],
  );

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return [text, say];
}

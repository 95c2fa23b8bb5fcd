"use client";

import { useEffect, useRef, useState } from "react";
import type { Option } from "./list-look";

export interface Options<O extends Option> {
  options: readonly O[];
  isLoading: boolean;
  /** One sentence where the search failed. */
  failed?: string;
}

/** Fetches the options that match a text. Answers that come after a newer question are thrown away. */
export type LoadOptions<O extends Option> = (text: string, signal: AbortSignal) => Promise<readonly O[]>;

const TYPING_PAUSE_MS = 150;

export function useOptions<O extends Option>(load: LoadOptions<O>, text: string): Options<O> {
  const [state, setState] = useState<Options<O>>({ options: [], isLoading: true });
  // Callers may pass a new function each time; only the text asks again.
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const isFirst = useRef(true);
  useEffect(() => {
    const abort = new AbortController();
    const ask = async () => {
      setState((before) => ({ options: before.options, isLoading: true }));
      try {
        const options = await latest.current(text, abort.signal);
        if (!abort.signal.aborted) setState({ options, isLoading: false });
      } catch {
        if (!abort.signal.aborted)
          setState({ options: [], isLoading: false, failed: "The search failed. Type to try again." });
      }
    };
    const timer = setTimeout(ask, isFirst.current ? 0 : TYPING_PAUSE_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return state;
}

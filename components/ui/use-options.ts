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

/** Of the answer to the text before, only what fits the present one: Enter must never take what nobody looked for. */
const fitting = <O extends Option>(options: readonly O[], text: string): readonly O[] =>
  options.filter((option) => option.label.toLowerCase().includes(text.trim().toLowerCase()));

const TYPING_PAUSE_MS = 150;

export function useOptions<O extends Option>(load: LoadOptions<O>, text: string): Options<O> {
  const [state, setState] = useState<Options<O> & { text: string }>({ options: [], isLoading: true, text });
  // Callers may pass a new function each time; only the text asks again.
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const isFirst = useRef(true);
  useEffect(() => {
    const abort = new AbortController();
    const ask = async () => {
      setState((before) => ({ options: before.options, isLoading: true, text: before.text }));
      try {
        const options = await latest.current(text, abort.signal);
        if (!abort.signal.aborted) setState({ options, isLoading: false, text });
      } catch {
        if (!abort.signal.aborted)
          setState({ options: [], isLoading: false, failed: "The search failed. Type to try again.", text });
      }
    };
    const timer = setTimeout(ask, isFirst.current ? 0 : TYPING_PAUSE_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  if (state.text === text) return state;
  return { options: fitting(state.options, text), isLoading: true };
}

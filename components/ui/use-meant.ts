import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Option } from "./list-look";
import { meant } from "./meant";

interface Typed<O extends Option> {
  options: readonly O[];
  text: string;
  /** The options are not yet those of the text. */
  isLoading?: boolean;
  onTake: (option: O) => void;
}

/**
 * Takes what is typed where that can mean one option only: by Enter without an arrow before it, or by `settle`. Where the
 * options are still on their way it is decided when they are there.
 */
export function useMeant<O extends Option>({ options, text, isLoading = false, onTake }: Typed<O>) {
  const awaited = useRef<string>(undefined);
  const settle = () => {
    awaited.current = isLoading ? text : undefined;
    const one = isLoading ? undefined : meant(options, text);
    if (one) onTake(one);
  };
  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => {
    if (!isLoading && awaited.current === text) latest.current();
  }, [isLoading, text]);
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    // An option that arrows went to is chosen by the list itself, which for any other text would close.
    const isChosenByList = event.currentTarget.hasAttribute("aria-activedescendant");
    if (event.key !== "Enter" || text.trim() === "" || isChosenByList) return;
    event.preventDefault();
    event.stopPropagation();
    settle();
  };
  return { settle, onKeyDownCapture };
}

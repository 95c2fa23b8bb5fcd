"use client";

import { useState } from "react";
import { useAddress } from "@/components/patterns/use-address";
import { useSettled } from "@/components/patterns/use-settled";
import { type FleetFilters, readFilters, writeFilters } from "./fleet-filters";

const TYPING_MS = 200;

/** Filters that live in the page's address: a link or the back button brings the same list. */
export const useFilters = () => useAddress<FleetFilters>(readFilters, writeFilters);

/** Text that is typed now and takes effect a moment later; it follows a value that is set elsewhere. */
export function useTyped(value: string, onSettled: (value: string) => void): [string, (value: string) => void] {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [settled, setSettled] = useState(value);
  if (known !== value) {
    setKnown(value);
    // Its own text coming back is old news by the time that more was typed.
    if (value !== settled) {
      setSettled(value);
      setTyped(value);
    }
  }
  useSettled(typed === value ? undefined : typed, TYPING_MS, (text) => {
    setSettled(text);
    onSettled(text);
  });
  return [typed, setTyped];
}

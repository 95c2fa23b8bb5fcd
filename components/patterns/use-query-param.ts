"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { writeAddress } from "./use-address";

/** A part of the page's view that lives in its address; empty is left out of it. */
export function useQueryParam(name: string): [string, (value: string) => void] {
  const params = useSearchParams();
  const set = useCallback(
    (value: string) => {
      const next = new URLSearchParams(window.location.search);
      if (value) next.set(name, value);
      else next.delete(name);
      writeAddress(next.toString());
    },
    [name],
  );
  return [params.get(name) ?? "", set];
}

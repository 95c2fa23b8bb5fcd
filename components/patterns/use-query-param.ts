"use client";

import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** A part of the page's view that lives in its address; empty is left out of it. */
export function useQueryParam(name: string): [string, (value: string) => void] {
  const params = useSearchParams();
  const set = useCallback(
    (value: string) => {
      const next = new URLSearchParams(window.location.search);
      if (value) next.set(name, value);
      else next.delete(name);
      const query = next.toString();
      window.history.replaceState(null, "", query ? `?${query}` : window.location.pathname);
    },
    [name],
  );
  return [params.get(name) ?? "", set];
}

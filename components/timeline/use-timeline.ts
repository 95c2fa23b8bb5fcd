"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTRPC } from "@/components/trpc/client";
import { DAY_MS, lengthOf, type Span } from "./scale";

const LAST_MS = Date.UTC(9999, 11, 31);

/** What is asked for holds the view and as much on both sides, in steps: small moves and zooms ask for nothing new. */
function rangeOf(span: Span): { from: string; to: string } {
  const step = DAY_MS * 2 ** Math.ceil(Math.log2(lengthOf(span) / DAY_MS));
  const from = Math.max(Math.floor(span.from / step - 1) * step, 0);
  const to = Math.min(from + 4 * step, LAST_MS);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** What held the units over the time in view; asked again whenever the node itself was (`version`). */
export function useTimeline(nodeId: string, span: Span, version: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(
    trpc.time.node.queryOptions({ nodeId, ...rangeOf(span) }, { placeholderData: (before) => before }),
  );
  const known = useRef(version);
  useEffect(() => {
    if (known.current === version) return;
    known.current = version;
    void queryClient.invalidateQueries({ queryKey: trpc.time.node.queryKey() });
  }, [version, queryClient, trpc]);
  return query;
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarRange, Server } from "lucide-react";
import { useDeferredValue } from "react";
import { useTRPC } from "../trpc/client";
import type { PaletteItem, UsePaletteSearch } from "./palette-search";

const NONE: readonly PaletteItem[] = [];

/** Nodes and reservations by name, place, id or contract reference. */
export const useConsoleSearch: UsePaletteSearch = (typed) => {
  const trpc = useTRPC();
  const text = useDeferredValue(typed.trim());
  const found = useQuery({
    ...trpc.console.search.queryOptions({ text }),
    enabled: text !== "",
    placeholderData: (before) => before,
    select: ({ nodes, reservations }): readonly PaletteItem[] => [
      ...nodes.map((node) => ({
        id: `node:${node.id}`,
        section: "Nodes" as const,
        label: node.hostname,
        detail: node.owner,
        icon: Server,
        href: `/nodes/${encodeURIComponent(node.id)}`,
      })),
      ...reservations.map((reservation) => ({
        id: `reservation:${reservation.id}`,
        section: "Reservations" as const,
        label: reservation.contractRef ?? reservation.id,
        detail: reservation.hostname,
        icon: CalendarRange,
        href: `/reservations/${encodeURIComponent(reservation.id)}`,
      })),
    ],
  });
  return {
    items: text === "" ? NONE : (found.data ?? NONE),
    isSearching: text !== "" && found.isFetching,
    failed: text !== "" && found.isError ? "Nodes and reservations could not be searched." : undefined,
  };
};

"use client";

import { useCallback } from "react";
import { useTRPCClient } from "@/components/trpc/client";
import type { Option } from "@/components/ui/list-look";

/** Finds orgs by name, for pickers. */
export function useOrgSearch(): (text: string, signal: AbortSignal) => Promise<Option[]> {
  const client = useTRPCClient();
  return useCallback(
    async (text, signal) => {
      const found = await client.console.searchOrgs.query({ text }, { signal });
      return found.map((org) => ({ id: org.id, label: org.name }));
    },
    [client],
  );
}

"use client";

import { useCallback } from "react";
import { useTRPCClient } from "@/components/trpc/client";
import type { Option } from "@/components/ui/list-look";
import { SearchCombo } from "@/components/ui/search-combo";
import type { ListFilters } from "./list-filters";

function useFinders() {
  const client = useTRPCClient();
  const nodes = useCallback(
    async (text: string, signal: AbortSignal): Promise<Option[]> => {
      const search = text.trim();
      const page = await client.console.fleet.query({ ...(search && { search }), limit: 20 }, { signal });
      return page.items.map((node) => ({ id: node.id, label: node.hostname, detail: node.owner.name }));
    },
    [client],
  );
  const orgs = useCallback(
    async (text: string, signal: AbortSignal): Promise<Option[]> => {
      const found = await client.time.audienceOrgs.query({ text: text.trim() }, { signal });
      return found.map((org) => ({ id: org.id, label: org.name }));
    },
    [client],
  );
  return { nodes, orgs };
}

export interface PickersProps {
  filters: ListFilters;
  change: (change: Partial<ListFilters>) => void;
  /** What the chosen ones are called, as far as the list has said. */
  names: { node?: string; org?: string };
}

/** The filters that are searched for: a node, and an org of the audience. */
export function Pickers({ filters, change, names }: PickersProps) {
  const find = useFinders();
  const option = (id: string | undefined, name: string | undefined) => id && { id, label: name ?? id };
  return (
    <>
      <div className="w-[calc(50%-0.25rem)] sm:w-38">
        <SearchCombo
          label="Node"
          hideLabel
          placeholder="Any node"
          value={option(filters.nodeId, names.node) || undefined}
          onChange={(node) => change({ nodeId: node?.id })}
          load={find.nodes}
        />
      </div>
      <div className="w-[calc(50%-0.25rem)] sm:w-38">
        <SearchCombo
          label="Org"
          hideLabel
          placeholder="For any org"
          value={option(filters.orgId, names.org) || undefined}
          onChange={(org) => change({ orgId: org?.id })}
          load={find.orgs}
        />
      </div>
    </>
  );
}

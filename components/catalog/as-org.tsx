"use client";

import { useOrgSearch } from "@/components/reservations/use-org-search";
import type { Option } from "@/components/ui/list-look";
import { TagPicker } from "@/components/ui/tag-picker";

interface AsOrgProps {
  chosen: Option | undefined;
  onChoose: (orgId: string | undefined) => void;
}

/** Whose eyes to look through; one org at a time, the last one that was picked. */
export function AsOrg({ chosen, onChoose }: AsOrgProps) {
  const load = useOrgSearch();
  return (
    <div className="w-96 max-w-full">
      <TagPicker
        label="See the catalog as"
        description="Exactly what this org's people and keys are offered. Looking changes nothing."
        placeholder={chosen ? "Another org" : "Search orgs"}
        value={chosen ? [chosen] : []}
        onChange={(orgs) => onChoose(orgs.at(-1)?.id)}
        load={load}
      />
    </div>
  );
}

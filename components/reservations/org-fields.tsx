"use client";

import type { Option } from "@/components/ui/list-look";
import { TagPicker } from "@/components/ui/tag-picker";
import { useOrgSearch } from "./use-org-search";

interface OrgFieldsProps {
  audience: readonly Option[];
  managers: readonly Option[];
  onAudience: (orgs: Option[]) => void;
  onManagers: (orgs: Option[]) => void;
  audienceError?: string;
  managersError?: string;
}

/** Who the units are for, and who may sell them at spot meanwhile. */
export function OrgFields({
  audience,
  managers,
  onAudience,
  onManagers,
  audienceError,
  managersError,
}: OrgFieldsProps) {
  const load = useOrgSearch();
  return (
    <>
      <TagPicker
        label="Audience"
        description="Orgs that can be placed on the units. The platform org is always in it."
        value={audience}
        onChange={onAudience}
        load={load}
        placeholder="Search orgs"
        error={audienceError}
      />
      <TagPicker
        label="Managing orgs"
        optional
        description="May release idle units to the spot market, reclaim them and end spot workloads on them."
        value={managers}
        onChange={onManagers}
        load={load}
        placeholder="Search orgs"
        error={managersError}
      />
    </>
  );
}

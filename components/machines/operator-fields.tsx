"use client";

import { useOrgSearch } from "@/components/reservations/use-org-search";
import type { Option } from "@/components/ui/list-look";
import { Select } from "@/components/ui/select";
import { TagPicker } from "@/components/ui/tag-picker";

type Pool = "community" | "verified";

const POOLS = [
  { id: "community" as const, label: "community" },
  { id: "verified" as const, label: "verified" },
];
/** What the form holds. */
export interface RegisterForm {
  hostname: string;
  city: string;
  country: string;
  pool: Pool;
  owner: Option[];
}

export interface PartProps {
  form: RegisterForm;
  change: (part: Partial<RegisterForm>) => void;
}

/** What only the operator decides. */
export function OperatorFields({ form, change, ownerError }: PartProps & { ownerError: string | undefined }) {
  const load = useOrgSearch();
  return (
    <>
      <TagPicker
        label="Owner"
        description="The org that the machine belongs to. It may release, reclaim and import on it."
        value={form.owner}
        // One owner: the one chosen last.
        onChange={(chosen) => change({ owner: chosen.slice(-1) })}
        load={load}
        placeholder="Search orgs"
        error={ownerError}
      />
      <Select
        label="Pool"
        description="Workloads at tier verified are placed on the verified pool only."
        options={POOLS}
        value={form.pool}
        onChange={(pool) => change({ pool })}
      />
    </>
  );
}

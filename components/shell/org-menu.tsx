"use client";

import { ChevronsUpDown } from "lucide-react";
import type { SessionView } from "@/server/contract/console";
import { ROLE_NAMES } from "../patterns/role-words";
import { Menu } from "../ui/menu";

function OrgLines({ org }: Pick<SessionView, "org">) {
  return (
    <span className="min-w-0 flex-1 text-left">
      <span className="block truncate font-medium">{org.name}</span>
      <span className="block truncate text-ink-muted text-xs">
        {ROLE_NAMES[org.role]}
        {org.isPlatform && " · operator"}
      </span>
    </span>
  );
}

interface OrgMenuProps {
  session: SessionView;
  switchOrg: (orgId: string) => void;
}

/** The org that the person acts for, and her role there: always in view. A menu where there are several. */
export function OrgMenu({ session, switchOrg }: OrgMenuProps) {
  const { org, orgs } = session;
  if (orgs.length < 2) {
    return (
      <div className="flex items-center gap-2 rounded-md border border-line px-2.5 py-1.5">
        <OrgLines org={org} />
      </div>
    );
  }
  return (
    <Menu
      label="Organizations"
      buttonLabel={`Organization ${org.name}, ${ROLE_NAMES[org.role]}. Change`}
      className="flex w-full items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 py-1.5 data-hovered:bg-hover aria-expanded:bg-hover"
      groups={[
        {
          id: "orgs",
          title: "Act for",
          selected: org.id,
          entries: orgs.map((each) => ({
            id: each.id,
            label: each.name,
            detail: ROLE_NAMES[each.role],
            onAction: () => {
              if (each.id !== org.id) switchOrg(each.id);
            },
          })),
        },
      ]}
    >
      <OrgLines org={org} />
      <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
    </Menu>
  );
}

"use client";

import { ChevronsUpDown } from "lucide-react";
import { ROLE_NAMES } from "@/components/patterns/role-words";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import type { MemberView, PeopleView } from "@/server/contract/people";
import { whyNotChangeRole } from "@/server/domain/membership";
import { ROLES, type Role } from "@/server/domain/permissions";

interface RoleMenuProps {
  member: MemberView;
  you: PeopleView["you"];
  owners: number;
  onChoose: (role: Role) => void;
}

const nameOf = ({ name, role }: MemberView) => `Role of ${name}: ${ROLE_NAMES[role]}. Change`;

/** A member's role, and the others that she could be given; each that she can't says why. */
export function RoleMenu({ member, you, owners, onChoose }: RoleMenuProps) {
  const others = ROLES.filter((role) => role !== member.role);
  const whyNot = (role: Role) => whyNotChangeRole(you, member, role, owners)?.message;
  const reasons = new Set(others.map(whyNot));
  const [reason] = reasons;
  if (reasons.size === 1 && reason !== undefined) {
    return (
      <span className="-mx-2.5 block">
        <Button size="sm" variant="quiet" aria-label={nameOf(member)} disabledReason={reason}>
          {ROLE_NAMES[member.role]}
        </Button>
      </span>
    );
  }
  return (
    <Menu
      label={`Role of ${member.name}`}
      buttonLabel={nameOf(member)}
      className="-mx-2 inline-flex h-7 items-center gap-1.5 rounded-md px-2 data-hovered:bg-hover aria-expanded:bg-hover"
      groups={[
        {
          id: "roles",
          selected: member.role,
          entries: ROLES.map((role) => ({
            id: role,
            label: ROLE_NAMES[role],
            disabledReason: role === member.role ? undefined : whyNot(role),
            onAction: () => {
              if (role !== member.role) onChoose(role);
            },
          })),
        },
      ]}
    >
      {ROLE_NAMES[member.role]}
      <ChevronsUpDown className="size-3 text-ink-faint" aria-hidden="true" />
    </Menu>
  );
}

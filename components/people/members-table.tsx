"use client";

import { Users } from "lucide-react";
import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/patterns/data-table";
import { ROLE_NAMES } from "@/components/patterns/role-words";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { EmptyState } from "@/components/ui/states";
import type { MemberView, PeopleView } from "@/server/contract/people";
import { whyNotLeave, whyNotManage, whyNotRemove } from "@/server/domain/membership";
import { RoleMenu } from "./role-menu";
import type { useMemberActions } from "./use-member-actions";

type ColumnId = "name" | "email" | "role" | "since" | "seen" | "actions";

interface MembersTableProps {
  view: PeopleView | undefined;
  shown: readonly MemberView[] | undefined;
  actions: ReturnType<typeof useMemberActions>;
  error: ReactNode;
  isFiltered: boolean;
}

interface RowProps extends Pick<MembersTableProps, "actions"> {
  member: MemberView;
  view: PeopleView;
}

const ownersOf = (view: PeopleView) => view.members.filter((member) => member.role === "owner").length;

function WayOut({ member, view, actions }: RowProps) {
  const { you } = view;
  const isYou = member.userId === you.userId && !you.isOperator;
  if (!isYou && whyNotManage(you)) return null;
  const obstacle = isYou ? whyNotLeave(member, ownersOf(view)) : whyNotRemove(you, member, ownersOf(view));
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={isYou ? `Leave ${view.org.name}` : `Remove ${member.name}`}
      disabledReason={obstacle?.message}
      onPress={() => (isYou ? actions.leave() : actions.remove(member))}
    >
      {isYou ? "Leave" : "Remove"}
    </Button>
  );
}

function Name({ member, isYou }: { member: MemberView; isYou: boolean }) {
  return (
    <span className="flex min-w-24 flex-col">
      <span className="flex items-center gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{member.name}</span>
        {isYou && <Badge>You</Badge>}
      </span>
      <span className="text-ink-muted text-xs [overflow-wrap:anywhere] md:hidden">{member.email}</span>
    </span>
  );
}

function columnsOf({ view, actions }: Pick<MembersTableProps, "view" | "actions">): Column<MemberView, ColumnId>[] {
  const mayManage = view !== undefined && !whyNotManage(view.you);
  return [
    { id: "name", label: "Name", cell: (row) => <Name member={row} isYou={row.userId === view?.you.userId} /> },
    {
      id: "email",
      label: "Email",
      hideBelow: "md",
      cell: (row) => <span className="text-ink-muted">{row.email}</span>,
    },
    {
      id: "role",
      label: "Role",
      cell: (row) =>
        view && mayManage ? (
          <RoleMenu
            member={row}
            you={view.you}
            owners={ownersOf(view)}
            onChoose={(role) => actions.changeRole(row, role)}
          />
        ) : (
          ROLE_NAMES[row.role]
        ),
    },
    { id: "since", label: "Since", hideBelow: "lg", cell: (row) => <RelativeTime time={row.since} as="date" /> },
    {
      id: "seen",
      label: "Last seen",
      hideBelow: "md",
      cell: (row) =>
        row.lastSeenAt ? <RelativeTime time={row.lastSeenAt} /> : <span className="text-ink-muted">not yet</span>,
    },
    {
      id: "actions",
      label: "Actions",
      numeric: true,
      cell: (row) => view && <WayOut member={row} view={view} actions={actions} />,
    },
  ];
}

/** Everybody in an org, with what the viewer may do about each. */
export function MembersTable({ view, shown, actions, error, isFiltered }: MembersTableProps) {
  return (
    <DataTable
      label="People"
      columns={columnsOf({ view, actions })}
      rows={shown}
      rowKey={(row) => row.userId}
      error={error}
      expected={5}
      empty={
        isFiltered ? (
          <EmptyState icon={Users} title="Nobody has such a name or address" />
        ) : (
          <EmptyState icon={Users} title="Nobody is in this organization yet">
            Invite its first owner: they can then invite everybody else.
          </EmptyState>
        )
      }
    />
  );
}

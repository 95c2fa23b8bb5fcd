"use client";

import { type Column, DataTable } from "@/components/patterns/data-table";
import { ROLE_NAMES } from "@/components/patterns/role-words";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { InvitationView, PeopleView } from "@/server/contract/people";
import { whyNotGive } from "@/server/domain/membership";
import type { Invitee } from "./invite-dialog";

interface InvitationsTableProps {
  view: PeopleView;
  onAgain: (invitee: Invitee) => void;
  onWithdraw: (invitation: InvitationView) => void;
}

function Whom({ invitation }: { invitation: InvitationView }) {
  return (
    <span className="flex flex-col">
      <span className="font-medium [overflow-wrap:anywhere]">{invitation.email}</span>
      <span className="text-ink-muted text-xs md:hidden">
        {ROLE_NAMES[invitation.role]}, ends <Ends invitation={invitation} />
      </span>
    </span>
  );
}

function Ends({ invitation: { state, expiresAt } }: { invitation: InvitationView }) {
  if (state === "pending") return <RelativeTime time={expiresAt} />;
  return <Badge tone="warn">{state === "expired" ? "Expired" : "No longer valid"}</Badge>;
}

function Buttons({ invitation, ...props }: InvitationsTableProps & { invitation: InvitationView }) {
  const { email, role } = invitation;
  const why = whyNotGive(props.view.you, role)?.message;
  return (
    <span className="flex justify-end gap-1 max-md:flex-col max-md:items-end">
      <Button
        size="sm"
        variant="quiet"
        aria-label={`New link for ${email}`}
        disabledReason={why}
        onPress={() => props.onAgain({ email, role })}
      >
        New link
      </Button>
      <Button
        size="sm"
        variant="quiet"
        aria-label={`Withdraw the invitation of ${email}`}
        disabledReason={why}
        onPress={() => props.onWithdraw(invitation)}
      >
        Withdraw
      </Button>
    </span>
  );
}

/** Invitations that nobody has accepted yet. */
export function InvitationsTable(props: InvitationsTableProps) {
  const columns: Column<InvitationView, "email" | "role" | "by" | "sent" | "ends" | "actions">[] = [
    { id: "email", label: "Email", cell: (row) => <Whom invitation={row} /> },
    { id: "role", label: "Role", hideBelow: "md", cell: (row) => ROLE_NAMES[row.role] },
    { id: "by", label: "Invited by", hideBelow: "lg", cell: (row) => row.invitedBy },
    { id: "sent", label: "Invited", hideBelow: "lg", cell: (row) => <RelativeTime time={row.createdAt} /> },
    { id: "ends", label: "Ends", hideBelow: "md", cell: (row) => <Ends invitation={row} /> },
    { id: "actions", label: "Actions", numeric: true, cell: (row) => <Buttons invitation={row} {...props} /> },
  ];
  return (
    <DataTable
      label="Open invitations"
      columns={columns}
      rows={props.view.invitations}
      rowKey={(row) => row.id}
      empty={null}
    />
  );
}

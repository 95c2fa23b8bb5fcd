"use client";

import { useQueryClient } from "@tanstack/react-query";
import { confirmAction } from "@/components/patterns/confirm-action";
import { ROLE_NAMES } from "@/components/patterns/role-words";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { toast } from "@/components/ui/toast";
import type { InvitationView, MemberView, PeopleView } from "@/server/contract/people";
import { ROLES, type Role } from "@/server/domain/permissions";
import { RightsNote } from "./rights-note";

const article = (role: Role) => (/^[aeio]/.test(role) ? "an" : "a");

/** What can be done with people and invitations, each asked about before it is done. */
export function useMemberActions(org: PeopleView["org"]) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const orgId = org.id;
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.people.pathKey() });

  const changeRole = ({ userId, name, role: from }: MemberView, role: Role) =>
    confirmAction({
      title: `Make ${name} ${article(role)} ${role}?`,
      body: <RightsNote from={from} to={role} />,
      confirmLabel: `Make ${article(role)} ${role}`,
      tone: ROLES.indexOf(role) > ROLES.indexOf(from) ? "danger" : "primary",
      action: async () => {
        await client.people.changeRole.mutate({ orgId, userId, role }).finally(refresh);
        toast({ tone: "ok", title: `${name} is ${ROLE_NAMES[role].toLowerCase()} of ${org.name} now` });
      },
    });

  const remove = ({ userId, name }: MemberView) =>
    confirmAction({
      title: `Remove ${name} from ${org.name}?`,
      body: (
        <p>
          From the next request on, neither they nor the API keys they have made can do anything here. Workloads and
          reservations stay as they are. To come back, they need a new invitation.
        </p>
      ),
      confirmLabel: "Remove",
      tone: "danger",
      action: async () => {
        await client.people.remove.mutate({ orgId, userId }).finally(refresh);
        toast({ tone: "ok", title: `Removed ${name} from ${org.name}` });
      },
    });

  const leave = () =>
    confirmAction({
      title: `Leave ${org.name}?`,
      body: <p>You and the API keys you have made can then do nothing here. To come back, you need an invitation.</p>,
      confirmLabel: "Leave",
      tone: "danger",
      action: async () => {
        await client.people.leave.mutate({ orgId });
        window.location.assign("/");
      },
    });

  const withdraw = ({ id, email }: InvitationView) =>
    confirmAction({
      title: `Withdraw the invitation of ${email}?`,
      body: <p>The link that was sent opens nothing any more.</p>,
      confirmLabel: "Withdraw",
      tone: "danger",
      action: async () => {
        await client.people.revokeInvitation.mutate({ orgId, invitationId: id }).finally(refresh);
        toast({ tone: "ok", title: `Withdrew the invitation of ${email}` });
      },
    });

  return { changeRole, remove, leave, withdraw };
}

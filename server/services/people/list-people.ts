import { type InvitationRow, openInvitations } from "@/db/queries/invitations";
import { listMembers, type MemberRow } from "@/db/queries/members";
import type { InvitationView, MemberView, PeopleView } from "@/server/contract/people";
import { whyNotManage } from "@/server/domain/membership";
import { type Context, reader } from "../shared/context";
import { requireOrg } from "../shared/org-access";
import { present, utc } from "../shared/present";
import { deciderOf, refuse } from "./attempt";
import { stateOf } from "./invitation";

const memberView = ({ since, lastSeenAt, ...row }: MemberRow): MemberView =>
  present({ ...row, since: utc(since), lastSeenAt: lastSeenAt && utc(lastSeenAt) });

function invitationView(row: InvitationRow): InvitationView[] {
  const state = stateOf(row);
  if (state === "accepted" || state === "revoked") return [];
  return [
    {
      id: row.id,
      email: row.email,
      role: row.role,
      state,
      invitedBy: row.inviterName,
      createdAt: utc(row.createdAt),
      expiresAt: utc(row.expiresAt),
    },
  ];
}

/** The people of an org, for everybody in it; open invitations for those who may invite. */
export async function listPeople(ctx: Context, input: { orgId: string }): Promise<PeopleView> {
  const you = await deciderOf(ctx, input.orgId);
  const org = await requireOrg(ctx, reader(ctx), input.orgId);
  const mayManage = whyNotManage(you) === undefined;
  if (you.role === null) refuse(whyNotManage(you));
  const [members, invitations] = await Promise.all([
    listMembers(reader(ctx), org.id),
    mayManage ? openInvitations(reader(ctx), org.id) : [],
  ]);
  return {
    org: { id: org.id, name: org.name },
    you,
    members: members.map(memberView),
    invitations: invitations.flatMap(invitationView),
  };
}

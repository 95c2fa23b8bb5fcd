import type { Database, Executor } from "@/db/client";
import { findInvitation, findPersonByEmail, type InvitationRow } from "@/db/queries/invitations";
import { type Decider, type InvitationState, invitationState } from "@/server/domain/membership";
import { rolePermissions } from "@/server/domain/permissions";
import { hashToken } from "./invite";

/** Who invited, by what she is now: in the org itself, or in the platform org that she acted for. */
function inviterOf(row: InvitationRow): Decider {
  const isOperator =
    row.inviterOrgId !== row.orgId &&
    row.inviterOrgIsPlatform &&
    rolePermissions(row.inviterOrgRole).includes("org.manage");
  const role = row.inviterOrgId === row.orgId ? row.inviterRole : null;
  return { userId: row.inviterId, role, isOperator };
}

export const stateOf = (row: InvitationRow): InvitationState =>
  invitationState({ ...row, inviter: inviterOf(row) }, row.now);

export const findByToken = (db: Executor, token: string): Promise<InvitationRow | undefined> =>
  findInvitation(db, hashToken(token));

/** What an invitation's page shows to whoever holds the link. */
export interface OpenedInvitation {
  orgName: string;
  email: string;
  role: InvitationRow["role"];
  state: InvitationState;
  /** Somebody with this address can sign in already. */
  hasAccount: boolean;
}

export async function openInvitation(db: Database, token: string): Promise<OpenedInvitation | undefined> {
  const row = await findByToken(db, token);
  if (!row) return undefined;
  const account = await findPersonByEmail(db, row.email);
  const { orgName, email, role } = row;
  return { orgName, email, role, state: stateOf(row), hasAccount: account !== undefined };
}

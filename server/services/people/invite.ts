import { createHash, randomBytes } from "node:crypto";
import type { Trx } from "@/db/client";
import { closeInvitation, findOpenInvitation, insertInvitation, invitationsOfLastHour } from "@/db/queries/invitations";
import { findMemberByEmail } from "@/db/queries/members";
import { invalid, Refusal } from "@/server/domain/errors";
import { type Decider, whyNotGive } from "@/server/domain/membership";
import type { Role } from "@/server/domain/permissions";
import { newId } from "@/server/ids";
import { recordChange } from "../shared/audit";
import type { Context } from "../shared/context";
import { utc } from "../shared/present";
import { changePeople, refuse } from "./attempt";

const TOKEN_BYTES = 32;
const DAYS = 7;
/** Invitations send mail in our name: nobody should be able to send much of it. */
const MOST_AN_HOUR = 100;

/** What is kept of the secret in a link. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

export interface Invited {
  id: string;
  orgName: string;
  email: string;
  role: Role;
  expiresAt: string;
  /** In this one answer only. */
  token: string;
}

async function replaceOpen(trx: Trx, by: Decider, orgId: string, email: string): Promise<void> {
  const open = await findOpenInvitation(trx, orgId, { email });
  if (!open) return;
  refuse(whyNotGive(by, open.role));
  await closeInvitation(trx, open.id, "revoked");
}

/** Invites an address into an org, with a role that the inviter could give; a link sent before stops working. */
export function invite(ctx: Context, input: { orgId: string; email: string; role: Role }): Promise<Invited> {
  const { orgId, role } = input;
  const email = input.email.toLowerCase();
  const reason = `${email} to ${orgId} as ${role}`;
  return changePeople(ctx, { action: "invitation.create", orgId, reason }, async ({ trx, org, by }) => {
    refuse(whyNotGive(by, role));
    if (await findMemberByEmail(trx, orgId, email)) {
      throw invalid([{ field: "email", message: "belongs to a member already" }]);
    }
    if ((await invitationsOfLastHour(trx, orgId)) >= MOST_AN_HOUR) {
      throw new Refusal("rate_limited", "Too many invitations in this hour; try again later.");
    }
    await replaceOpen(trx, by, orgId, email);
    const token = `inv_${randomBytes(TOKEN_BYTES).toString("base64url")}`;
    const id = newId("inv");
    const person = { inviterId: ctx.actor.id, inviterOrgId: ctx.actor.orgId };
    const expiresAt = await insertInvitation(trx, {
      id,
      orgId,
      email,
      role,
      tokenHash: hashToken(token),
      ...person,
      days: DAYS,
    });
    await recordChange(ctx, trx, { action: "invitation.create", reason });
    return { id, orgName: org.name, email, role, expiresAt: utc(expiresAt), token };
  });
}

import { closeInvitation, findOpenInvitation } from "@/db/queries/invitations";
import { notFound } from "@/server/domain/errors";
import { whyNotGive, whyNotManage } from "@/server/domain/membership";
import { recordChange } from "../shared/audit";
import type { Context } from "../shared/context";
import { changePeople, refuse } from "./attempt";

/** Withdraws an open invitation: its link opens nothing any more. */
export function revokeInvitation(ctx: Context, input: { orgId: string; invitationId: string }): Promise<void> {
  const { orgId, invitationId } = input;
  const attempt = { action: "invitation.revoke", orgId, reason: `${invitationId} of ${orgId}` } as const;
  return changePeople(ctx, attempt, async ({ trx, by }) => {
    refuse(whyNotManage(by));
    const open = await findOpenInvitation(trx, orgId, { id: invitationId });
    if (!open) throw notFound();
    refuse(whyNotGive(by, open.role));
    await closeInvitation(trx, open.id, "revoked");
    await recordChange(ctx, trx, { action: "invitation.revoke", reason: `${open.email} to ${orgId} as ${open.role}` });
  });
}

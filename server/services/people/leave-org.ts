import { countOwners, deleteMember, findMember } from "@/db/queries/members";
import { notFound } from "@/server/domain/errors";
import { whyNotLeave } from "@/server/domain/membership";
import { recordChange } from "../shared/audit";
import type { Context } from "../shared/context";
import { changePeople, refuse } from "./attempt";

/** Leaves an org, named: a page that is not up to date must not take its reader out of another one. */
export function leaveOrg(ctx: Context, { orgId }: { orgId: string }): Promise<void> {
  const { id } = ctx.actor;
  const attempt = { action: "member.leave", orgId, reason: `${id} of ${orgId}` } as const;
  return changePeople(ctx, attempt, async ({ trx }) => {
    const member = await findMember(trx, orgId, id);
    if (!member) throw notFound();
    refuse(whyNotLeave(member, await countOwners(trx, orgId)));
    await deleteMember(trx, orgId, id);
    await recordChange(ctx, trx, { action: "member.leave", reason: `${member.email} (${id}) of ${orgId}` });
  });
}

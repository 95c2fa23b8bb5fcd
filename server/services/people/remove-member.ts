import { countOwners, deleteMember, findMember } from "@/db/queries/members";
import { notFound } from "@/server/domain/errors";
import { whyNotManage, whyNotRemove } from "@/server/domain/membership";
import { recordChange } from "../shared/audit";
import type { Context } from "../shared/context";
import { changePeople, refuse } from "./attempt";

/** Takes somebody out of an org: her sessions and keys can do nothing there from the next request on. */
export function removeMember(ctx: Context, input: { orgId: string; userId: string }): Promise<void> {
  const { orgId, userId } = input;
  const attempt = { action: "member.remove", orgId, reason: `${userId} of ${orgId}` } as const;
  return changePeople(ctx, attempt, async ({ trx, by }) => {
    refuse(whyNotManage(by));
    const member = await findMember(trx, orgId, userId);
    if (!member) throw notFound();
    refuse(whyNotRemove(by, member, await countOwners(trx, orgId)));
    await deleteMember(trx, orgId, userId);
    const reason = `${member.email} (${userId}) of ${orgId}, was ${member.role}`;
    await recordChange(ctx, trx, { action: "member.remove", reason });
  });
}

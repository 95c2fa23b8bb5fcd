import { countOwners, findMember, setRole } from "@/db/queries/members";
import { notFound } from "@/server/domain/errors";
import { whyNotChangeRole, whyNotManage } from "@/server/domain/membership";
import type { Role } from "@/server/domain/permissions";
import { recordChange } from "../shared/audit";
import type { Context } from "../shared/context";
import { changePeople, refuse } from "./attempt";

/** Gives a member another role; it counts with her next request, in every process. The same role changes nothing. */
export function changeRole(ctx: Context, input: { orgId: string; userId: string; role: Role }): Promise<void> {
  const { orgId, userId, role } = input;
  const attempt = { action: "member.role", orgId, reason: `${userId} of ${orgId} to ${role}` } as const;
  return changePeople(ctx, attempt, async ({ trx, by }) => {
    refuse(whyNotManage(by));
    const member = await findMember(trx, orgId, userId);
    if (!member) throw notFound();
    refuse(whyNotChangeRole(by, member, role, await countOwners(trx, orgId)));
    if (member.role === role) return;
    await setRole(trx, orgId, userId, role);
    const reason = `${member.email} (${userId}) of ${orgId}: ${member.role} to ${role}`;
    await recordChange(ctx, trx, { action: "member.role", reason });
  });
}

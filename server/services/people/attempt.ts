import type { Trx } from "@/db/client";
import { lockOrgPeople, roleIn } from "@/db/queries/members";
import type { AuditAction } from "@/server/contract/operation";
import { notFound, Refusal } from "@/server/domain/errors";
import type { Decider, Obstacle } from "@/server/domain/membership";
import { rolePermissions } from "@/server/domain/permissions";
import { recordOrgRefusal } from "../shared/audit";
import { type Context, mutate, reader } from "../shared/context";
import { refusalOf } from "../shared/database-errors";

/** What somebody tries on the people of an org. */
export interface Attempt {
  action: AuditAction;
  orgId: string;
  /** For the trail: whom and what. */
  reason: string;
}

const NO_REFUSAL = new Set(["unavailable", "internal", "rate_limited"]);

export const refuse = (obstacle: Obstacle | undefined): void => {
  if (obstacle) throw new Refusal(obstacle.code, obstacle.message);
};

/** The caller as the rules of membership see her in an org, by what she is now. Keys manage no people. */
export async function deciderOf(ctx: Context, orgId: string): Promise<Decider> {
  const { actor } = ctx;
  const strange = new Refusal("forbidden", "You may not do that in this organization.");
  if (actor.type !== "user") throw strange;
  const role = await roleIn(reader(ctx), orgId, actor.id);
  if (orgId === actor.orgId) return { userId: actor.id, role, isOperator: false };
  const asOperator = actor.isPlatform ? await roleIn(reader(ctx), actor.orgId, actor.id) : null;
  if (!rolePermissions(asOperator).includes("org.manage")) throw strange;
  return { userId: actor.id, role, isOperator: true };
}

interface Locked {
  trx: Trx;
  org: { id: string; name: string };
  by: Decider;
}

/**
 * Changes the people of an org: under its lock, so that changes take turns and each sees what the one before left, with
 * the caller's own role read there too. A refused attempt leaves its entry in the trail.
 */
export async function changePeople<T>(
  ctx: Context,
  attempt: Attempt,
  work: (locked: Locked) => Promise<T>,
): Promise<T> {
  try {
    return await mutate(ctx, async (trx) => {
      const org = await lockOrgPeople(trx, attempt.orgId);
      const by = await deciderOf({ ...ctx, trx }, attempt.orgId);
      if (!org) throw notFound();
      return work({ trx, org, by });
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    if (!NO_REFUSAL.has(refusal.code)) {
      const { orgId, ...change } = attempt;
      await recordOrgRefusal({ ...ctx, trx: undefined }, change, orgId, refusal.code);
    }
    throw refusal;
  }
}

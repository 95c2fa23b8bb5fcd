import type { Trx } from "@/db/client";
import { auditInsert, insertAudit, insertOrgRefusal, insertRefusal, type NewAuditEntry } from "@/db/queries/audit";
import type { AuditAction } from "@/server/contract/operation";
import type { ErrorCode } from "@/server/domain/errors";
import { type Context, scopeOf } from "./context";

export interface Change {
  action: AuditAction;
  nodeId?: string | undefined;
  reservationId?: string | undefined;
  unitIds?: readonly string[] | undefined;
  reason?: string | undefined;
}

const entry = (ctx: Context, change: Change): NewAuditEntry => ({
  actorType: ctx.actor.type,
  actorId: ctx.actor.id,
  actorName: ctx.actor.name,
  orgId: ctx.actor.orgId,
  requestId: ctx.requestId,
  source: ctx.source,
  ...change,
});

/** One entry for one change, in its transaction (contract, section 8). */
export const recordChange = (ctx: Context, trx: Trx, change: Change): Promise<void> =>
  insertAudit(trx, entry(ctx, change));

/** The same, to be sent together with the change. */
export const changeRecord = (ctx: Context, trx: Trx, change: Change) => auditInsert(trx, entry(ctx, change));

/** One entry for a refused attempt; nothing where the caller may not see the node. Runs outside the refused transaction. */
export const recordRefusal = (ctx: Context, change: Change & { nodeId: string }, code: ErrorCode): Promise<void> =>
  insertRefusal(ctx.db, { ...entry(ctx, change), nodeId: change.nodeId }, code, scopeOf(ctx));

/** The same for an attempt that is about an org; nothing where that org is not the caller's to know. */
export async function recordOrgRefusal(ctx: Context, change: Change, orgId: string, code: ErrorCode): Promise<void> {
  if (orgId !== ctx.actor.orgId && !ctx.actor.isPlatform) return;
  await insertOrgRefusal(ctx.db, entry(ctx, change), code);
}

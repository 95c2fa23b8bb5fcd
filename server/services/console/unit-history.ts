import { listAudit } from "@/db/queries/audit";
import { findNode } from "@/db/queries/nodes";
import { notFound } from "@/server/domain/errors";
import { type Context, scopeOf } from "../shared/context";
import { type AuditEntry, presentAuditEntry } from "../shared/present";

const SHOWN = 20;

/** What happened to one unit lately, from the trail. */
export async function unitHistory(ctx: Context, input: { nodeId: string; unitId: string }): Promise<AuditEntry[]> {
  if (!(await findNode(ctx.db, input.nodeId, "see", scopeOf(ctx)))) throw notFound();
  const rows = await listAudit(ctx.db, input, { limit: SHOWN }, scopeOf(ctx));
  return rows.map(presentAuditEntry);
}

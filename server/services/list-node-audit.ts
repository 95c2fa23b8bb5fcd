import { listAudit } from "@/db/queries/audit";
import { findNode } from "@/db/queries/nodes";
import type { listNodeAudit as operation } from "@/server/contract/audit";
import type { InputOf } from "@/server/contract/operation";
import type { Page } from "@/server/contract/page";
import { notFound } from "@/server/domain/errors";
import { type Context, reader, scopeOf } from "./shared/context";
import { pageThrough } from "./shared/cursor";
import { type AuditEntry, presentAuditEntry } from "./shared/present";

export async function listNodeAudit(ctx: Context, input: InputOf<typeof operation>): Promise<Page<AuditEntry>> {
  const { nodeId } = input;
  if (!(await findNode(reader(ctx), nodeId, "see", scopeOf(ctx)))) throw notFound();
  return pageThrough(ctx, input, {
    list: "listNodeAudit",
    filters: { nodeId },
    rows: (page) => listAudit(reader(ctx), { nodeId }, page, scopeOf(ctx)),
    position: (row) => row.seq,
    item: presentAuditEntry,
  });
}

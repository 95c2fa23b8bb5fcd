import type { z } from "zod";
import { type AuditFilter, type AuditRow, auditHead, auditNames, countAudit, listAudit } from "@/db/queries/audit";
import { orgNames } from "@/db/queries/console";
import type { TrailPage, TrailRow, trailNewsSchema, trailQuerySchema } from "@/server/contract/trail";
import { invalid } from "@/server/domain/errors";
import { type Context, scopeOf } from "../shared/context";
import { pageThrough } from "../shared/cursor";
import { auditId, presentAuditEntry } from "../shared/present";

const DEFAULT_LIMIT = 100;
/** Counting further costs more than the number tells. */
const MOST_COUNTED = 10_000;
const MOST_NEWS = 1_000;
/** Where a smaller share of all matches, an export finds them first and orders them then. */
const SPARSE = 0.05;
/** Entries that an export holds in memory at a time. */
const BATCH = 1_000;

/** Entries with the names of what they mention. */
async function named(ctx: Context, rows: readonly AuditRow[]): Promise<TrailRow[]> {
  const [{ hostnames, contracts }, orgs] = await Promise.all([
    auditNames(ctx.db, rows),
    orgNames(ctx.db, [...new Set(rows.map((row) => row.orgId))]),
  ]);
  return rows.map((row) => {
    const hostname = row.nodeId === null ? undefined : hostnames.get(row.nodeId);
    const contractRef = contracts.get(`${row.nodeId} ${row.reservationId}`);
    return {
      ...presentAuditEntry(row),
      orgName: orgs.get(row.orgId) ?? row.orgId,
      ...(hostname !== undefined && { hostname }),
      ...(row.reservationId !== null &&
        contractRef !== undefined && { reservation: { id: row.reservationId, ...(contractRef && { contractRef }) } }),
    };
  });
}

const positionOf = (id: string): string => {
  const [, seq] = /^aud_(\d{1,18})$/.exec(id) ?? [];
  if (seq === undefined) throw invalid([{ field: "head", message: "is not an entry of the trail" }]);
  return seq;
};

/** The trail as far as the caller may read it, newest first, filtered; the first page with its count. */
export async function readTrail(ctx: Context, query: z.output<typeof trailQuerySchema>): Promise<TrailPage> {
  const { cursor, limit = DEFAULT_LIMIT, direction: _, ...filter } = query;
  const head = await auditHead(ctx.db);
  const counted = await countAudit(ctx.db, filter, { upTo: head, limit: MOST_COUNTED + 1 }, scopeOf(ctx));
  const isMore = counted > MOST_COUNTED;
  const page = await pageThrough<AuditRow, AuditRow>(
    ctx,
    { limit, cursor: cursor ?? undefined },
    {
      list: "trail",
      filters: filter,
      // What comes while this is read belongs to the news and not to the page.
      rows: (page) => listAudit(ctx.db, filter, { ...page, upTo: head, isSparse: !isMore }, scopeOf(ctx)),
      position: (row) => row.seq,
      item: (row) => row,
    },
  );
  const items = await named(ctx, page.items);
  return { ...page, items, head: auditId(head), ...(!cursor && { total: Math.min(counted, MOST_COUNTED), isMore }) };
}

/** How many entries came since a page's head was read, up to a limit. */
export async function trailNews(ctx: Context, input: z.output<typeof trailNewsSchema>): Promise<{ count: number }> {
  const { head, ...filter } = input;
  const since = positionOf(head);
  return { count: await countAudit(ctx.db, filter, { since, limit: MOST_NEWS }, scopeOf(ctx)) };
}

export interface TrailExport {
  /** Entries when it began. */
  total: number;
  batches: AsyncGenerator<TrailRow[]>;
}

async function* inBatches(
  ctx: Context,
  filter: AuditFilter,
  head: string,
  isSparse: boolean,
): AsyncGenerator<TrailRow[]> {
  let span: { upTo: string } | { after: string } = { upTo: head };
  for (;;) {
    const rows = await listAudit(ctx.db, filter, { ...span, isSparse, limit: BATCH }, scopeOf(ctx));
    if (rows.length > 0) yield named(ctx, rows);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    span = { after: last.seq };
  }
}

/**
 * Every entry that readTrail would list, in batches by key: neither a connection nor a transaction is held while a slow
 * reader takes its time, and memory holds one batch.
 */
export async function exportTrail(ctx: Context, filter: AuditFilter): Promise<TrailExport> {
  const head = await auditHead(ctx.db);
  const total = await countAudit(ctx.db, filter, { upTo: head, limit: Number.MAX_SAFE_INTEGER }, scopeOf(ctx));
  const isSparse = total < Number(head) * SPARSE;
  return { total, batches: inBatches(ctx, filter, head, isSparse) };
}

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Page, Paging } from "@/server/contract/page";
import { invalid } from "@/server/domain/errors";
import type { Context } from "./context";

const MAC_BYTES = 16;

/** Binds a cursor to one list: the call, the org that sees it and the filters in force. */
function binding(ctx: Context, list: string, filters: unknown): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([list, ctx.actor.orgId, filters]))
    .digest();
}

function sign(ctx: Context, bound: Buffer, position: string): Buffer {
  return createHmac("sha256", ctx.cursorKey).update(bound).update(position).digest().subarray(0, MAC_BYTES);
}

function encode(ctx: Context, bound: Buffer, position: string): string {
  return Buffer.concat([sign(ctx, bound, position), Buffer.from(position)]).toString("base64url");
}

function decode(ctx: Context, bound: Buffer, cursor: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  const position = bytes.subarray(MAC_BYTES).toString();
  // Compared as text too: base64 has spellings that decode alike, and only ours is a cursor.
  const genuine =
    bytes.length > MAC_BYTES &&
    bytes.toString("base64url") === cursor &&
    timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(ctx, bound, position));
  if (!genuine) throw invalid([{ field: "cursor", message: "is not a cursor of this list" }]);
  return position;
}

/** One list of rows in a total order; `position` is the unique key that the order is by. */
export interface PagedList<Row, Item> {
  /** Name of the call: a cursor of one list is none of another. */
  list: string;
  /** Everything but `limit` and `cursor` that decides which rows are listed. */
  filters: unknown;
  rows: (page: { after: string | undefined; limit: number }) => Promise<Row[]>;
  position: (row: Row) => string;
  item: (row: Row) => Item;
}

/** A page of a list by its unique key, which inserts and changes elsewhere can't shift (contract, section 7, "Page"). */
export async function pageThrough<Row, Item>(
  ctx: Context,
  paging: Paging,
  source: PagedList<Row, Item>,
): Promise<Page<Item>> {
  const bound = binding(ctx, source.list, source.filters);
  const after = paging.cursor === undefined ? undefined : decode(ctx, bound, paging.cursor);
  const rows = await source.rows({ after, limit: paging.limit + 1 });
  const shown = rows.slice(0, paging.limit);
  const last = shown.at(-1);
  const items = shown.map(source.item);
  if (rows.length <= paging.limit || last === undefined) return { items };
  return { items, nextCursor: encode(ctx, bound, source.position(last)) };
}

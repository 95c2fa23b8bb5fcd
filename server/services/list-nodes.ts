import { listNodes as queryNodes } from "@/db/queries/nodes";
import type { listNodes as operation } from "@/server/contract/nodes";
import type { InputOf } from "@/server/contract/operation";
import type { Page } from "@/server/contract/page";
import { type Context, reader, scopeOf } from "./shared/context";
import { pageThrough } from "./shared/cursor";
import { type Node, presentNode } from "./shared/present";

export function listNodes(ctx: Context, input: InputOf<typeof operation>): Promise<Page<Node>> {
  return pageThrough(ctx, input, {
    list: "listNodes",
    filters: {},
    rows: (page) => queryNodes(reader(ctx), page, scopeOf(ctx)),
    position: (row) => row.id,
    item: presentNode,
  });
}

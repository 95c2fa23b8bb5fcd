import { findNode } from "@/db/queries/nodes";
import type { getNode as operation } from "@/server/contract/nodes";
import type { InputOf } from "@/server/contract/operation";
import { notFound } from "@/server/domain/errors";
import { type Context, reader, scopeOf } from "./shared/context";
import { type Node, presentNode } from "./shared/present";

export async function getNode(ctx: Context, input: InputOf<typeof operation>): Promise<Node> {
  const row = await findNode(reader(ctx), input.nodeId, "see", scopeOf(ctx));
  if (!row) throw notFound();
  return presentNode(row);
}

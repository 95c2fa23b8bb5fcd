import type { InputOf } from "@/server/contract/operation";
import type { getOrg as operation } from "@/server/contract/orgs";
import { type Context, reader } from "./shared/context";
import { requireOrg } from "./shared/org-access";
import { type Org, presentOrg } from "./shared/present";

export async function getOrg(ctx: Context, input: InputOf<typeof operation>): Promise<Org> {
  return presentOrg(await requireOrg(ctx, reader(ctx), input.orgId));
}

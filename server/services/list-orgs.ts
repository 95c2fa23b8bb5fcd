import { listOrgs as queryOrgs } from "@/db/queries/orgs";
import type { InputOf } from "@/server/contract/operation";
import type { listOrgs as operation } from "@/server/contract/orgs";
import type { Page } from "@/server/contract/page";
import { type Context, reader } from "./shared/context";
import { pageThrough } from "./shared/cursor";
import { type Org, presentOrg } from "./shared/present";

export function listOrgs(ctx: Context, input: InputOf<typeof operation>): Promise<Page<Org>> {
  const only = ctx.actor.isPlatform ? undefined : ctx.actor.orgId;
  return pageThrough(ctx, input, {
    list: "listOrgs",
    filters: {},
    rows: (page) => queryOrgs(reader(ctx), { only, ...page }),
    position: (row) => row.id,
    item: presentOrg,
  });
}

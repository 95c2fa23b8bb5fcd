import type { z } from "zod";
import { searchOrgs as querySearch } from "@/db/queries/console";
import type { orgSearchSchema } from "@/server/contract/console";
import type { Context } from "../shared/context";

const DEFAULT_LIMIT = 20;

/** Orgs to choose an audience from. Only those who may name orgs may look them up; everybody else finds their own. */
export async function searchOrgs(
  ctx: Context,
  input: z.output<typeof orgSearchSchema>,
): Promise<{ id: string; name: string }[]> {
  if (!ctx.actor.isPlatform) return [{ id: ctx.actor.orgId, name: ctx.actor.orgName }];
  return querySearch(ctx.db, input.text, input.limit ?? DEFAULT_LIMIT);
}

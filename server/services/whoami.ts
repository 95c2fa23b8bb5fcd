import type { z } from "zod";
import type { whoami as operation } from "@/server/contract/orgs";
import { PERMISSIONS } from "@/server/domain/permissions";
import type { Context } from "./shared/context";

/** Who calls and what she may do right now. */
export async function whoami(ctx: Context): Promise<z.output<typeof operation.answer.schema>> {
  const { id, orgId, orgName, isPlatform, permissions } = ctx.actor;
  return { orgId, orgName, keyId: id, isPlatform, permissions: PERMISSIONS.filter((each) => permissions.has(each)) };
}

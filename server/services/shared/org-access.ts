import type { Executor } from "@/db/client";
import { findOrg, type OrgRow } from "@/db/queries/orgs";
import { forbidden, notFound } from "@/server/domain/errors";
import type { Context } from "./context";

/** The org in the path of an `/v1/orgs/{orgId}` call: the caller's own, or any for the platform org (contract, section 3). */
export async function requireOrg(ctx: Context, db: Executor, orgId: string): Promise<OrgRow> {
  if (orgId !== ctx.actor.orgId && !ctx.actor.isPlatform) throw forbidden();
  const org = await findOrg(db, orgId);
  if (!org) throw notFound();
  return org;
}

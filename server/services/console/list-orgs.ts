import type { z } from "zod";
import { findOrgs } from "@/db/queries/orgs";
import type { OrgRow, orgListInput } from "@/server/contract/people";
import { notFound } from "@/server/domain/errors";
import type { Context } from "../shared/context";
import { pageThrough } from "../shared/cursor";
import { presentOrg } from "../shared/present";

const DEFAULT_LIMIT = 50;

/** All orgs, for the operator's people; to anyone else there is no such list. */
export async function listAllOrgs(
  ctx: Context,
  input: z.output<typeof orgListInput>,
): Promise<{ items: OrgRow[]; nextCursor?: string }> {
  if (!ctx.actor.isPlatform) throw notFound();
  const { search, cursor, limit = DEFAULT_LIMIT } = input;
  return pageThrough(
    ctx,
    { limit, cursor: cursor ?? undefined },
    {
      list: "orgs",
      filters: { search },
      rows: (page) => findOrgs(ctx.db, { search, ...page }),
      position: (row) => row.id,
      item: (row) => ({ ...presentOrg(row), people: row.people, keys: row.keys }),
    },
  );
}

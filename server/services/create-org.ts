import { insertOrg } from "@/db/queries/orgs";
import type { InputOf } from "@/server/contract/operation";
import type { createOrg as operation } from "@/server/contract/orgs";
import { forbidden, invalid } from "@/server/domain/errors";
import { slugOf } from "@/server/domain/slug";
import { newId } from "@/server/ids";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import { type Org, presentOrg } from "./shared/present";

/** Creates an org. A slug asked for must be free; one made from the name gets a number where it is taken. */
export function createOrg(ctx: Context, input: InputOf<typeof operation>): Promise<Org> {
  if (!ctx.actor.isPlatform) throw forbidden();
  return mutate(ctx, async (trx) => {
    const wanted = input.slug ?? slugOf(input.name);
    const row = await insertOrg(trx, {
      id: newId("org"),
      name: input.name,
      slug: wanted,
      exact: input.slug !== undefined,
    });
    if (!row) throw invalid([{ field: "slug", message: "is taken by another org" }]);
    await recordChange(ctx, trx, { action: "org.create", reason: `org ${row.id}` });
    return presentOrg(row);
  });
}

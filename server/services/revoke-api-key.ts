import { revokeApiKey as writeRevocation } from "@/db/queries/api-keys";
import type { InputOf } from "@/server/contract/operation";
import type { revokeApiKey as operation } from "@/server/contract/orgs";
import { notFound } from "@/server/domain/errors";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import { requireOrg } from "./shared/org-access";

/** Revokes a key; it stops working with the next request in every process. Revoking again changes nothing. */
export function revokeApiKey(ctx: Context, input: InputOf<typeof operation>): Promise<undefined> {
  return mutate(ctx, async (trx) => {
    const org = await requireOrg(ctx, trx, input.orgId);
    const { known, changed } = await writeRevocation(trx, org.id, input.keyId);
    if (!known) throw notFound();
    if (changed) await recordChange(ctx, trx, { action: "apikey.revoke", reason: `key ${input.keyId} of ${org.id}` });
    return undefined;
  });
}

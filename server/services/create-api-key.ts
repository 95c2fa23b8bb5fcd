import type { z } from "zod";
import type { Trx } from "@/db/client";
import { insertApiKey, type Maker, makerOfKey } from "@/db/queries/api-keys";
import { hashKey, keyPrefix, newKeySecret } from "@/server/api-key-secret";
import type { InputOf } from "@/server/contract/operation";
import type { createApiKey as operation } from "@/server/contract/orgs";
import { invalid } from "@/server/domain/errors";
import { newId } from "@/server/ids";
import { recordChange } from "./shared/audit";
import { type Context, mutate } from "./shared/context";
import { requireOrg } from "./shared/org-access";
import { presentKey } from "./shared/present-key";

type Answer = z.output<typeof operation.answer.schema>;

/** Keys inherit the person at the start of their chain: else a key could shed its maker's limits by making another. */
function makerOf(ctx: Context, trx: Trx): Promise<Maker> | Maker {
  const { actor } = ctx;
  if (actor.type === "key") return makerOfKey(trx, actor.id);
  if (actor.type === "user") return { userId: actor.id, orgId: actor.orgId, keyId: null };
  return { userId: null, orgId: null, keyId: null };
}

/** Makes a key with a subset of its maker's permissions; the key itself is in this one answer only. */
export function createApiKey(ctx: Context, input: InputOf<typeof operation>): Promise<Answer> {
  return mutate(ctx, async (trx) => {
    const org = await requireOrg(ctx, trx, input.orgId);
    const beyond = input.permissions.filter((permission) => !ctx.actor.permissions.has(permission));
    if (beyond.length > 0) {
      throw invalid([{ field: "permissions", message: `you can't give what you don't have: ${beyond.join(", ")}` }]);
    }
    const key = newKeySecret();
    const row = await insertApiKey(trx, {
      id: newId("key"),
      orgId: org.id,
      name: input.name,
      keyPrefix: keyPrefix(key),
      keyHash: hashKey(key),
      permissions: input.permissions,
      maker: await makerOf(ctx, trx),
      expiresInSeconds: input.expiresInSeconds ?? null,
    });
    await recordChange(ctx, trx, { action: "apikey.create", reason: `key ${row.id} of ${org.id}` });
    return { ...presentKey(row), key, orgId: org.id };
  });
}

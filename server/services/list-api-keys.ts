import { listApiKeys as queryKeys } from "@/db/queries/api-keys";
import type { InputOf } from "@/server/contract/operation";
import type { listApiKeys as operation } from "@/server/contract/orgs";
import { type Context, reader } from "./shared/context";
import { requireOrg } from "./shared/org-access";
import { type ApiKey, presentKey } from "./shared/present-key";

export async function listApiKeys(ctx: Context, input: InputOf<typeof operation>): Promise<ApiKey[]> {
  const org = await requireOrg(ctx, reader(ctx), input.orgId);
  return (await queryKeys(reader(ctx), org.id)).map(presentKey);
}

import { type ApiKeyDetailRow, listApiKeyDetails } from "@/db/queries/api-keys";
import type { KeysView, KeyView } from "@/server/contract/people";
import { keyPermissions, type Permission } from "@/server/domain/permissions";
import { type Context, reader } from "../shared/context";
import { requireOrg } from "../shared/org-access";
import { present } from "../shared/present";
import { presentKey } from "../shared/present-key";

function keyView(row: ApiKeyDetailRow): KeyView {
  const maker = row.makerUserId ? ({ person: true, role: row.makerRole } as const) : ({ person: false } as const);
  const madeBy = row.makerKeyName
    ? { name: row.makerKeyName, byKey: true }
    : row.makerName
      ? { name: row.makerName, byKey: false }
      : undefined;
  return present({
    ...presentKey(row),
    effective: keyPermissions(row.permissions as Permission[], maker),
    state: row.revokedAt ? ("revoked" as const) : row.isExpired ? ("expired" as const) : ("active" as const),
    madeBy,
  });
}

/** The keys of an org for its page: who made them and what they can do now. */
export async function listKeys(ctx: Context, input: { orgId: string }): Promise<KeysView> {
  const org = await requireOrg(ctx, reader(ctx), input.orgId);
  const rows = await listApiKeyDetails(reader(ctx), org.id);
  return { org: { id: org.id, name: org.name }, keys: rows.map(keyView) };
}

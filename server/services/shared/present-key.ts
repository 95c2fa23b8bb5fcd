import type { z } from "zod";
import type { ApiKeyRow } from "@/db/queries/api-keys";
import type { apiKeySchema } from "@/server/contract/orgs";
import type { Permission } from "@/server/domain/permissions";
import { present, utc } from "./present";

export type ApiKey = z.output<typeof apiKeySchema>;

export function presentKey(row: ApiKeyRow): ApiKey {
  return present({
    id: row.id,
    name: row.name,
    keyPrefix: row.keyPrefix,
    permissions: row.permissions as Permission[],
    createdAt: utc(row.createdAt),
    expiresAt: row.expiresAt && utc(row.expiresAt),
    lastUsedAt: row.lastUsedAt && utc(row.lastUsedAt),
    revokedAt: row.revokedAt && utc(row.revokedAt),
  });
}

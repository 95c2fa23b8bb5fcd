import { sql } from "kysely";
import type { Executor, Trx } from "../client";

export interface ApiKeyRow {
  id: string;
  orgId: string;
  name: string;
  keyPrefix: string;
  permissions: string[];
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

export interface Maker {
  userId: string | null;
  orgId: string | null;
  keyId: string | null;
}

const columns = sql`k.id, k.org_id as "orgId", k.name, k.key_prefix as "keyPrefix", k.permissions,
  k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt"`;

export async function listApiKeys(db: Executor, orgId: string): Promise<ApiKeyRow[]> {
  const result = await sql<ApiKeyRow>`
    select ${columns} from api_keys k where k.org_id = ${orgId} order by k.id`.execute(db);
  return result.rows;
}

/** The person at the start of the chain that a key comes from; nulls where none is. */
export async function makerOfKey(trx: Trx, keyId: string): Promise<Maker> {
  const row = await trx
    .selectFrom("api_keys")
    .select(["maker_user_id", "maker_org_id"])
    .where("id", "=", keyId)
    .executeTakeFirst();
  return { userId: row?.maker_user_id ?? null, orgId: row?.maker_org_id ?? null, keyId };
}

export interface NewApiKey {
  id: string;
  orgId: string;
  name: string;
  keyPrefix: string;
  keyHash: Buffer;
  permissions: readonly string[];
  maker: Maker;
  expiresInSeconds: number | null;
}

export async function insertApiKey(trx: Trx, key: NewApiKey): Promise<ApiKeyRow> {
  const result = await sql<ApiKeyRow>`
    insert into api_keys as k (id, org_id, name, key_prefix, key_hash, permissions, maker_user_id, maker_org_id,
      maker_key_id, created_at, expires_at)
    values (${key.id}, ${key.orgId}, ${key.name}, ${key.keyPrefix}, ${key.keyHash}, ${[...key.permissions]},
      ${key.maker.userId}, ${key.maker.orgId}, ${key.maker.keyId}, now(),
      now() + ${key.expiresInSeconds}::int * interval '1 second')
    returning ${columns}`.execute(trx);
  const [row] = result.rows;
  if (!row) throw new Error("an inserted API key was not returned");
  return row;
}

/** Revokes a key of an org. `known` false: the org has no such key; `changed` false: it was revoked before. */
export async function revokeApiKey(
  trx: Trx,
  orgId: string,
  id: string,
): Promise<{ known: boolean; changed: boolean; name: string }> {
  const key = await trx
    .selectFrom("api_keys")
    .select(["revoked_at", "name"])
    .where("org_id", "=", orgId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!key) return { known: false, changed: false, name: "" };
  if (key.revoked_at) return { known: true, changed: false, name: key.name };
  await trx.updateTable("api_keys").set({ revoked_at: sql`now()` }).where("id", "=", id).execute();
  return { known: true, changed: true, name: key.name };
}

export interface ApiKeyDetailRow extends ApiKeyRow {
  isExpired: boolean;
  /** The person at the start of the chain of makers, and what she is now in the org that she made it for. */
  makerUserId: string | null;
  makerName: string | null;
  makerRole: "owner" | "admin" | "member" | "viewer" | null;
  /** The key that made it. */
  makerKeyName: string | null;
}

/** The keys of an org with what they can do now and who made them, the newest first. */
export async function listApiKeyDetails(db: Executor, orgId: string): Promise<ApiKeyDetailRow[]> {
  const result = await sql<ApiKeyDetailRow>`
    select ${columns}, coalesce(k.expires_at <= now(), false) as "isExpired", k.maker_user_id as "makerUserId",
      u.name as "makerName", m.role as "makerRole", by_key.name as "makerKeyName"
    from api_keys k
      left join users u on u.id = k.maker_user_id
      left join members m on m.user_id = k.maker_user_id and m.org_id = k.maker_org_id
      left join api_keys by_key on by_key.id = k.maker_key_id
    where k.org_id = ${orgId} order by k.id desc`.execute(db);
  return result.rows;
}

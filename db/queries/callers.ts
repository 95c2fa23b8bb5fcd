import { sql } from "kysely";
import { Batches } from "../batches";
import type { Database } from "../client";

/** What a bearer key stands for right now. */
export interface KeyRow {
  keyId: string;
  keyName: string;
  permissions: string[];
  orgId: string;
  orgName: string;
  isPlatform: boolean;
  /** True where a person stands at the root of the chain of makers. */
  personal: boolean;
  /** That person's role now in the org that she made the key for; null where she is no member any more. */
  makerRole: "owner" | "admin" | "member" | "viewer" | null;
  /** True where `last_used_at` should be moved. */
  stale: boolean;
}

interface FoundKey extends KeyRow {
  hash: string;
}

async function findKeys(db: Database, hashes: readonly string[]): Promise<Map<string, KeyRow>> {
  const result = await sql<FoundKey>`
    select encode(k.key_hash, 'hex') as hash, k.id as "keyId", k.name as "keyName", k.permissions, o.id as "orgId",
      o.name as "orgName", o.is_platform as "isPlatform", k.maker_user_id is not null as personal, m.role as "makerRole",
      (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as stale
    from unnest(${[...hashes]}::text[]) asked (hash) join api_keys k on k.key_hash = decode(asked.hash, 'hex')
      join orgs o on o.id = k.org_id
      left join members m on m.user_id = k.maker_user_id and m.org_id = k.maker_org_id
    where k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`.execute(db);
  return new Map(result.rows.map((row) => [row.hash, row]));
}

const AT_ONCE = 2;
const lookups = new WeakMap<Database, Batches<KeyRow>>();

/**
 * The one lookup of a request: a key that is neither revoked nor expired, with all that its permissions follow from.
 * Requests that come together share a query; each is answered by one that began after it came.
 */
export function findKey(db: Database, hash: Buffer): Promise<KeyRow | undefined> {
  const known = lookups.get(db) ?? new Batches((hashes) => findKeys(db, hashes), AT_ONCE);
  lookups.set(db, known);
  return known.find(hash.toString("hex"));
}

export async function touchKey(db: Database, keyId: string): Promise<void> {
  await sql`update api_keys set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db);
}

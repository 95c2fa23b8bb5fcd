import { sql } from "kysely";
import { type Answering, batchesFor, inOrder } from "../batches";
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

async function findKeys(db: Database, hashes: readonly string[]): Promise<(KeyRow | undefined)[]> {
  const result = await sql<Answering<KeyRow>>`
    select asked.seq as asked, k.id as "keyId", k.name as "keyName", k.permissions, o.id as "orgId", o.name as "orgName",
      o.is_platform as "isPlatform", k.maker_user_id is not null as personal, m.role as "makerRole",
      (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as stale
    from unnest(${[...hashes]}::text[]) with ordinality asked (hash, seq)
      join api_keys k on k.key_hash = decode(asked.hash, 'hex')
      join orgs o on o.id = k.org_id
      left join members m on m.user_id = k.maker_user_id and m.org_id = k.maker_org_id
    where k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`.execute(db);
  return inOrder(result.rows, hashes);
}

const lookups = batchesFor((hash: string) => hash, findKeys);

/**
 * The one lookup of a request: a key that is neither revoked nor expired, with all that its permissions follow from.
 * Requests that come together share a query; each is answered by one that began after it came.
 */
export const findKey = (db: Database, hash: Buffer): Promise<KeyRow | undefined> =>
  lookups(db).find(hash.toString("hex"));

export async function touchKey(db: Database, keyId: string): Promise<void> {
  await sql`update api_keys set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db);
}

import { sql } from "kysely";
import { type Database, transact } from "@/db/client";
import { hashKey, keyPrefix } from "@/server/api-key-secret";
import { PERMISSIONS } from "@/server/domain/permissions";
import { newId } from "@/server/ids";

/** Whoever makes the first org, key or person does so alone. */
export const LOCK_KEY = 7_146_034;

/** The platform org's id, made where there is none yet. Only within a transaction that holds the bootstrap lock. */
export async function platformOrg(db: Database): Promise<string> {
  const found = await db.selectFrom("orgs").select("id").where("is_platform", "=", true).executeTakeFirst();
  if (found) return found.id;
  const id = newId("org");
  await db.insertInto("orgs").values({ id, name: "Platform", slug: "platform", is_platform: true }).execute();
  return id;
}

/**
 * On a database without a usable platform key: makes the platform org and this key, with every permission (contract,
 * section 9). A key that is known already, and maybe revoked, is never brought back. True where the key was made.
 */
export function bootstrap(db: Database, key: string): Promise<boolean> {
  return transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(trx);
    const orgId = await platformOrg(trx);
    const usable = await sql`
      select from api_keys where key_hash = ${hashKey(key)} or (
        org_id = ${orgId} and revoked_at is null and (expires_at is null or expires_at > now())) limit 1`.execute(trx);
    if (usable.rows.length > 0) return false;
    await trx
      .insertInto("api_keys")
      .values({
        id: newId("key"),
        org_id: orgId,
        name: "Bootstrap",
        key_prefix: keyPrefix(key),
        key_hash: hashKey(key),
        permissions: [...PERMISSIONS],
      })
      .execute();
    return true;
  });
}

import { sql } from "kysely";
import type { Database, Executor, Trx } from "../client";

export type RoleName = "owner" | "admin" | "member" | "viewer";

export interface MembershipRow {
  orgId: string;
  orgName: string;
  isPlatform: boolean;
  role: RoleName;
  /** The org that the session acts for. */
  isActive: boolean;
  /** True where `last_seen_at` should be moved. */
  isStale: boolean;
}

/** The orgs of a session's person; read with every request, so that a change of role bites at once. */
export async function memberships(db: Executor, userId: string, sessionId: string): Promise<MembershipRow[]> {
  const result = await sql<MembershipRow>`
    select o.id as "orgId", o.name as "orgName", o.is_platform as "isPlatform", m.role,
      coalesce(s.active_org_id = o.id, false) as "isActive",
      (m.last_seen_at is null or m.last_seen_at < now() - interval '1 minute') as "isStale"
    from members m join orgs o on o.id = m.org_id
      left join sessions s on s.id = ${sessionId}
    where m.user_id = ${userId}
    order by o.is_platform desc, o.name, o.id`.execute(db);
  return result.rows;
}

export async function setActiveOrg(db: Database, sessionId: string, orgId: string): Promise<void> {
  await db.updateTable("sessions").set({ active_org_id: orgId }).where("id", "=", sessionId).execute();
}

export async function hasUsers(db: Executor): Promise<boolean> {
  const result = await sql`select from users limit 1`.execute(db);
  return result.rows.length > 0;
}

/** Whether the platform org has a key that works. */
export async function hasPlatformKey(db: Executor): Promise<boolean> {
  const result = await sql`
    select from api_keys k join orgs o on o.id = k.org_id
    where o.is_platform and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) limit 1`.execute(
    db,
  );
  return result.rows.length > 0;
}

export interface NewPerson {
  id: string;
  accountId: string;
  name: string;
  email: string;
  passwordHash: string;
}

export async function insertPerson(trx: Trx, person: NewPerson): Promise<void> {
  await trx
    .insertInto("users")
    .values({ id: person.id, name: person.name, email: person.email, email_verified: true })
    .execute();
  await trx
    .insertInto("accounts")
    .values({
      id: person.accountId,
      user_id: person.id,
      account_id: person.id,
      provider_id: "credential",
      password: person.passwordHash,
    })
    .execute();
}

export async function insertMember(trx: Trx, orgId: string, userId: string, role: RoleName): Promise<void> {
  await trx.insertInto("members").values({ org_id: orgId, user_id: userId, role }).execute();
}

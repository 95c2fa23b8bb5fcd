import { sql } from "kysely";
import type { Executor, Trx } from "../client";
import type { RoleName } from "./people";

/** Takes turns on the people of an org: whoever changes them holds this lock. undefined: no such org. */
export async function lockOrgPeople(trx: Trx, orgId: string): Promise<{ id: string; name: string } | undefined> {
  return trx.selectFrom("orgs").select(["id", "name"]).where("id", "=", orgId).forNoKeyUpdate().executeTakeFirst();
}

export async function roleIn(db: Executor, orgId: string, userId: string): Promise<RoleName | null> {
  const row = await db
    .selectFrom("members")
    .select("role")
    .where("org_id", "=", orgId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return (row?.role as RoleName | undefined) ?? null;
}

export interface MemberRow {
  userId: string;
  name: string;
  email: string;
  role: RoleName;
  since: Date;
  lastSeenAt: Date | null;
}

const columns = sql`m.user_id as "userId", u.name, u.email, m.role, m.created_at as since, m.last_seen_at as "lastSeenAt"`;

/** Owners first, then by name. */
export async function listMembers(db: Executor, orgId: string): Promise<MemberRow[]> {
  const result = await sql<MemberRow>`
    select ${columns} from members m join users u on u.id = m.user_id where m.org_id = ${orgId}
    order by array_position(array['owner', 'admin', 'member', 'viewer'], m.role), lower(u.name), m.user_id`.execute(db);
  return result.rows;
}

export async function findMember(db: Executor, orgId: string, userId: string): Promise<MemberRow | undefined> {
  const result = await sql<MemberRow>`
    select ${columns} from members m join users u on u.id = m.user_id
    where m.org_id = ${orgId} and m.user_id = ${userId}`.execute(db);
  return result.rows[0];
}

/** By an address in lower case, as all are stored. */
export async function findMemberByEmail(db: Executor, orgId: string, email: string): Promise<MemberRow | undefined> {
  const result = await sql<MemberRow>`
    select ${columns} from members m join users u on u.id = m.user_id
    where m.org_id = ${orgId} and u.email = ${email}`.execute(db);
  return result.rows[0];
}

export async function countOwners(db: Executor, orgId: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from members where org_id = ${orgId} and role = 'owner'`.execute(db);
  return result.rows[0]?.count ?? 0;
}

export async function setRole(trx: Trx, orgId: string, userId: string, role: RoleName): Promise<void> {
  await trx.updateTable("members").set({ role }).where("org_id", "=", orgId).where("user_id", "=", userId).execute();
}

export async function deleteMember(trx: Trx, orgId: string, userId: string): Promise<void> {
  await trx.deleteFrom("members").where("org_id", "=", orgId).where("user_id", "=", userId).execute();
}

/** Remembers that a member was here, to the minute. */
export async function touchMember(db: Executor, orgId: string, userId: string): Promise<void> {
  await sql`update members set last_seen_at = now() where org_id = ${orgId} and user_id = ${userId}
    and (last_seen_at is null or last_seen_at < now() - interval '1 minute')`.execute(db);
}

import { sql } from "kysely";
import type { Database } from "../client";

export async function setName(db: Database, userId: string, name: string): Promise<void> {
  await sql`update users set name = ${name}, updated_at = now() where id = ${userId}`.execute(db);
}

export interface SessionInfoRow {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  address: string | null;
  browser: string | null;
}

export async function sessionsOf(db: Database, userId: string): Promise<SessionInfoRow[]> {
  const result = await sql<SessionInfoRow>`
    select id, created_at as "createdAt", expires_at as "expiresAt", nullif(ip_address, '') as address,
      nullif(user_agent, '') as browser
    from sessions where user_id = ${userId} and expires_at > now() order by created_at desc, id`.execute(db);
  return result.rows;
}

/** Ends a session of this person; false where she has none with that id. */
export async function deleteSession(db: Database, userId: string, sessionId: string): Promise<boolean> {
  const result = await db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The org that a session just begun acts for. */
export async function activateByToken(db: Database, token: string, orgId: string): Promise<void> {
  await db.updateTable("sessions").set({ active_org_id: orgId }).where("token", "=", token).execute();
}

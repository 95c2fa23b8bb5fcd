import { type RawBuilder, sql } from "kysely";
import type { Executor, Trx } from "../client";
import { clockNow } from "./node-state";
import type { RoleName } from "./people";

export interface InvitationRow {
  id: string;
  orgId: string;
  orgName: string;
  email: string;
  role: RoleName;
  createdAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
  inviterId: string;
  inviterName: string;
  /** What the inviter is now, in the org itself and in the org that she acted for. */
  inviterRole: RoleName | null;
  inviterOrgId: string;
  inviterOrgIsPlatform: boolean;
  inviterOrgRole: RoleName | null;
  /** The database's clock when this was read. */
  now: Date;
}

const select = (where: RawBuilder<unknown>) => sql<InvitationRow>`
  select i.id, i.org_id as "orgId", o.name as "orgName", i.email, i.role, i.created_at as "createdAt",
    i.expires_at as "expiresAt", i.accepted_at as "acceptedAt", i.revoked_at as "revokedAt",
    i.inviter_user_id as "inviterId", coalesce(u.name, '') as "inviterName", m.role as "inviterRole",
    i.inviter_org_id as "inviterOrgId", by_org.is_platform as "inviterOrgIsPlatform", by_m.role as "inviterOrgRole",
    ${clockNow} as now
  from invitations i join orgs o on o.id = i.org_id join orgs by_org on by_org.id = i.inviter_org_id
    left join users u on u.id = i.inviter_user_id
    left join members m on m.org_id = i.org_id and m.user_id = i.inviter_user_id
    left join members by_m on by_m.org_id = i.inviter_org_id and by_m.user_id = i.inviter_user_id
  where ${where}`;

const open = sql`i.accepted_at is null and i.revoked_at is null`;

export async function findInvitation(db: Executor, tokenHash: Buffer): Promise<InvitationRow | undefined> {
  return (await select(sql`i.token_hash = ${tokenHash}`).execute(db)).rows[0];
}

export async function findOpenInvitation(
  db: Executor,
  orgId: string,
  by: { id: string } | { email: string },
): Promise<InvitationRow | undefined> {
  const match = "id" in by ? sql`i.id = ${by.id}` : sql`i.email = ${by.email}`;
  return (await select(sql`i.org_id = ${orgId} and ${open} and ${match}`).execute(db)).rows[0];
}

/** Neither accepted nor withdrawn, the newest first. */
export async function openInvitations(db: Executor, orgId: string): Promise<InvitationRow[]> {
  return (await select(sql`i.org_id = ${orgId} and ${open} order by i.id desc`).execute(db)).rows;
}

export async function invitationsOfLastHour(db: Executor, orgId: string): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from invitations
    where org_id = ${orgId} and created_at > now() - interval '1 hour'`.execute(db);
  return result.rows[0]?.count ?? 0;
}

export interface NewInvitation {
  id: string;
  orgId: string;
  email: string;
  role: RoleName;
  tokenHash: Buffer;
  inviterId: string;
  inviterOrgId: string;
  days: number;
}

/** Inserts an invitation and returns when it ends. */
export async function insertInvitation(trx: Trx, invitation: NewInvitation): Promise<Date> {
  const result = await sql<{ expiresAt: Date }>`
    insert into invitations (id, org_id, email, role, token_hash, inviter_user_id, inviter_org_id, created_at, expires_at)
    values (${invitation.id}, ${invitation.orgId}, ${invitation.email}, ${invitation.role}, ${invitation.tokenHash},
      ${invitation.inviterId}, ${invitation.inviterOrgId}, now(), now() + ${invitation.days}::int * interval '1 day')
    returning expires_at as "expiresAt"`.execute(trx);
  const [row] = result.rows;
  if (!row) throw new Error("an inserted invitation was not returned");
  return row.expiresAt;
}

/** Ends an open invitation, by use or by withdrawal. */
export async function closeInvitation(trx: Trx, id: string, how: "accepted" | "revoked"): Promise<void> {
  await trx
    .updateTable("invitations")
    .set(how === "accepted" ? { accepted_at: sql`now()` } : { revoked_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

/** The account that an address, in lower case as all are stored, belongs to. */
export async function findPersonByEmail(
  db: Executor,
  email: string,
): Promise<{ id: string; name: string } | undefined> {
  const result = await sql<{ id: string; name: string }>`
    select id, name from users where email = ${email}`.execute(db);
  return result.rows[0];
}

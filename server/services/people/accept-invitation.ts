import { sqlState, type Trx, transact } from "@/db/client";
import { closeInvitation, findPersonByEmail, type InvitationRow } from "@/db/queries/invitations";
import { lockOrgPeople, roleIn } from "@/db/queries/members";
import { insertMember, insertPerson } from "@/db/queries/people";
import type { Actor } from "@/server/domain/actor";
import { Refusal } from "@/server/domain/errors";
import { INVITATION_PROBLEM } from "@/server/domain/membership";
import { newId } from "@/server/ids";
import { recordChange, recordOrgRefusal } from "../shared/audit";
import type { Context } from "../shared/context";
import { findByToken, stateOf } from "./invitation";

/** Who comes with a link: somebody who is signed in, or somebody new with a name and the hash of her password. */
export type Newcomer = { id: string; name: string; email: string } | { name: string; passwordHash: string };

type Base = Omit<Context, "actor">;

export interface Joined {
  orgId: string;
  email: string;
}

const unknown = () => new Refusal("not_found", "This invitation link is not valid. Check that it was copied whole.");
const known = () =>
  new Refusal("wrong_status", "Somebody with this address has an account already; sign in to accept the invitation.");

const isTaken = (error: unknown): boolean =>
  sqlState(error) === "23505" && (error as { constraint?: string }).constraint === "users_email_unique";

const actorIn = (row: InvitationRow, person: { id: string; name: string }): Actor => ({
  type: "user",
  ...person,
  orgId: row.orgId,
  orgName: row.orgName,
  isPlatform: false,
  permissions: new Set(),
});

function refuseWrongHolder(row: InvitationRow, comer: Newcomer): void {
  if (!("id" in comer) || comer.email.toLowerCase() === row.email) return;
  const message = `This invitation is for ${row.email}, and you are signed in as ${comer.email}.`;
  throw new Refusal("forbidden", `${message} Sign out to accept it.`);
}

async function personFor(trx: Trx, row: InvitationRow, comer: Newcomer): Promise<{ id: string; name: string }> {
  if ("id" in comer) return { id: comer.id, name: comer.name };
  if (await findPersonByEmail(trx, row.email)) throw known();
  const id = newId("usr");
  const { name, passwordHash } = comer;
  await insertPerson(trx, { id, accountId: newId("usr"), name, email: row.email, passwordHash });
  return { id, name };
}

async function join(base: Base, trx: Trx, token: string, comer: Newcomer): Promise<Joined> {
  const found = await findByToken(trx, token);
  if (!found) throw unknown();
  await lockOrgPeople(trx, found.orgId);
  // Read anew: the link may have been used, withdrawn or replaced while we waited for our turn.
  const row = (await findByToken(trx, token)) ?? found;
  const state = stateOf(row);
  if (state !== "pending") throw new Refusal("wrong_status", INVITATION_PROBLEM[state]);
  refuseWrongHolder(row, comer);
  const person = await personFor(trx, row, comer);
  if (await roleIn(trx, row.orgId, person.id)) {
    throw new Refusal("wrong_status", `You are in ${row.orgName} already.`);
  }
  await insertMember(trx, row.orgId, person.id, row.role);
  await closeInvitation(trx, row.id, "accepted");
  const reason = `${row.email} (${person.id}) to ${row.orgId} as ${row.role}, invited by ${row.inviterId}`;
  await recordChange({ ...base, actor: actorIn(row, person) }, trx, { action: "member.join", reason });
  return { orgId: row.orgId, email: row.email };
}

/** A refused attempt by somebody we know goes into the org's trail; a stranger with a dead link is nobody's business. */
async function trail(base: Base, token: string, comer: Newcomer, refusal: Refusal): Promise<void> {
  const row = await findByToken(base.db, token);
  if (!row || !("id" in comer)) return;
  const ctx = { ...base, actor: actorIn(row, { id: comer.id, name: comer.name }) };
  const reason = `${comer.email} with the invitation of ${row.email} to ${row.orgId}`;
  await recordOrgRefusal(ctx, { action: "member.join", reason }, row.orgId, refusal.code);
}

/** Joins an org by the link of an invitation: once, in time, and only whom it was made for. */
export async function acceptInvitation(base: Base, token: string, comer: Newcomer): Promise<Joined> {
  try {
    return await transact(base.db, (trx) => join(base, trx, token, comer));
  } catch (error) {
    // Two links for one new address, used at the same moment.
    if (isTaken(error)) throw known();
    if (error instanceof Refusal) await trail(base, token, comer, error);
    throw error;
  }
}

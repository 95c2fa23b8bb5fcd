import { isAPIError } from "better-auth/api";
import { touchMember } from "@/db/queries/members";
import { type MembershipRow, memberships, setActiveOrg } from "@/db/queries/people";
import type { Actor } from "../domain/actor";
import { Refusal } from "../domain/errors";
import { rolePermissions } from "../domain/permissions";
import { runtime } from "../runtime";
import { auth } from "./better-auth";

/** A signed-in person, and the org she acts for right now. */
export interface SignedIn {
  sessionId: string;
  user: { id: string; name: string; email: string };
  orgs: MembershipRow[];
  org: MembershipRow;
  actor: Actor;
}

function actorOf(user: SignedIn["user"], org: MembershipRow): Actor {
  return {
    type: "user",
    id: user.id,
    name: user.name,
    orgId: org.orgId,
    orgName: org.orgName,
    isPlatform: org.isPlatform,
    permissions: new Set(rolePermissions(org.role)),
  };
}

const notNow = () => new Refusal("unavailable", "The database can't be reached right now; try again shortly.");

/** The library tells neither the database's silence nor a session that ended meanwhile from a fault of its own. */
async function lookUp(headers: Headers) {
  try {
    return await auth().api.getSession({ headers });
  } catch (error) {
    if (!isAPIError(error)) throw error;
    if (error.statusCode === 401) return undefined;
    throw Object.assign(notNow(), { cause: error });
  }
}

/** Who a request's session cookie stands for, in an org or in none. */
export async function findPerson(headers: Headers): Promise<Pick<SignedIn, "sessionId" | "user"> | undefined> {
  if (!headers.has("cookie")) return undefined;
  const found = await lookUp(headers);
  if (!found) return undefined;
  const { id, name, email } = found.user;
  return { sessionId: found.session.id, user: { id, name, email } };
}

/** The same with the org she acts for; undefined without a session, or for somebody who is in no org any more. */
export async function findSession(headers: Headers): Promise<SignedIn | undefined> {
  const person = await findPerson(headers);
  if (!person) return undefined;
  const orgs = await memberships(runtime().db, person.user.id, person.sessionId);
  const org = orgs.find((each) => each.isActive) ?? orgs[0];
  return org && { ...person, orgs, org, actor: actorOf(person.user, org) };
}

/** Remembers that she was here. At most once a minute and not awaited: it is no reason to wait, nor to fail. */
export function rememberSeen(session: SignedIn): void {
  if (session.org.isStale) touchMember(runtime().db, session.org.orgId, session.user.id).catch(() => undefined);
}

/** The org that the session acts for from now on; one that the person is a member of. */
export async function switchOrg(session: SignedIn, orgId: string): Promise<void> {
  if (!session.orgs.some((org) => org.orgId === orgId)) {
    throw new Refusal("not_found", "You are not a member of that org.");
  }
  await setActiveOrg(runtime().db, session.sessionId, orgId);
}

/** The org that a session acts for, where it is known already that its person is a member. */
export const actFor = (sessionId: string, orgId: string): Promise<void> => setActiveOrg(runtime().db, sessionId, orgId);

/** Hands a call to the sign-in library; what its cookies should become is in the answer's headers. */
export async function callLibrary(path: string, headers: Headers, body: unknown): Promise<Response> {
  const url = new URL(`/api/auth${path}`, runtime().env.publicUrl);
  const forwarded = new Headers(headers);
  // The origin was checked at our own door, against every name that we are reached by.
  forwarded.set("origin", url.origin);
  forwarded.set("content-type", "application/json");
  forwarded.delete("content-length");
  const request = new Request(url, { method: "POST", headers: forwarded, body: JSON.stringify(body) });
  const reply = await auth().handler(request);
  // Not to be taken for a wrong password.
  if (reply.status >= 500) throw notNow();
  return reply;
}

/** Signs a person in; the answer's `Set-Cookie` headers carry the session. */
export async function signIn(headers: Headers, email: string, password: string): Promise<Headers> {
  const reply = await callLibrary("/sign-in/email", headers, { email, password });
  if (reply.status === 429) {
    throw new Refusal("rate_limited", "Too many attempts to sign in; wait a minute and try again.");
  }
  if (!reply.ok) throw new Refusal("unauthorized", "Email or password is wrong.");
  return reply.headers;
}

export async function signOut(headers: Headers): Promise<Headers> {
  return (await callLibrary("/sign-out", headers, {})).headers;
}

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

/** Who a request's session cookie stands for; undefined without a session, or for somebody who is in no org any more. */
export async function findSession(headers: Headers): Promise<SignedIn | undefined> {
  if (!headers.has("cookie")) return undefined;
  const found = await auth().api.getSession({ headers });
  if (!found) return undefined;
  const { id, name, email } = found.user;
  const orgs = await memberships(runtime().db, id, found.session.id);
  const org = orgs.find((each) => each.isActive) ?? orgs[0];
  if (!org) return undefined;
  const user = { id, name, email };
  return { sessionId: found.session.id, user, orgs, org, actor: actorOf(user, org) };
}

/** The org that the session acts for from now on; one that the person is a member of. */
export async function switchOrg(session: SignedIn, orgId: string): Promise<void> {
  if (!session.orgs.some((org) => org.orgId === orgId)) {
    throw new Refusal("not_found", "You are not a member of that org.");
  }
  await setActiveOrg(runtime().db, session.sessionId, orgId);
}

/** Hands a call to the sign-in library; what its cookies should become is in the answer's headers. */
async function callLibrary(path: string, headers: Headers, body: unknown): Promise<Response> {
  const url = new URL(`/api/auth${path}`, runtime().env.publicUrl);
  const forwarded = new Headers(headers);
  // The origin was checked at our own door, against every name that we are reached by.
  forwarded.set("origin", url.origin);
  forwarded.set("content-type", "application/json");
  forwarded.delete("content-length");
  return auth().handler(new Request(url, { method: "POST", headers: forwarded, body: JSON.stringify(body) }));
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

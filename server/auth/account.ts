import { hashPassword } from "better-auth/crypto";
import { activateByToken, deleteSession, type SessionInfoRow, sessionsOf, setName } from "@/db/queries/accounts";
import { notFound, Refusal } from "../domain/errors";
import { runtime } from "../runtime";
import { callLibrary, type SignedIn } from "./session";

/** What is kept of a password. */
export const passwordHash = (password: string): Promise<string> => hashPassword(password);

export const rename = (session: SignedIn, name: string): Promise<void> => setName(runtime().db, session.user.id, name);

/** Sets another password; all other sessions of the person end. The answer's headers carry her new cookie. */
export async function changePassword(
  session: SignedIn,
  headers: Headers,
  input: { current: string; next: string },
): Promise<Headers> {
  const body = { currentPassword: input.current, newPassword: input.next, revokeOtherSessions: true };
  const reply = await callLibrary("/change-password", headers, body);
  if (reply.status === 429) throw new Refusal("rate_limited", "Too many attempts; wait a minute and try again.");
  if (!reply.ok) {
    const fields = [{ field: "current", message: "is not your password" }];
    throw new Refusal("invalid_request", "This is not your present password.", { fields });
  }
  const { token } = (await reply.json()) as { token?: string | null };
  if (token) await activateByToken(runtime().db, token, session.org.orgId);
  return reply.headers;
}

/** The sessions of a person that are not over, the newest first. */
export const listSessions = (session: SignedIn): Promise<SessionInfoRow[]> => sessionsOf(runtime().db, session.user.id);

/** Ends a session of one's own, with the next request it makes. */
export async function endSession(session: SignedIn, sessionId: string): Promise<void> {
  if (!(await deleteSession(runtime().db, session.user.id, sessionId))) throw notFound();
}

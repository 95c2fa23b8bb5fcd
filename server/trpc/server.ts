import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findSession, type SignedIn } from "../auth/session";
import type { SessionView } from "../contract/console";
import { sessionView } from "./session-router";

/** The session of the page that is being made; looked up once a request. */
export const pageSession = cache(async (): Promise<SignedIn | undefined> => findSession(new Headers(await headers())));

/** The session, or a way to the sign-in page. */
export async function requireSession(): Promise<SessionView> {
  const session = await pageSession();
  if (!session) redirect("/sign-in");
  return sessionView(session);
}

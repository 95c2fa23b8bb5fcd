import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findSession, type SignedIn } from "../auth/session";
import type { NodeView, SessionView } from "../contract/console";
import { operations } from "../contract/operations";
import { Refusal } from "../domain/errors";
import { permit } from "../services/authorize";
import { readNodeView } from "../services/console/read-node-view";
import { createContext, serviceContext } from "./init";
import { sessionView } from "./session-router";

/** The session of the page that is being made; looked up once a request. */
export const pageSession = cache(async (): Promise<SignedIn | undefined> => findSession(new Headers(await headers())));

/** The sign-in page, with the way back to what was asked for. */
async function toSignIn(): Promise<never> {
  const asked = await headers();
  const here = new URL(asked.get("x-holdfast-target") ?? "/", "http://here.invalid");
  here.searchParams.delete("_rsc");
  const query = new URLSearchParams({
    ...(asked.get("cookie")?.includes("session_token") && { expired: "1" }),
    next: here.pathname + here.search,
  });
  return redirect(`/sign-in?${query}`);
}

/** The session, or a way to the sign-in page. */
export async function requireSession(): Promise<SessionView> {
  const session = (await pageSession()) ?? (await toSignIn());
  return sessionView(session);
}

/** A node for its page; undefined where there is none that this person may see: the page is the same 404 for all of it. */
export async function readNode(nodeId: string): Promise<NodeView | undefined> {
  const session = await pageSession();
  if (!session) return toSignIn();
  const ctx = await createContext(new Headers(await headers()), new Headers());
  try {
    const service = serviceContext({ ...ctx, session });
    permit(service, operations.getNode);
    return await readNodeView(service, { nodeId });
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") return undefined;
    throw error;
  }
}

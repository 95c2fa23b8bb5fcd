import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findSession, type SignedIn } from "../auth/session";
import type { NodeView, ReservationPageView, SessionView } from "../contract/console";
import type { Operation } from "../contract/operation";
import { operations } from "../contract/operations";
import { Refusal } from "../domain/errors";
import { permit } from "../services/authorize";
import { readNodeView } from "../services/console/read-node-view";
import { readReservationPage } from "../services/console/read-reservation-view";
import type { Context } from "../services/shared/context";
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

/** What a page shows; undefined where there is nothing that this person may see: the page is the same 404 for all of it. */
async function readForPage<T>(op: Operation, read: (ctx: Context) => Promise<T>): Promise<T | undefined> {
  const session = await pageSession();
  if (!session) return toSignIn();
  const ctx = await createContext(new Headers(await headers()), new Headers());
  try {
    const service = serviceContext({ ...ctx, session });
    permit(service, op);
    return await read(service);
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") return undefined;
    throw error;
  }
}

export const readNode = (nodeId: string): Promise<NodeView | undefined> =>
  readForPage(operations.getNode, (ctx) => readNodeView(ctx, { nodeId }));

export const readReservation = (reservationId: string): Promise<ReservationPageView | undefined> =>
  readForPage(operations.getReservation, (ctx) => readReservationPage(ctx, { reservationId }));

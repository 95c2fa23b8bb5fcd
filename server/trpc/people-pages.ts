import { headers } from "next/headers";
import { findPerson } from "../auth/session";
import { Refusal } from "../domain/errors";
import { runtime } from "../runtime";
import { type OpenedInvitation, openInvitation } from "../services/people/invitation";
import { perform } from "../services/perform";
import type { Org } from "../services/shared/present";
import { createContext, serviceContext } from "./init";
import { pageSession, requireSession } from "./server";

/** An org for a page of the operator's people; undefined for everybody else, and where there is none. */
export async function readForeignOrg(orgId: string): Promise<{ id: string; name: string } | undefined> {
  await requireSession();
  const session = await pageSession();
  if (!session?.actor.isPlatform) return undefined;
  const ctx = await createContext(new Headers(await headers()), new Headers());
  try {
    const org = (await perform(serviceContext({ ...ctx, session }), "getOrg", { orgId })) as Org;
    return { id: org.id, name: org.name };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Who opens a page before the console, in an org or in none. */
export const pagePerson = async () => (await findPerson(new Headers(await headers())))?.user;

export const readInvitation = (token: string): Promise<OpenedInvitation | undefined> =>
  openInvitation(runtime().db, token);

import { z } from "zod";
import { findSession, type SignedIn, signIn, signOut, switchOrg } from "../auth/session";
import { needsSetup, setUpFirstAdmin } from "../auth/setup";
import type { SessionView } from "../contract/console";
import { email, newPassword, password, personName } from "../contract/people";
import { id, MAX_NAME, requiredText } from "../contract/text";
import { protectedProcedure, publicProcedure, router, type TrpcContext } from "./init";

export function sessionView(session: SignedIn): SessionView {
  const { user, org, orgs, actor } = session;
  return {
    user,
    org: { id: org.orgId, name: org.orgName, isPlatform: org.isPlatform, role: org.role },
    orgs: orgs.map((each) => ({ id: each.orgId, name: each.orgName, role: each.role })),
    permissions: [...actor.permissions],
  };
}

/** Hands the cookies of the sign-in library on. */
export function passCookies(ctx: TrpcContext, from: Headers): void {
  for (const cookie of from.getSetCookie()) ctx.answerHeaders.append("set-cookie", cookie);
}

/** Signing in and out, and the org that a person acts for. */
export const sessionRouter = router({
  signIn: publicProcedure.input(z.strictObject({ email, password })).mutation(async ({ ctx, input }) => {
    passCookies(ctx, await signIn(ctx.headers, input.email, input.password));
    return { signedIn: true as const };
  }),
  signOut: publicProcedure.mutation(async ({ ctx }) => {
    passCookies(ctx, await signOut(ctx.headers));
    return { signedIn: false as const };
  }),
  me: protectedProcedure.query(({ ctx }) => sessionView(ctx.session)),
  switchOrg: protectedProcedure.input(z.strictObject({ orgId: id() })).mutation(async ({ ctx, input }) => {
    await switchOrg(ctx.session, input.orgId);
    const session = await findSession(ctx.headers);
    return session ? sessionView(session) : undefined;
  }),
  needsSetup: publicProcedure.query(() => needsSetup()),
  setup: publicProcedure
    .input(
      z.strictObject({
        apiKey: z.string().max(1000).optional(),
        orgName: requiredText(MAX_NAME),
        name: personName,
        email,
        password: newPassword,
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await setUpFirstAdmin(input);
      passCookies(ctx, await signIn(ctx.headers, input.email, input.password));
      return { signedIn: true as const };
    }),
});

import { changePassword, endSession, listSessions, passwordHash, rename } from "../auth/account";
import { actFor, findPerson, type SignedIn, signIn } from "../auth/session";
import { operations } from "../contract/operations";
import {
  acceptInput,
  changePasswordInput,
  invitationInput,
  inviteInput,
  joinInput,
  type Mailing,
  memberInput,
  nameInput,
  noInput,
  orgInput,
  orgListInput,
  roleInput,
  type SessionRow,
  sessionInput,
} from "../contract/people";
import { Refusal } from "../domain/errors";
import { INVITATION_PROBLEM } from "../domain/membership";
import { sendMail } from "../mail";
import { runtime } from "../runtime";
import { permit } from "../services/authorize";
import { listKeys } from "../services/console/list-keys";
import { listAllOrgs } from "../services/console/list-orgs";
import { acceptInvitation } from "../services/people/accept-invitation";
import { changeRole } from "../services/people/change-role";
import { openInvitation } from "../services/people/invitation";
import { type Invited, invite } from "../services/people/invite";
import { leaveOrg } from "../services/people/leave-org";
import { listPeople } from "../services/people/list-people";
import { removeMember } from "../services/people/remove-member";
import { revokeInvitation } from "../services/people/revoke-invitation";
import { present, utc } from "../services/shared/present";
import { protectedProcedure, publicProcedure, router, serviceContext, type TrpcContext } from "./init";
import { passCookies } from "./session-router";

const DONE = { done: true } as const;

const baseContext = (ctx: TrpcContext) => {
  const { db, cursorKey } = runtime();
  return { db, requestId: ctx.requestId, source: ctx.source, cursorKey };
};

function mailInvitation(invited: Invited, by: string, link: string): Promise<Mailing> {
  return sendMail(runtime().env.mail, {
    to: invited.email,
    subject: `Invitation to ${invited.orgName} on Holdfast`,
    text: [
      `${by} invites you to join ${invited.orgName} on Holdfast, as ${invited.role}.`,
      "",
      `Accept within seven days: ${link}`,
      "",
      "The link works once. If you don't expect this, ignore it.",
    ].join("\n"),
  });
}

/** The members of an org and invitations into it. Who may do what is in server/domain/membership. */
export const peopleRouter = router({
  list: protectedProcedure.input(orgInput).query(({ ctx, input }) => listPeople(serviceContext(ctx), input)),
  changeRole: protectedProcedure.input(roleInput).mutation(async ({ ctx, input }) => {
    await changeRole(serviceContext(ctx), input);
    return DONE;
  }),
  remove: protectedProcedure.input(memberInput).mutation(async ({ ctx, input }) => {
    await removeMember(serviceContext(ctx), input);
    return DONE;
  }),
  leave: protectedProcedure.input(orgInput).mutation(async ({ ctx, input }) => {
    await leaveOrg(serviceContext(ctx), input);
    return DONE;
  }),
  invite: protectedProcedure.input(inviteInput).mutation(async ({ ctx, input }) => {
    const invited = await invite(serviceContext(ctx), input);
    const { token, orgName: _, ...shown } = invited;
    const link = `${runtime().env.publicUrl}/invite/${token}`;
    return { ...shown, link, mail: await mailInvitation(invited, ctx.session.user.name, link) };
  }),
  revokeInvitation: protectedProcedure.input(invitationInput).mutation(async ({ ctx, input }) => {
    await revokeInvitation(serviceContext(ctx), input);
    return DONE;
  }),
});

/** Joining by the link of an invitation: by somebody who is signed in, or by somebody new. */
export const invitationsRouter = router({
  accept: publicProcedure.input(acceptInput).mutation(async ({ ctx, input }) => {
    const person = await findPerson(ctx.headers);
    if (!person) throw new Refusal("unauthorized", "Your session has ended; sign in again.");
    const { orgId } = await acceptInvitation(baseContext(ctx), input.token, person.user);
    await actFor(person.sessionId, orgId);
    return DONE;
  }),
  join: publicProcedure.input(joinInput).mutation(async ({ ctx, input }) => {
    const opened = await openInvitation(runtime().db, input.token);
    // Before the work of hashing: only a good link is worth it.
    if (opened && opened.state !== "pending") throw new Refusal("wrong_status", INVITATION_PROBLEM[opened.state]);
    const comer = { name: input.name, passwordHash: opened ? await passwordHash(input.password) : "" };
    const { email } = await acceptInvitation(baseContext(ctx), input.token, comer);
    passCookies(ctx, await signIn(ctx.headers, email, input.password));
    return DONE;
  }),
});

/** Keys as their page shows them; making and revoking are calls of the operation table. */
export const keysRouter = router({
  list: protectedProcedure.input(orgInput).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.listApiKeys);
    return listKeys(serviceContext(ctx), input);
  }),
});

export const allOrgsRouter = router({
  list: protectedProcedure.input(orgListInput).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.listOrgs);
    return listAllOrgs(serviceContext(ctx), input);
  }),
});

async function sessionRows(session: SignedIn): Promise<SessionRow[]> {
  const rows = await listSessions(session);
  return rows.map(({ createdAt, expiresAt, ...row }) =>
    present({ ...row, isThis: row.id === session.sessionId, createdAt: utc(createdAt), expiresAt: utc(expiresAt) }),
  );
}

/** A person's own account. */
export const accountRouter = router({
  rename: protectedProcedure.input(nameInput).mutation(async ({ ctx, input }) => {
    await rename(ctx.session, input.name);
    return DONE;
  }),
  changePassword: protectedProcedure.input(changePasswordInput).mutation(async ({ ctx, input }) => {
    passCookies(ctx, await changePassword(ctx.session, ctx.headers, input));
    return DONE;
  }),
  sessions: protectedProcedure.input(noInput).query(({ ctx }) => sessionRows(ctx.session)),
  endSession: protectedProcedure.input(sessionInput).mutation(async ({ ctx, input }) => {
    await endSession(ctx.session, input.sessionId);
    return DONE;
  }),
});

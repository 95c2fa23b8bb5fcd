import type { Metadata } from "next";
import { ROLE_NAMES } from "@/components/patterns/role-words";
import { AuthFrame } from "@/components/shell/auth-frame";
import { InvitationView } from "@/components/shell/invitation-view";
import { INVITATION_PROBLEM } from "@/server/domain/membership";
import { pagePerson, readInvitation } from "@/server/trpc/people-pages";

export const metadata: Metadata = { title: "Invitation", robots: { index: false } };

const UNKNOWN = "This invitation link is not valid. Check that it was copied whole.";

export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await readInvitation(token);
  if (invitation?.state !== "pending") {
    const why = invitation ? INVITATION_PROBLEM[invitation.state] : UNKNOWN;
    return (
      <AuthFrame title="Invitation" lead={why}>
        <a href="/" className="underline underline-offset-2">
          Go to the console
        </a>
      </AuthFrame>
    );
  }
  const { orgName, email, role, hasAccount } = invitation;
  return (
    <AuthFrame title={`Join ${orgName}`} lead={`You are invited as ${ROLE_NAMES[role].toLowerCase()}, with ${email}.`}>
      <InvitationView
        token={token}
        orgName={orgName}
        email={email}
        hasAccount={hasAccount}
        signedInAs={(await pagePerson())?.email}
      />
    </AuthFrame>
  );
}

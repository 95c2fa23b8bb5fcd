"use client";

import { UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { PageHeader } from "@/components/patterns/page-header";
import { readProblem } from "@/components/patterns/problem";
import { useQueryParam } from "@/components/patterns/use-query-param";
import { Button } from "@/components/ui/button";
import { SearchField } from "@/components/ui/search-field";
import { ErrorState } from "@/components/ui/states";
import type { MemberView, PeopleView } from "@/server/contract/people";
import { whyNotManage } from "@/server/domain/membership";
import { InvitationsTable } from "./invitations-table";
import type { Invitee } from "./invite-dialog";
import { MembersTable } from "./members-table";
import { useMemberActions } from "./use-member-actions";
import { usePeople } from "./use-people";

const InviteDialog = dynamic(() => import("./invite-dialog").then((module) => module.InviteDialog), { ssr: false });

/** From how many people on a search is worth its place. */
const MANY = 8;

const matches = (member: MemberView, text: string) =>
  `${member.name} ${member.email}`.toLowerCase().includes(text.trim().toLowerCase());

interface PeoplePageProps {
  org: { id: string; name: string };
  /** Somebody of the operator's looks at another org. */
  isForeign?: boolean;
}

function useInviting(view: PeopleView | undefined) {
  const [invitee, setInvitee] = useState<Invitee>();
  // A new org needs an owner first.
  const first: Invitee = { email: "", role: view?.members.length === 0 ? "owner" : "member" };
  return { invitee, start: (who: Invitee = first) => setInvitee(who), stop: () => setInvitee(undefined) };
}

/** Who is in an org, as what, and who is invited. */
export function PeoplePage({ org, isForeign = false }: PeoplePageProps) {
  const people = usePeople(org.id);
  const view = people.data;
  const [search, setSearch] = useQueryParam("search");
  const actions = useMemberActions(view?.org ?? org);
  const inviting = useInviting(view);
  const mayInvite = view !== undefined && !whyNotManage(view.you);
  const shown = view?.members.filter((member) => matches(member, search));
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title="People"
        crumbs={isForeign ? [{ label: "Organizations", href: "/orgs" }, { label: org.name }] : undefined}
        meta={view && `${view.members.length} ${view.members.length === 1 ? "person" : "people"} in ${org.name}`}
        actions={
          mayInvite && (
            <Button variant="primary" icon={UserPlus} onPress={() => inviting.start()}>
              Invite
            </Button>
          )
        }
      />
      {view && (search || view.members.length > MANY) && (
        <div className="w-full sm:w-64">
          <SearchField label="Search people" placeholder="Name or email" value={search} onChange={setSearch} />
        </div>
      )}
      <MembersTable
        view={view}
        shown={shown}
        actions={actions}
        isFiltered={search !== ""}
        error={
          people.error && (
            <ErrorState
              title="The people could not be loaded"
              onRetry={() => void people.refetch()}
              isRetrying={people.isRefetching}
            >
              {readProblem(people.error).message}
            </ErrorState>
          )
        }
      />
      {view && view.invitations.length > 0 && (
        <section aria-label="Invitations" className="flex flex-col gap-2 pt-4">
          <h2 className="font-semibold">Open invitations</h2>
          <InvitationsTable view={view} onAgain={inviting.start} onWithdraw={actions.withdraw} />
        </section>
      )}
      {view && inviting.invitee && <InviteDialog view={view} invitee={inviting.invitee} onClose={inviting.stop} />}
    </div>
  );
}

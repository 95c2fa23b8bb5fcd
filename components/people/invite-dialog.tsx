"use client";

import { useId, useState } from "react";
import { FormShell } from "@/components/patterns/form-shell";
import { fieldError } from "@/components/patterns/problem";
import { ROLE_HELP, ROLE_NAMES } from "@/components/patterns/role-words";
import { type SentChange, useChange } from "@/components/patterns/use-change";
import { emailProblem } from "@/components/shell/people-input";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Code } from "@/components/ui/copy";
import { Dialog } from "@/components/ui/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { TextField } from "@/components/ui/text-field";
import { RadioGroup } from "@/components/ui/toggles";
import type { Mailing, PeopleView } from "@/server/contract/people";
import { whyNotGive } from "@/server/domain/membership";
import { ROLES, type Role } from "@/server/domain/permissions";

export interface Invitee {
  email: string;
  role: Role;
}

interface Answer {
  email: string;
  link: string;
  expiresAt: string;
  mail: Mailing;
}

interface InviteDialogProps {
  view: PeopleView;
  /** Filled in at first. */
  invitee: Invitee;
  onClose: () => void;
}

const mailLine: Record<Mailing, (email: string) => string> = {
  taken: (email) => `The link was mailed to ${email}.`,
  refused: () => "The mail could not be handed over: pass the link on yourself.",
  underway: (email) => `The mail to ${email} is still on its way out: if it doesn’t come, pass the link on yourself.`,
  unset: () => "This installation sends no mail: pass the link on yourself.",
};

function Made({ answer }: { answer: Answer }) {
  return (
    <div className="flex flex-col gap-4">
      <Callout
        tone={["taken", "unset"].includes(answer.mail) ? "ok" : "warn"}
        title="The invitation is ready"
        role="status"
      >
        {mailLine[answer.mail](answer.email)}
      </Callout>
      <div className="flex flex-col gap-1">
        <Code block copyLabel="Copy link">
          {answer.link}
        </Code>
        <p className="text-ink-muted text-xs">
          Shown this once. It works once, for {answer.email} alone, and ends <RelativeTime time={answer.expiresAt} />.
        </p>
      </div>
    </div>
  );
}

type Sent = SentChange<{ orgId: string; email: string; role: Role }, Answer>;

function InviteForm({ view, invitee, id, invite }: Omit<InviteDialogProps, "onClose"> & { id: string; invite: Sent }) {
  const [email, setEmail] = useState(invitee.email);
  const [role, setRole] = useState<Role>(invitee.role);
  const [isTried, setTried] = useState(false);
  const wrong = emailProblem(email, "Write an email address.");
  const submit = () => {
    setTried(true);
    if (!wrong) invite.send({ orgId: view.org.id, email: email.trim(), role });
  };
  return (
    <FormShell label="Invitation" id={id} onSubmit={submit} problem={invite.problem} fieldNames={["email"]}>
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        autoFocus
        value={email}
        onChange={setEmail}
        error={isTried ? (wrong ?? fieldError(invite.problem, "email")) : undefined}
      />
      <RadioGroup
        label="Role"
        value={role}
        onChange={setRole}
        choices={ROLES.map((each) => {
          const why = whyNotGive(view.you, each)?.message;
          return { id: each, label: ROLE_NAMES[each], detail: why ?? ROLE_HELP[each], isDisabled: why !== undefined };
        })}
      />
    </FormShell>
  );
}

/** Asks for an address and a role, then shows the link, once. */
export function InviteDialog({ view, invitee, onClose }: InviteDialogProps) {
  const trpc = useTRPC();
  const id = useId();
  // What the answer carries must not linger once the dialog is closed.
  const invite = useChange({ ...trpc.people.invite.mutationOptions(), gcTime: 0 }, () => {}, trpc.people.pathKey());
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Invite to ${view.org.name}`}
      footer={
        invite.answer ? (
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button type="submit" form={id} variant="primary" isPending={invite.isPending} pendingLabel="Inviting">
              Create invitation
            </Button>
          </>
        )
      }
    >
      {invite.answer ? (
        <Made answer={invite.answer} />
      ) : (
        <InviteForm view={view} invitee={invitee} id={id} invite={invite} />
      )}
    </Dialog>
  );
}

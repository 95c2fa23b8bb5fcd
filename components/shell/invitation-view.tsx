"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormShell } from "../patterns/form-shell";
import { fieldError, readProblem } from "../patterns/problem";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { Button } from "../ui/button";
import { Callout } from "../ui/callout";
import { TextField } from "../ui/text-field";
import { newPasswordProblem } from "./people-input";

interface InvitationViewProps {
  token: string;
  orgName: string;
  /** Whom the invitation is for. */
  email: string;
  /** Somebody with that address can sign in already. */
  hasAccount: boolean;
  signedInAs: string | undefined;
}

const toConsole = () => window.location.assign("/");

/** Somebody new: her name and password make her account. */
function JoinForm({ token, email }: InvitationViewProps) {
  const trpc = useTRPC();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const join = useMutation(trpc.invitations.join.mutationOptions({ onSuccess: toConsole }));
  const refused = join.error ? readProblem(join.error) : undefined;
  const wrong = { name: name.trim() === "" ? "Write your name." : undefined, password: newPasswordProblem(password) };
  const submit = () => {
    setTried(true);
    if (!wrong.name && !wrong.password && !join.isPending) join.mutate({ token, name: name.trim(), password });
  };
  return (
    <FormShell label="Join" onSubmit={submit} problem={refused} fieldNames={["name", "password"]}>
      {/* For password managers: which account this is. */}
      <TextField label="Email" type="email" name="email" autoComplete="username" value={email} isReadOnly />
      <TextField
        label="Your name"
        autoComplete="name"
        autoFocus
        value={name}
        onChange={setName}
        error={isTried ? (wrong.name ?? fieldError(refused, "name")) : undefined}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="new-password"
        description="At least 12 characters."
        value={password}
        onChange={setPassword}
        error={isTried ? (wrong.password ?? fieldError(refused, "password")) : undefined}
      />
      <Button type="submit" variant="primary" isPending={join.isPending || join.isSuccess} pendingLabel="Joining">
        Join and sign in
      </Button>
    </FormShell>
  );
}

/** Somebody who has an account and is not signed in. */
function SignInAndAccept({ token, email }: InvitationViewProps) {
  const client = useTRPCClient();
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const accept = useMutation({
    mutationFn: async () => {
      await client.session.signIn.mutate({ email, password });
      await client.invitations.accept.mutate({ token });
    },
    onSuccess: toConsole,
  });
  const submit = () => {
    setTried(true);
    if (password !== "" && !accept.isPending) accept.mutate();
  };
  return (
    <FormShell
      label="Sign in and accept"
      onSubmit={submit}
      problem={accept.error ? readProblem(accept.error) : undefined}
      fieldNames={[]}
    >
      <p>You have an account with this address: sign in to accept.</p>
      <TextField label="Email" type="email" name="email" autoComplete="username" value={email} isReadOnly />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
        error={isTried && password === "" ? "Write your password." : undefined}
      />
      <Button
        type="submit"
        variant="primary"
        isPending={accept.isPending || accept.isSuccess}
        pendingLabel="Signing in"
      >
        Sign in and accept
      </Button>
    </FormShell>
  );
}

/** Whom it is for is signed in: one press. */
function Accept({ token, orgName }: InvitationViewProps) {
  const trpc = useTRPC();
  const accept = useMutation(trpc.invitations.accept.mutationOptions({ onSuccess: toConsole }));
  return (
    <FormShell
      label="Accept"
      onSubmit={() => !accept.isPending && accept.mutate({ token })}
      problem={accept.error ? readProblem(accept.error) : undefined}
      fieldNames={[]}
    >
      <Button type="submit" variant="primary" isPending={accept.isPending || accept.isSuccess} pendingLabel="Joining">
        {`Join ${orgName}`}
      </Button>
    </FormShell>
  );
}

/** Somebody else is signed in: nothing can be accepted before she has signed out. */
function WrongPerson({ email, signedInAs }: InvitationViewProps) {
  const trpc = useTRPC();
  const signOut = useMutation(trpc.session.signOut.mutationOptions({ onSuccess: () => window.location.reload() }));
  return (
    <div className="flex flex-col gap-4">
      <Callout tone="warn">
        This invitation is for {email}, and you are signed in as {signedInAs}. Sign out to accept it.
      </Callout>
      <Button onPress={() => signOut.mutate()} isPending={signOut.isPending || signOut.isSuccess}>
        Sign out
      </Button>
    </div>
  );
}

/** What the holder of an invitation's link can do with it. */
export function InvitationView(props: InvitationViewProps) {
  const { email, signedInAs, hasAccount } = props;
  if (signedInAs !== undefined)
    return signedInAs.toLowerCase() === email ? <Accept {...props} /> : <WrongPerson {...props} />;
  return hasAccount ? <SignInAndAccept {...props} /> : <JoinForm {...props} />;
}

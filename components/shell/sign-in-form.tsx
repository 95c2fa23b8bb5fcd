"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormShell } from "../patterns/form-shell";
import { fieldError, readProblem } from "../patterns/problem";
import { useTRPC } from "../trpc/client";
import { Button } from "../ui/button";
import { Callout } from "../ui/callout";
import { TextField } from "../ui/text-field";
import { emailProblem } from "./people-input";

interface SignInFormProps {
  /** A path of the console. */
  next: string;
  /** The person was signed in until a moment ago. */
  hasExpired: boolean;
}

export function SignInForm({ next, hasExpired }: SignInFormProps) {
  const trpc = useTRPC();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const signIn = useMutation(trpc.session.signIn.mutationOptions({ onSuccess: () => window.location.assign(next) }));
  const refused = signIn.error ? readProblem(signIn.error) : undefined;
  const missing = {
    email: emailProblem(email),
    password: password === "" ? "Write your password." : undefined,
  };
  const submit = () => {
    setTried(true);
    if (!missing.email && !missing.password && !signIn.isPending) signIn.mutate({ email: email.trim(), password });
  };
  return (
    <FormShell label="Sign in" onSubmit={submit} problem={refused} fieldNames={["email", "password"]}>
      {hasExpired && !signIn.error && <Callout>Your session has ended. Sign in to go on where you were.</Callout>}
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={setEmail}
        error={isTried ? (missing.email ?? fieldError(refused, "email")) : undefined}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={isTried ? (missing.password ?? fieldError(refused, "password")) : undefined}
      />
      <Button
        type="submit"
        variant="primary"
        isPending={signIn.isPending || signIn.isSuccess}
        pendingLabel="Signing in"
      >
        Sign in
      </Button>
    </FormShell>
  );
}

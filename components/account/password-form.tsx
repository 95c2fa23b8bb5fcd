"use client";

import { useState } from "react";
import { FormShell } from "@/components/patterns/form-shell";
import { fieldError } from "@/components/patterns/problem";
import { useChange } from "@/components/patterns/use-change";
import { newPasswordProblem } from "@/components/shell/people-input";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";

const EMPTY = { current: "", next: "" };

export function PasswordForm({ email }: { email: string }) {
  const trpc = useTRPC();
  const [values, setValues] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  const wrong = {
    current: values.current === "" ? "Write your present password." : undefined,
    next: newPasswordProblem(values.next),
  };
  const change = useChange(
    trpc.account.changePassword.mutationOptions(),
    () => {
      toast({ tone: "ok", title: "Your password is changed", detail: "All other sessions of yours have ended." });
      setValues(EMPTY);
      setTried(false);
    },
    trpc.account.pathKey(),
  );
  const submit = () => {
    setTried(true);
    if (!wrong.current && !wrong.next) change.send(values);
  };
  return (
    <FormShell
      label="Password"
      onSubmit={submit}
      problem={change.problem}
      fieldNames={["current", "next"]}
      footer={
        <Button type="submit" isPending={change.isPending} pendingLabel="Changing">
          Change password
        </Button>
      }
    >
      <input type="text" name="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Present password"
        type="password"
        autoComplete="current-password"
        value={values.current}
        onChange={(current) => setValues((before) => ({ ...before, current }))}
        error={isTried ? (wrong.current ?? fieldError(change.problem, "current")) : undefined}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        description="At least 12 characters. Every other session of yours ends."
        value={values.next}
        onChange={(next) => setValues((before) => ({ ...before, next }))}
        error={isTried ? (wrong.next ?? fieldError(change.problem, "next")) : undefined}
      />
    </FormShell>
  );
}

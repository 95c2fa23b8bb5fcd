"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormShell } from "../patterns/form-shell";
import { fieldError, readProblem } from "../patterns/problem";
import { useTRPC } from "../trpc/client";
import { Button } from "../ui/button";
import { TextField, type TextFieldProps } from "../ui/text-field";
import { emailProblem, newPasswordProblem } from "./people-input";

const EMPTY = { orgName: "", name: "", email: "", password: "" };
type Values = typeof EMPTY;
type Name = keyof Values;

const FIELDS: readonly (Pick<TextFieldProps, "label" | "type" | "autoComplete" | "description"> & { name: Name })[] = [
  {
    name: "orgName",
    label: "Organization",
    autoComplete: "organization",
    description: "The operator: it sees every node and makes all reservations.",
  },
  { name: "name", label: "Your name", autoComplete: "name" },
  { name: "email", label: "Email", type: "email", autoComplete: "username" },
  {
    name: "password",
    label: "Password",
    type: "password",
    autoComplete: "new-password",
    description: "At least 12 characters.",
  },
];

const NAMES = FIELDS.map((field) => field.name);

function problems(values: Values): Partial<Record<Name, string>> {
  return {
    orgName: values.orgName.trim() === "" ? "Write the organization's name." : undefined,
    name: values.name.trim() === "" ? "Write your name." : undefined,
    email: emailProblem(values.email),
    password: newPasswordProblem(values.password),
  };
}

/** Makes the first person, who is the owner of the operator's org. */
export function SetupForm({ next }: { next: string }) {
  const trpc = useTRPC();
  const [values, setValues] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  const setup = useMutation(trpc.session.setup.mutationOptions({ onSuccess: () => window.location.assign(next) }));
  const refused = setup.error ? readProblem(setup.error) : undefined;
  const wrong = problems(values);
  const submit = () => {
    setTried(true);
    if (NAMES.some((name) => wrong[name]) || setup.isPending) return;
    setup.mutate({ ...values, email: values.email.trim() });
  };
  return (
    <FormShell label="First admin" onSubmit={submit} problem={refused} fieldNames={NAMES}>
      {FIELDS.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          name={name}
          value={values[name]}
          onChange={(value) => setValues({ ...values, [name]: value })}
          error={isTried ? (wrong[name] ?? fieldError(refused, name)) : undefined}
        />
      ))}
      <Button type="submit" variant="primary" isPending={setup.isPending || setup.isSuccess} pendingLabel="Setting up">
        Set up and sign in
      </Button>
    </FormShell>
  );
}

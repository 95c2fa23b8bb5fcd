"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormShell } from "../patterns/form-shell";
import { fieldError, readProblem } from "../patterns/problem";
import { useTRPC } from "../trpc/client";
import { Button } from "../ui/button";
import { TextField, type TextFieldProps } from "../ui/text-field";
import { emailProblem, newPasswordProblem } from "./people-input";

const EMPTY = { apiKey: "", orgName: "", name: "", email: "", password: "" };
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

const KEY_FIELD = {
  name: "apiKey",
  label: "Platform API key",
  type: "password",
  autoComplete: "off",
  description: "The BOOTSTRAP_API_KEY that this installation was started with, or another key of the platform org.",
} as const;

function problems(values: Values, needsKey: boolean): Partial<Record<Name, string>> {
  return {
    apiKey: needsKey && values.apiKey.trim() === "" ? "Write a platform API key." : undefined,
    orgName: values.orgName.trim() === "" ? "Write the organization's name." : undefined,
    name: values.name.trim() === "" ? "Write your name." : undefined,
    email: emailProblem(values.email),
    password: newPasswordProblem(values.password),
  };
}

/** Makes the first person, who is the owner of the operator's org. */
export function SetupForm({ next, needsKey }: { next: string; needsKey: boolean }) {
  const trpc = useTRPC();
  const [values, setValues] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  const setup = useMutation(trpc.session.setup.mutationOptions({ onSuccess: () => window.location.assign(next) }));
  const refused = setup.error ? readProblem(setup.error) : undefined;
  const wrong = problems(values, needsKey);
  const fields = needsKey ? [KEY_FIELD, ...FIELDS] : FIELDS;
  const names = fields.map((field) => field.name);
  const submit = () => {
    setTried(true);
    if (names.some((name) => wrong[name]) || setup.isPending) return;
    const { apiKey, ...person } = values;
    setup.mutate({ ...person, email: person.email.trim(), ...(needsKey && { apiKey: apiKey.trim() }) });
  };
  return (
    <FormShell label="First admin" onSubmit={submit} problem={refused} fieldNames={names}>
      {fields.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          name={name}
          value={values[name]}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          error={isTried ? (wrong[name] ?? fieldError(refused, name)) : undefined}
        />
      ))}
      <Button type="submit" variant="primary" isPending={setup.isPending || setup.isSuccess} pendingLabel="Setting up">
        Set up and sign in
      </Button>
    </FormShell>
  );
}

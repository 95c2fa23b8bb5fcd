"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { SessionView } from "@/server/contract/console";
import { readProblem } from "../patterns/problem";
import { useTRPCClient } from "../trpc/client";
import { Button } from "../ui/button";
import { Callout } from "../ui/callout";
import { Dialog } from "../ui/dialog";
import { Link } from "../ui/link";
import { TextField } from "../ui/text-field";

function useSignInAgain(session: SessionView, done: () => void) {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (password: string) => {
      await client.session.signIn.mutate({ email: session.user.email, password });
      // A new session begins in the person's first org, and the pages here are about this one.
      await client.session.switchOrg.mutate({ orgId: session.org.id });
    },
    onSuccess: async () => {
      queryClient.getMutationCache().clear();
      await queryClient.resetQueries({ predicate: (query) => query.state.status === "error" });
      await queryClient.invalidateQueries();
      done();
    },
  });
}

/** The session ended under an open page: signing in again here keeps what was typed. */
export function SessionEnded({ session, done }: { session: SessionView; done: () => void }) {
  const [password, setPassword] = useState("");
  const formId = useId();
  const again = useSignInAgain(session, () => {
    setPassword("");
    done();
  });
  const here = window.location.pathname + window.location.search;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== "" && !again.isPending) again.mutate(password);
  };
  return (
    <Dialog
      title="Your session has ended"
      subtitle="Sign in again to go on. What you typed is kept."
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) done();
      }}
      footer={
        <>
          <span className="flex-1 text-sm">
            <Link href={`/sign-in?expired=1&next=${encodeURIComponent(here)}`}>Sign in as somebody else</Link>
          </span>
          <Button type="submit" form={formId} variant="primary" isPending={again.isPending}>
            Sign in
          </Button>
        </>
      }
    >
      <form id={formId} aria-label="Sign in again" onSubmit={submit} className="flex flex-col gap-3">
        {again.error && (
          <Callout tone="danger" role="alert">
            {readProblem(again.error).message}
          </Callout>
        )}
        <p>{session.user.email}</p>
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
        />
      </form>
    </Dialog>
  );
}

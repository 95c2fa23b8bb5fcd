"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormShell } from "@/components/patterns/form-shell";
import { fieldError } from "@/components/patterns/problem";
import { useChange } from "@/components/patterns/use-change";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";

export function ProfileForm({ user }: { user: { name: string; email: string } }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [name, setName] = useState(user.name);
  const [isTried, setTried] = useState(false);
  const wrong = name.trim() === "" ? "Write your name." : undefined;
  const rename = useChange(
    trpc.account.rename.mutationOptions(),
    () => {
      toast({ tone: "ok", title: "Your name is changed" });
      router.refresh();
    },
    trpc.session.pathKey(),
  );
  const submit = () => {
    setTried(true);
    if (!wrong) rename.send({ name: name.trim() });
  };
  return (
    <FormShell
      label="Profile"
      onSubmit={submit}
      problem={rename.problem}
      fieldNames={["name"]}
      footer={
        <Button type="submit" isPending={rename.isPending} pendingLabel="Saving">
          Save name
        </Button>
      }
    >
      <TextField label="Email" value={user.email} isReadOnly description="What you sign in with." />
      <TextField
        label="Name"
        autoComplete="name"
        value={name}
        onChange={setName}
        error={isTried ? (wrong ?? fieldError(rename.problem, "name")) : undefined}
      />
    </FormShell>
  );
}

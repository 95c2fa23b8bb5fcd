"use client";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { FormShell } from "@/components/patterns/form-shell";
import { fieldError } from "@/components/patterns/problem";
import { useChange } from "@/components/patterns/use-change";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { slugOf } from "@/server/domain/slug";

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

function problemsOf(name: string, slug: string) {
  return {
    name: name.trim() === "" ? "Write the organization's name." : undefined,
    slug: slug !== "" && !SLUG.test(slug) ? "Use lower-case letters, digits and single hyphens." : undefined,
  };
}

/** Makes an org; its people come by invitation. */
export function OrgDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const id = useId();
  const [name, setName] = useState("");
  const [slug, setSlug] = useState("");
  const [isTried, setTried] = useState(false);
  const create = useChange(
    trpc.orgs.create.mutationOptions(),
    (org) => {
      toast({ tone: "ok", title: `Created ${org.name}`, detail: "Invite its first owner." });
      router.push(`/orgs/${encodeURIComponent(org.id)}/people`);
    },
    trpc.allOrgs.pathKey(),
  );
  const wrong = problemsOf(name, slug.trim());
  const submit = () => {
    setTried(true);
    if (wrong.name || wrong.slug) return;
    create.send({ body: { name: name.trim(), ...(slug.trim() && { slug: slug.trim() }) } });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="New organization"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" isPending={create.isPending} pendingLabel="Creating it">
            Create organization
          </Button>
        </>
      }
    >
      <FormShell
        label="New organization"
        id={id}
        onSubmit={submit}
        problem={create.problem}
        fieldNames={["name", "slug"]}
      >
        <TextField
          label="Name"
          autoComplete="off"
          autoFocus
          value={name}
          onChange={setName}
          error={isTried ? (wrong.name ?? fieldError(create.problem, "name")) : undefined}
        />
        <TextField
          label="Slug"
          optional
          mono
          autoComplete="off"
          placeholder={name.trim() === "" ? undefined : slugOf(name)}
          description="A short name for addresses. Left empty it is made from the name, with a number where that is taken."
          value={slug}
          onChange={setSlug}
          error={isTried ? (wrong.slug ?? fieldError(create.problem, "slug")) : undefined}
        />
        <Callout>It becomes a provider with the first node that is registered for it.</Callout>
      </FormShell>
    </Dialog>
  );
}

"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormShell } from "@/components/patterns/form-shell";
import { PageHeader } from "@/components/patterns/page-header";
import { fieldError } from "@/components/patterns/problem";
import { useNodeMutation } from "@/components/reservations/use-node-mutation";
import { useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/link";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { TextField } from "@/components/ui/text-field";
import { KnownHostname } from "./known-hostname";
import type { PartProps, RegisterForm } from "./operator-fields";

/** Pickers are a quarter of the page's script, and only the operator's people get them: they come after it. */
const OperatorFields = dynamic(() => import("./operator-fields").then((module) => module.OperatorFields), {
  ssr: false,
  loading: () => (
    <Loading label="Loading owner and pool">
      <div className="flex flex-col gap-4">
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-18 w-full" />
      </div>
    </Loading>
  ),
});

const FIELDS = ["hostname", "pool", "locationCity", "locationCountry", "orgId"];

interface RegisterPageProps {
  org: { id: string; name: string };
  /** The operator's people choose owner and pool; an owner's node is its own, in the community pool. */
  isPlatform: boolean;
}

const EMPTY: RegisterForm = { hostname: "", city: "", country: "", pool: "community", owner: [] };

function PlaceFields({ form, change }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label="City" optional value={form.city} onChange={(city) => change({ city })} />
      <TextField label="Country" optional value={form.country} onChange={(country) => change({ country })} />
    </div>
  );
}

/** Makes a node known; its GPUs come with the import that follows. */
export function RegisterPage({ org, isPlatform }: RegisterPageProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const [form, setForm] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  const create = useNodeMutation(trpc.nodes.create.mutationOptions(), (node) =>
    router.push(`/nodes/${node.id}/import`),
  );
  const change = (part: Partial<RegisterForm>) => setForm((before) => ({ ...before, ...part }));
  const ownerId = isPlatform ? form.owner[0]?.id : org.id;
  const missing = {
    hostname: form.hostname.trim() === "" ? "Enter the machine's hostname." : undefined,
    owner: ownerId === undefined ? "Choose the org that the machine belongs to." : undefined,
  };
  const submit = () => {
    setTried(true);
    if (missing.hostname || ownerId === undefined) return;
    const { hostname, city, country, pool } = form;
    const body = { hostname, ...(isPlatform && { pool }), locationCity: city, locationCountry: country };
    create.send({ params: { orgId: ownerId }, body });
  };
  return (
    <div className="flex max-w-xl flex-col gap-2">
      <PageHeader
        title="Register a node"
        crumbs={[{ label: "Nodes", href: "/nodes" }, { label: "Register a node" }]}
        description="Its GPUs come with the import of its inventory, which follows."
      />
      <FormShell
        label="Register a node"
        onSubmit={submit}
        problem={create.problem}
        fieldNames={FIELDS}
        footer={
          <>
            <ButtonLink href="/nodes">Cancel</ButtonLink>
            <Button type="submit" variant="primary" isPending={create.isPending} pendingLabel="Registering">
              Register and import
            </Button>
          </>
        }
      >
        <TextField
          label="Hostname"
          description={isPlatform ? undefined : `The node will belong to ${org.name}, in the community pool.`}
          autoFocus
          value={form.hostname}
          onChange={(hostname) => change({ hostname })}
          error={fieldError(create.problem, "hostname") ?? (isTried ? missing.hostname : undefined)}
        />
        <KnownHostname hostname={form.hostname} />
        {isPlatform && <OperatorFields form={form} change={change} ownerError={isTried ? missing.owner : undefined} />}
        <PlaceFields form={form} change={change} />
      </FormShell>
    </div>
  );
}

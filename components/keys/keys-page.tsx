"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useChanges } from "@/components/live/live";
import { confirmAction } from "@/components/patterns/confirm-action";
import { PageHeader } from "@/components/patterns/page-header";
import { readProblem } from "@/components/patterns/problem";
import { useQueryParam } from "@/components/patterns/use-query-param";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { ErrorState } from "@/components/ui/states";
import { toast } from "@/components/ui/toast";
import type { KeyView } from "@/server/contract/people";
import { KeysTable } from "./keys-table";

const KeyDialog = dynamic(() => import("./key-dialog").then((module) => module.KeyDialog), { ssr: false });

interface KeysPageProps {
  org: { id: string; name: string };
  /** What the viewer may do, and so the most that she may give a key. */
  own: readonly string[];
  isForeign?: boolean;
}

const SHOWN = [
  { id: "active", label: "Working" },
  { id: "over", label: "Revoked or expired" },
  { id: "all", label: "All" },
] as const;
type Shown = (typeof SHOWN)[number]["id"];

const isShown = (key: KeyView, shown: Shown) => shown === "all" || (key.state === "active") === (shown === "active");

function useKeys(orgId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.keys.list.queryOptions({ orgId });
  useChanges((changes) => {
    if (changes.some((change) => change.action.startsWith("apikey."))) {
      void queryClient.invalidateQueries({ queryKey: options.queryKey });
    }
  });
  return useQuery(options);
}

function useRevoke(orgId: string) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return ({ id, name, keyPrefix }: KeyView) =>
    confirmAction({
      title: `Revoke ${name}?`,
      body: (
        <p>
          Whatever uses the key <code>{keyPrefix}…</code> gets 401 from its next request on, everywhere. This can't be
          taken back; keys that were made with it live on.
        </p>
      ),
      confirmLabel: "Revoke key",
      tone: "danger",
      action: async () => {
        const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
        await client.apiKeys.revoke.mutate({ params: { orgId, keyId: id } }).finally(refresh);
        toast({ tone: "ok", title: `Revoked ${name}` });
      },
    });
}

/** The API keys of an org: what each may do, who made it, whether it is in use. */
export function KeysPage({ org, own, isForeign = false }: KeysPageProps) {
  const keys = useKeys(org.id);
  const [isMaking, setMaking] = useState(false);
  const [asked, setAsked] = useQueryParam("show");
  const shown = SHOWN.find((each) => each.id === asked)?.id ?? "active";
  const rows = keys.data?.keys.filter((key) => isShown(key, shown));
  const working = keys.data?.keys.filter((key) => key.state === "active").length;
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title="API keys"
        crumbs={isForeign ? [{ label: "Organizations", href: "/orgs" }, { label: org.name }] : undefined}
        meta={working !== undefined && `${working} working ${working === 1 ? "key" : "keys"} of ${org.name}`}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => setMaking(true)}>
            New key
          </Button>
        }
      />
      <div className="w-52">
        <Select
          label="Which keys"
          hideLabel
          options={SHOWN}
          value={shown}
          onChange={(id) => setAsked(id === "active" ? "" : id)}
        />
      </div>
      <KeysTable
        rows={rows}
        hasOthers={(keys.data?.keys.length ?? 0) > 0}
        onRevoke={useRevoke(org.id)}
        error={
          keys.error && (
            <ErrorState
              title="The keys could not be loaded"
              onRetry={() => void keys.refetch()}
              isRetrying={keys.isRefetching}
            >
              {readProblem(keys.error).message}
            </ErrorState>
          )
        }
      />
      {isMaking && <KeyDialog org={org} own={own} onClose={() => setMaking(false)} />}
    </div>
  );
}

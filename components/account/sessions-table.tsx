"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { confirmAction } from "@/components/patterns/confirm-action";
import { type Column, DataTable } from "@/components/patterns/data-table";
import { readProblem } from "@/components/patterns/problem";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { ErrorState } from "@/components/ui/states";
import { toast } from "@/components/ui/toast";
import type { SessionRow } from "@/server/contract/people";
import { browserName } from "./browser-name";

function useEndSession() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  return ({ id, browser, isThis }: SessionRow) =>
    confirmAction({
      title: isThis ? "End this session?" : `End the session of ${browserName(browser)}?`,
      body: <p>{isThis ? "You are signed out here." : "It is signed out there with its next request."}</p>,
      confirmLabel: "End session",
      tone: "danger",
      action: async () => {
        const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.account.pathKey() });
        await client.account.endSession.mutate({ sessionId: id });
        if (isThis) window.location.assign("/sign-in");
        else {
          await refresh();
          toast({ tone: "ok", title: "The session has ended" });
        }
      },
    });
}

function columnsOf(end: (row: SessionRow) => void): Column<SessionRow, "browser" | "address" | "since" | "actions">[] {
  return [
    {
      id: "browser",
      label: "Browser",
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-x-2">
          {browserName(row.browser)}
          {row.isThis && <Badge>This one</Badge>}
        </span>
      ),
    },
    { id: "address", label: "Address", mono: true, hideBelow: "md", cell: (row) => row.address ?? "unknown" },
    { id: "since", label: "Signed in", cell: (row) => <RelativeTime time={row.createdAt} /> },
    {
      id: "actions",
      label: "Actions",
      numeric: true,
      cell: (row) => (
        <Button
          size="sm"
          variant="quiet"
          aria-label={row.isThis ? "End this session" : `End the session of ${browserName(row.browser)}`}
          onPress={() => end(row)}
        >
          End
        </Button>
      ),
    },
  ];
}

/** Where a person is signed in, each with the way to end it. */
export function SessionsTable() {
  const trpc = useTRPC();
  const sessions = useQuery(trpc.account.sessions.queryOptions());
  const end = useEndSession();
  return (
    <DataTable
      label="Sessions"
      columns={columnsOf(end)}
      rows={sessions.data}
      rowKey={(row) => row.id}
      expected={2}
      empty={null}
      error={
        sessions.error && (
          <ErrorState title="The sessions could not be loaded" onRetry={() => void sessions.refetch()}>
            {readProblem(sessions.error).message}
          </ErrorState>
        )
      }
    />
  );
}

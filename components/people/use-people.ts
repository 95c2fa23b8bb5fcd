"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useChanges } from "@/components/live/live";
import { useTRPC } from "@/components/trpc/client";

/** The people of an org, asked for again when somebody changes them. */
export function usePeople(orgId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.people.list.queryOptions({ orgId }, { refetchOnWindowFocus: true });
  const query = useQuery(options);
  useChanges((changes) => {
    const isOurs = changes.some(({ action }) => action.startsWith("member.") || action.startsWith("invitation."));
    if (isOurs) void queryClient.invalidateQueries({ queryKey: options.queryKey });
  });
  return query;
}

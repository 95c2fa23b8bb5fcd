"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { SessionView } from "@/server/contract/console";
import { useTRPC } from "../trpc/client";

/**
 * Keeps an open page to what the person is now: another role draws it anew with what that may do, another org (she was
 * taken out of this one, or changed it in another tab) begins at its own first page.
 */
export function useSessionFollows(session: SessionView): void {
  const trpc = useTRPC();
  const router = useRouter();
  const me = useQuery(trpc.session.me.queryOptions(undefined, { initialData: session }));
  const { id, role } = me.data.org;
  useEffect(() => {
    if (id !== session.org.id) window.location.assign("/");
    else if (role !== session.org.role) router.refresh();
  }, [id, role, session.org.id, session.org.role, router]);
}
